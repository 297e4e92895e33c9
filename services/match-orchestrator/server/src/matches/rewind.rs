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
use super::{Matches, Request, bug, read_match};
use crate::limits::{COMMIT_ATTEMPTS_MAX, RETRY_AFTER};
use crate::secrets;

/// So many that hardly any is hit twice, and so few that no match runs out of them.
const TIMELINES_SKIPPED_MAX: u32 = 1 << 20;

/// Why a timeline begins.
#[derive(Clone, Copy)]
enum Cause {
    /// A replica has seen what the store has not.
    Lost,
    /// The store can't say that it has everything.
    Suspected,
}

impl Cause {
    /// Tells operators. That something is suspected is no reason to worry: every
    /// restart of a store is.
    fn log(self, match_id: &str, timeline: u32) {
        match self {
            Self::Lost => tracing::warn!(
                match_id,
                timeline,
                "the store has lost commits of a match, which goes on from where it is"
            ),
            Self::Suspected => tracing::info!(
                match_id,
                timeline,
                "the store may have lost commits of a match, which goes on from where it is"
            ),
        }
    }
}

impl Matches {
    /// Replaces a copy of a lost timeline by what the store has, and begins a new
    /// one unless somebody has since.
    pub(super) async fn rewind(
        &self,
        slot: &Slot,
        lost: Arc<Match>,
        stored: Arc<Match>,
    ) -> Result<Arc<Match>, Reason> {
        let begins = |stored: &Match| stored.timeline_after(&lost);
        let begun = self.begin(stored, Cause::Lost, begins).await?;
        Ok(slot.replace_lost(&lost, begun))
    }

    /// Begins a new timeline in a match whose store may have lost what came after
    /// the copy, which nobody here has seen.
    pub(super) async fn begin_timeline(
        &self,
        slot: &Slot,
        known: Arc<Match>,
    ) -> Result<Arc<Match>, Reason> {
        let timeline = known.lifecycle().timeline.number;
        let begins = |stored: &Match| {
            let is_known = stored.lifecycle().timeline.number == timeline;
            (is_known && !stored.is_over()).then(|| timeline.saturating_add(1))
        };
        let begun = self.begin(known, Cause::Suspected, begins).await?;
        Ok(slot.keep_newest(begun))
    }

    /// Begins the timeline that a match needs, or a later one, unless it needs none.
    async fn begin(
        &self,
        stored: Arc<Match>,
        cause: Cause,
        needs: impl Fn(&Match) -> Option<u32>,
    ) -> Result<Arc<Match>, Reason> {
        let mut stored = stored;
        for _ in 0..COMMIT_ATTEMPTS_MAX {
            let Some(least) = needs(&stored) else { return Ok(stored) };
            let timeline = least.saturating_add(self.skipped_timelines());
            let nonce = secrets::bytes(&*self.secrets);
            let context = Context::new(Caller::Orchestrator(None), SystemTime::now().into());
            let command = Command::Rewind { timeline };
            let change = match plan(&stored, &command, &context.with_nonce(nonce))? {
                Planned::Done(change) => *change,
                Planned::Ask(..) => return Err(bug("no rules have a say in a rewind")),
            };
            let id = format!("rewind/{}", hex::encode(nonce));
            let request = Request::of_driver(0, id, fingerprint("rewind", &()));
            let commit = self.write(&request, &stored, &change);
            match self.timed("Rewind", self.store.commit(&commit)).await? {
                CommitAnswer::Stored | CommitAnswer::Repeated(_) => {
                    cause.log(stored.id(), timeline);
                    self.metrics.match_changed(stored.game(), MatchChange::Rewound);
                    return Ok(Arc::new(change.after));
                }
                CommitAnswer::Conflict { .. } | CommitAnswer::SetBack => {
                    let newest = self.timed("Load", self.store.load(stored.id())).await?;
                    let newest = newest.ok_or(Reason::UnknownMatch)?;
                    stored = Arc::new(read_match(&newest).map_err(bug)?);
                }
                CommitAnswer::Missing => {
                    self.forget(stored.id());
                    return Err(Reason::UnknownMatch);
                }
            }
        }
        Err(Reason::Overloaded { retry_after: RETRY_AFTER })
    }

    /// A store that is set back to the same point once more has also lost which
    /// timelines there were since. So their numbers are not counted but guessed:
    /// whoever has seen a lost one never takes the next for the same.
    fn skipped_timelines(&self) -> u32 {
        u32::from_be_bytes(secrets::bytes(&*self.secrets)) % TIMELINES_SKIPPED_MAX
    }
}
