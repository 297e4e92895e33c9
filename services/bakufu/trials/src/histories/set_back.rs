//! Set-backs: the store comes back as it was some commits ago, while replicas,
//! players and watchers know of later ones.
//!
//! Everything that was stored is explained before it is lost, so that the model
//! knows each branch of a match: what came of it must not come again.

use match_orchestrator_store::LogPage;

use super::client_request::ClientRequest;
use super::contradiction::Contradiction;
use super::explain::read_entry;
use super::history::History;
use super::store_fixture::Meanwhile;
use bakufu_proofs::Dice;

impl History<'_> {
    /// Saves the store as it is.
    pub(super) async fn save(&mut self) -> Result<(), Contradiction> {
        if !self.store_fixture.can_be_set_back() {
            return Ok(());
        }
        self.has_saved = true;
        if !self.store_fixture.is_one_process() {
            self.store_fixture.save();
            return Ok(());
        }
        self.end_all();
        self.store_fixture.reopen(&self.shared, Meanwhile::Save).await?;
        self.start_all();
        Ok(())
    }

    /// Sets the store back to what was saved, if anything was.
    pub(super) async fn set_back(&mut self, dice: &mut Dice) -> Result<(), Contradiction> {
        if !self.has_saved {
            return Ok(());
        }
        self.figures.set_backs += 1;
        if self.store_fixture.is_one_process() {
            self.end_all();
            self.store_fixture.reopen(&self.shared, Meanwhile::Nothing).await?;
            self.explain_all().await?;
            drop(self.shared.hold().await);
            self.store_fixture.reopen(&self.shared, Meanwhile::Restore).await?;
            self.note_set_back().await?;
            self.start_all();
            return Ok(());
        }
        let held = self.shared.hold().await;
        // Who lives on knows what is lost, and who has died does not.
        for replica in &self.replicas {
            if dice.percent(40) {
                replica.store.kill();
            }
        }
        self.explain_all().await?;
        self.store_fixture.restore();
        self.note_set_back().await?;
        drop(held);
        self.revive().await?;
        self.rejoin().await
    }

    /// Asks again for everything that was undone and has not happened since.
    pub(super) async fn repeat_undone(&mut self) -> Result<(), Contradiction> {
        for (index, wanted) in std::mem::take(&mut self.undone).iter().enumerate() {
            self.deliver(wanted, &[index % self.replicas.len()], None).await?;
        }
        Ok(())
    }

    async fn explain_all(&mut self) -> Result<(), Contradiction> {
        self.explain_creations().await?;
        for match_id in self.match_ids() {
            self.explain_commits(&match_id).await?;
        }
        Ok(())
    }

    /// Tells the store, and the models, what is lost.
    async fn note_set_back(&mut self) -> Result<(), Contradiction> {
        let store = self.shared.store()?;
        store.note_set_back().await?;
        let had_happened: Vec<ClientRequest> =
            self.sent.iter().filter(|wanted| self.has_happened(wanted)).cloned().collect();
        for mut model in std::mem::take(&mut self.models) {
            let match_id = model.match_id().to_owned();
            let Some(stored) = store.load(&match_id).await? else {
                self.figures.lost += model.commits();
                self.creations.retain(|(_, created)| *created != match_id);
                self.gone.push(model);
                continue;
            };
            let last = store.log(&match_id, stored.commit, LogPage::entries(1)).await?;
            let last = last.first().map(read_entry).transpose()?;
            let known = model.positions().get(stored.commit as usize - 1);
            if last.as_ref() != known.map(|position| &position.entry) {
                return Err(Contradiction(format!("{match_id} is set back to {last:?}")));
            }
            self.figures.lost += model.commits() - stored.commit;
            model.set_back(stored.commit);
            self.models.push(model);
        }
        let is_undone = |wanted: &ClientRequest| !self.has_happened(wanted);
        let undone: Vec<ClientRequest> = had_happened.into_iter().filter(is_undone).collect();
        self.transcript.note(&format!("the store is set back, and undone are {}", undone.len()));
        self.undone.extend(undone);
        Ok(())
    }

    /// Whether a request that can be repeated has happened, as far as is known.
    pub(super) fn has_happened(&self, wanted: &ClientRequest) -> bool {
        match self.model(wanted.match_id()) {
            Some(model) => model.bound(wanted).is_some(),
            None => self.created_by(wanted).is_some() && !wanted.request_id().is_empty(),
        }
    }
}
