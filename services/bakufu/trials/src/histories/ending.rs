//! The end of a history: everything is settled, ended and looked at.

use kit_proto::bakufu::record::v1::Position as Stored;
use prost::Message;

use super::client_request::ClientRequest;
use super::command::REPLICAS;
use super::compose::abort;
use super::contradiction::Contradiction;
use super::history::History;
use super::look::ReadCall;
use super::model::Model;

impl History<'_> {
    /// Lets all faults end, settles what is open, asks for everything once
    /// more, ends all matches, and holds what is left against the model.
    pub(super) async fn end(&mut self) -> Result<(), Contradiction> {
        self.transcript.note("the end: all replicas start anew, and nothing fails any more");
        self.shared.flush().await?;
        self.restart_all().await?;
        self.explain_creations().await?;
        self.settle_open().await?;
        self.repeat_undone().await?;
        self.settle().await?;
        self.repeat_all().await?;
        if self.figures.set_backs > 0 {
            self.go_on().await?;
        }
        for match_id in self.match_ids() {
            if self.model(&match_id).is_some_and(|model| !model.is_over()) {
                let wanted = abort(match_id, "the end of the history", self.next_id());
                self.deliver(&wanted, &[0], None).await?;
            }
        }
        self.finish_watching().await?;
        self.look_at_all().await?;
        if self.figures.set_backs > 0 {
            self.check_rewinds()?;
        }
        self.figures.operations = self.shared.operations();
        Ok(())
    }

    /// Asks again for everything whose fate is unknown.
    async fn settle_open(&mut self) -> Result<(), Contradiction> {
        let unknown = |wanted: &&ClientRequest| !wanted.request_id().is_empty();
        let requests: Vec<ClientRequest> = self.open.iter().filter(unknown).cloned().collect();
        for (index, wanted) in requests.iter().enumerate() {
            self.deliver(wanted, &[index % REPLICAS], None).await?;
        }
        Ok(())
    }

    /// Asks again for everything that has happened: the answers are the same.
    async fn repeat_all(&mut self) -> Result<(), Contradiction> {
        let has_happened = |wanted: &&ClientRequest| self.has_happened(wanted);
        let requests: Vec<ClientRequest> = self.sent.iter().filter(has_happened).cloned().collect();
        for (index, wanted) in requests.iter().enumerate() {
            let commits = self.model(wanted.match_id()).map(Model::commits);
            self.deliver(wanted, &[index % REPLICAS], None).await?;
            if self.model(wanted.match_id()).map(Model::commits) != commits {
                return Err(Contradiction(format!("{wanted:?} has happened twice")));
            }
        }
        Ok(())
    }

    /// Looks at every match as every viewer, and into the store.
    async fn look_at_all(&mut self) -> Result<(), Contradiction> {
        for match_id in self.match_ids() {
            self.explain_commits(&match_id).await?;
            let tokens = self.model(&match_id).map(|model| {
                model.tokens().iter().map(|(token, _)| (*token).to_owned()).collect::<Vec<_>>()
            });
            for token in [String::new()].into_iter().chain(tokens.unwrap_or_default()) {
                self.look_at(&match_id, ReadCall::View, &token, 1, None).await?;
            }
            self.look_at(&match_id, ReadCall::Match, "", 1, None).await?;
            self.look_at(&match_id, ReadCall::Export, "", 1, None).await?;
            self.look_into_store(&match_id).await?;
        }
        self.look_at_list(0, None).await
    }

    async fn look_into_store(&self, match_id: &str) -> Result<(), Contradiction> {
        let unreadable = |_| Contradiction(format!("the position of {match_id} can't be read"));
        let stored = self.shared.store()?.load(match_id).await?;
        let stored = stored.ok_or_else(|| Contradiction(format!("{match_id} is gone")))?;
        let position = Stored::decode(stored.position).map_err(unreadable)?;
        let is_right = self.model(match_id).is_some_and(|model| {
            let now = model.now();
            stored.commit == model.commits()
                && position.commit == model.commits()
                && position.state == now.game_match.state()
                && position.revisions == now.entry.revisions
        });
        match is_right {
            true => Ok(()),
            false => Err(Contradiction(format!("{match_id} is stored as {position:?}"))),
        }
    }

    pub(super) fn match_ids(&self) -> Vec<String> {
        self.models.iter().map(|model| model.match_id().to_owned()).collect()
    }
}
