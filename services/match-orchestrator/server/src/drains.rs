//! Drained games, which take no new matches: kept in the store, known on every replica.

use std::collections::BTreeSet;
use std::sync::{Arc, RwLock};
use std::time::Duration;

use kit_service::{Precondition, Reason};
use match_orchestrator_store::GameVersion;

use crate::games::Games;
use crate::orchestrator::Orchestrator;

/// How often a replica looks what others have drained.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// What this replica knows of the drains in the store. An empty version there
/// stands for the whole game.
#[derive(Default)]
pub(crate) struct Drains {
    /// None until the store was asked for the first time.
    known: RwLock<Option<BTreeSet<GameVersion>>>,
}

impl Drains {
    /// Looks into the store again and again.
    pub(crate) fn watch(orchestrator: &Arc<Orchestrator>) {
        let (stop, tasks) = (orchestrator.stop.clone(), orchestrator.tasks.clone());
        let orchestrator = Arc::downgrade(orchestrator);
        tasks.spawn(async move {
            loop {
                let Some(strong) = orchestrator.upgrade() else {
                    return;
                };
                // Without an answer the drains stay as they were.
                strong.learn_drains().await.ok();
                drop(strong);
                tokio::select! {
                    () = stop.cancelled() => return,
                    () = tokio::time::sleep(LOOK_EVERY) => {}
                }
            }
        });
    }

    fn is_known(&self) -> bool {
        self.known.read().expect(NEVER_POISONED).is_some()
    }

    /// Keeps what the store says, and tells the games what is new of it.
    fn replace(&self, games: &Games, now: BTreeSet<GameVersion>) {
        let mut known = self.known.write().expect(NEVER_POISONED);
        let before = known.take().unwrap_or_default();
        // Whole games first: taking such a drain back takes back those of the
        // versions, which are told again afterwards.
        for gone in before.difference(&now).filter(|gone| gone.rules_version.is_empty()) {
            games.set_drained(&gone.game, None, false);
        }
        for gone in before.difference(&now).filter(|gone| !gone.rules_version.is_empty()) {
            games.set_drained(&gone.game, Some(&gone.rules_version), false);
        }
        for drained in &now {
            let version = Some(drained.rules_version.as_str()).filter(|it| !it.is_empty());
            games.set_drained(&drained.game, version, true);
        }
        *known = Some(now);
    }
}

impl Orchestrator {
    /// Asks the store what is drained.
    pub(crate) async fn learn_drains(&self) -> Result<BTreeSet<GameVersion>, Reason> {
        let drained = self.matches.timed("Drained", self.store.drained()).await?;
        let now: BTreeSet<GameVersion> = drained.into_iter().collect();
        self.drains.replace(&self.games, now.clone());
        Ok(now)
    }

    /// Makes sure that the store was asked at least once: a replica that has
    /// just started must not create what the others refuse.
    pub(crate) async fn know_drains(&self) -> Result<(), Reason> {
        if !self.drains.is_known() {
            self.learn_drains().await?;
        }
        Ok(())
    }

    /// Drains a version, or takes that back, here and soon everywhere.
    pub(crate) async fn drain(&self, version: &GameVersion, drained: bool) -> Result<(), Reason> {
        let drain = self.store.drain(version, drained);
        self.matches.timed("Drain", drain).await?;
        tracing::info!(
            game = %version.game,
            version = %version.rules_version,
            drained,
            "drain changed"
        );
        Ok(())
    }
}

/// The refusal of a match that would be created in a game that is drained.
pub(crate) fn refusal(game: &str) -> Reason {
    let message = format!(
        "{game} takes no new matches at present, since an operator has drained it: try again \
         later, or choose another game from ListGames"
    );
    Reason::Precondition { unmet: Precondition::GameDrained, message }
}

const NEVER_POISONED: &str = "no thread panics while it holds the drains";
