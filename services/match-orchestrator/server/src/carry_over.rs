//! Carrying over matches that an earlier version stored: they are filed, so that
//! they are counted, found and seen to.

use std::sync::{Arc, Weak};
use std::time::{Duration, SystemTime};

use kit_service::Reason;
use match_orchestrator_core::agenda;
use tracing::info;

use crate::filing;
use crate::matches::head;
use crate::orchestrator::Orchestrator;

/// Matches that are filed in one go.
const FILED_MAX: usize = 256;
/// When it is looked again: a replica of an earlier version may have created some
/// during a rollout. Stores wait for an hour before they believe that it is over.
const LOOK_AGAIN_IN: Duration = Duration::from_secs(70 * 60);
/// When it is tried again after the store did not answer.
const RETRY_IN: Duration = Duration::from_secs(2);

/// Files what is not, in the background, while everything is in use.
pub(crate) fn start(orchestrator: &Arc<Orchestrator>) {
    let (stop, tasks) = (orchestrator.stop.clone(), orchestrator.tasks.clone());
    let orchestrator = Arc::downgrade(orchestrator);
    tasks.spawn(async move {
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                filed = carry_over(&orchestrator) => match filed {
                    0 => {}
                    filed => {
                        info!(matches = filed, "matches of an earlier version are carried over");
                    }
                },
            }
            tokio::select! {
                () = stop.cancelled() => return,
                () = tokio::time::sleep(LOOK_AGAIN_IN) => {}
            }
        }
    });
}

/// Returns how many matches were filed.
async fn carry_over(orchestrator: &Weak<Orchestrator>) -> usize {
    let mut filed = 0;
    loop {
        let Some(orchestrator) = orchestrator.upgrade() else { return filed };
        let unfiled = orchestrator.store.unfiled(FILED_MAX);
        match orchestrator.matches.timed("Unfiled", unfiled).await {
            Ok(match_ids) if match_ids.is_empty() => return filed,
            Ok(match_ids) => {
                for match_id in match_ids {
                    match orchestrator.file_anew(&match_id).await {
                        Ok(()) => filed += 1,
                        Err(Reason::UnknownMatch) => {}
                        Err(_) => tokio::time::sleep(RETRY_IN).await,
                    }
                }
            }
            Err(_) => tokio::time::sleep(RETRY_IN).await,
        }
    }
}

impl Orchestrator {
    /// Files a match as it is. Should it change meanwhile, that change files it.
    async fn file_anew(&self, match_id: &str) -> Result<(), Reason> {
        let game_match = self.matches.read(match_id).await?;
        // Looked at as if it had just changed: what is due is seen to soon, and
        // then by the time that its log tells.
        let (_, next) = agenda(&game_match, &self.matches.lifetimes, SystemTime::now().into());
        let filing = filing::anew(&game_match, next, None);
        let head = head(&game_match);
        let filed = self.store.file(match_id, &head, &filing);
        self.matches.timed("File", filed).await.map(drop)
    }
}
