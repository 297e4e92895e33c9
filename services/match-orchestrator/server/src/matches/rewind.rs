//! Rewinds: what is done when the store has lost what a replica has seen.
//!
//! A restored backup, or a failover to a server that lagged behind, sets matches
//! back. The store wins: the copy is dropped, and the match goes on from where the
//! store has it, in a timeline of its own. That is a commit like any other, so it
//! happens once, whoever notices; every replica hears of it, and so do the
//! watchers.

use std::sync::Arc;
use std::time::SystemTime;

use kit_service::Reason;
use kit_service::metrics::MatchChange;
use match_orchestrator_core::request::fingerprint;
use match_orchestrator_core::{Caller, Command, Context, Match, Planned, plan};
use match_orchestrator_store::CommitAnswer;

use super::slot::Slot;
use super::{Matches, Request, bug, change, read_match};
use crate::limits::{COMMIT_ATTEMPTS_MAX, RETRY_AFTER};
use crate::secrets;

impl Matches {
    /// Replaces a copy of a lost timeline by what the store has, and begins a new
    /// one unless somebody has since.
    pub(super) async fn rewind(
        &self,
        slot: &Slot,
        lost: Arc<Match>,
        stored: Arc<Match>,
    ) -> Result<Arc<Match>, Reason> {
        let mut stored = stored;
        for _ in 0..COMMIT_ATTEMPTS_MAX {
            let Some(timeline) = stored.timeline_after(&lost) else {
                return Ok(slot.replace_lost(&lost, stored));
            };
            let nonce = secrets::bytes(&*self.secrets);
            let context = Context::new(Caller::Orchestrator(None), SystemTime::now().into());
            let command = Command::Rewind { timeline };
            let change = match plan(&stored, &command, &context.with_nonce(nonce))? {
                Planned::Done(change) => *change,
                Planned::Ask(..) => return Err(bug("no rules have a say in a rewind")),
            };
            let id = format!("rewind/{}", hex::encode(nonce));
            let request = Request::of_driver(0, id, fingerprint("rewind", &()));
            let commit = change::write(&request, &stored, &change);
            match self.timed("Rewind", self.store.commit(&commit)).await? {
                CommitAnswer::Stored | CommitAnswer::Repeated(_) => {
                    tracing::warn!(
                        match_id = stored.id(),
                        timeline,
                        "the store has lost commits of a match, which goes on from where it is"
                    );
                    self.metrics.match_changed(stored.game(), MatchChange::Rewound);
                    return Ok(slot.replace_lost(&lost, Arc::new(change.after)));
                }
                CommitAnswer::Conflict { .. } => {
                    let newest = self.timed("Load", self.store.load(lost.id())).await?;
                    let newest = newest.ok_or(Reason::UnknownMatch)?;
                    stored = Arc::new(read_match(&newest).map_err(bug)?);
                }
                CommitAnswer::Missing => {
                    self.forget(lost.id());
                    return Err(Reason::UnknownMatch);
                }
            }
        }
        Err(Reason::Overloaded { retry_after: RETRY_AFTER })
    }
}
