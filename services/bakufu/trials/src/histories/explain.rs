//! Explains what is in the store: every commit must be what somebody asked for.

use kit_proto::bakufu::play::v1::LogEntry;
use kit_proto::bakufu::play::v1::log_entry::Change;
use kit_proto::bakufu::record::v1::Roster;
use match_orchestrator_store::{LogPage, PriorRequest, Store};
use prost::Message;

use super::client_request::{Call, ClientRequest};
use super::contradiction::Contradiction;
use super::history::History;
use super::model::{Model, Position};

/// How many log entries are read at a time.
const PAGE: usize = 256;

impl History<'_> {
    /// Explains the commits of a match that the model does not know yet.
    pub(super) async fn explain_commits(&mut self, match_id: &str) -> Result<(), Contradiction> {
        let Some(index) = self.models.iter().position(|model| model.match_id() == match_id) else {
            return Ok(());
        };
        let store = self.shared.store()?;
        let from = self.models[index].commits() + 1;
        for bytes in store.log(match_id, from, LogPage::entries(PAGE)).await? {
            let entry = read_entry(&bytes)?;
            let model = &self.models[index];
            let (next, wanted) = self.explain(&*store, model, &entry).await?;
            let wanted = wanted.map(|at| self.open.remove(at));
            self.models[index].push(next, wanted.as_ref());
            self.figures.commits += 1;
        }
        Ok(())
    }

    /// Explains matches that the model does not know yet.
    pub(super) async fn explain_creations(&mut self) -> Result<(), Contradiction> {
        let created = self.shared.created();
        for match_id in created.into_iter().skip(self.creations_seen) {
            let store = self.shared.store()?;
            let Some(stored) = store.load(&match_id).await? else {
                return Err(Contradiction(format!(
                    "the match {match_id} was created but is not there"
                )));
            };
            let roster = Roster::decode(stored.roster)
                .map_err(|error| Contradiction(format!("a roster can't be read: {error}")))?;
            let at = self.creator(&match_id, &roster)?;
            let wanted = self.open.remove(at);
            let Call::Create(create) = &wanted.call else {
                return Err(Contradiction("only creations create".to_owned()));
            };
            let rules = std::sync::Arc::clone(&self.cluster.rules);
            let model = Model::new(roster, create.seats, rules);
            let mut model =
                model.ok_or_else(|| Contradiction("a roster is no roster".to_owned()))?;
            if self.gone.iter().any(|gone| gone.match_id() == match_id) {
                model.may_be_taken_for_another();
            }
            let first = store.log(&match_id, 1, LogPage::entries(1)).await?;
            let entry = first.first().map(read_entry).transpose()?.unwrap_or_default();
            if entry != model.now().entry {
                return Err(Contradiction(format!("a match begins with {entry:?}")));
            }
            self.models.push(model);
            self.creations.push((wanted, match_id.clone()));
            self.creations_seen += 1;
            self.figures.commits += 1;
            self.explain_commits(&match_id).await?;
        }
        Ok(())
    }

    /// The match that a wanted has created, if it has.
    pub(super) fn created_by(&self, wanted: &ClientRequest) -> Option<&str> {
        let by = self.creations.iter().rev().find(|(by, _)| by == wanted);
        by.map(|(_, match_id)| match_id.as_str())
    }

    /// What led from the last known commit to this entry, and which of the
    /// open requests it was, if it was one.
    async fn explain(
        &self,
        store: &dyn Store,
        model: &Model,
        entry: &LogEntry,
    ) -> Result<(Position, Option<usize>), Contradiction> {
        let at = model.now();
        let leads_here = |next: &Position| next.entry == *entry;
        if matches!(entry.change, Some(Change::Rewound(_))) {
            let next = model.rewind(entry).filter(leads_here);
            return next.map(|next| (next, None)).ok_or_else(|| {
                Contradiction(format!("a timeline begins that nobody needs: {entry:?}"))
            });
        }
        if model.must_be_rewound() {
            let text = "the store was set back, but a match goes on without a new timeline";
            return Err(Contradiction(format!("{text}: {entry:?}")));
        }
        let mut without_id = None;
        for (index, wanted) in self.open.iter().enumerate() {
            if wanted.match_id() != model.match_id() {
                continue;
            }
            let Some(next) = model.plan(at, wanted, Some(entry)).ok().filter(leads_here) else {
                continue;
            };
            let Some(key) = wanted.key() else {
                without_id = Some((next, Some(index)));
                continue;
            };
            let bound = PriorRequest { commit: entry.commit, fingerprint: wanted.fingerprint() };
            if store.prior_request(model.match_id(), &key).await? == Some(bound) {
                return Ok((next, Some(index)));
            }
        }
        if let Some(next) = model.duty(at, Some(entry)).filter(leads_here) {
            return Ok((next, None));
        }
        without_id.ok_or_else(|| {
            let (number, id) = (entry.commit, model.match_id());
            Contradiction(format!(
                "nobody has asked for what is stored after commit {} of {id}, as number {number}: \
                 {:?}",
                model.commits(),
                entry.change
            ))
        })
    }

    /// Which of the open requests has created a match: the one whose request id
    /// is bound to it, or else one like it without any.
    fn creator(&self, match_id: &str, roster: &Roster) -> Result<usize, Contradiction> {
        let mut without_id = None;
        for (index, wanted) in self.open.iter().enumerate() {
            let Call::Create(create) = &wanted.call else {
                continue;
            };
            let is_like_it = roster.match_id == match_id
                && roster.game == create.game
                && roster.options == create.options
                && roster.chairs.len() == create.seats as usize
                && roster.listed == create.listed
                && roster.start_when_full == create.start_when_full
                && roster.invitation_only == create.invitation_only;
            if !is_like_it {
                continue;
            }
            if create.request_id.is_empty() {
                without_id = Some(index);
            } else if self.shared.claimed(&create.request_id).as_deref() == Some(match_id) {
                return Ok(index);
            }
        }
        without_id
            .ok_or_else(|| Contradiction(format!("nobody has asked for the match {match_id}")))
    }
}

pub(super) fn read_entry(bytes: &bytes::Bytes) -> Result<LogEntry, Contradiction> {
    LogEntry::decode(bytes.clone())
        .map_err(|error| Contradiction(format!("a log entry can't be read: {error}")))
}
