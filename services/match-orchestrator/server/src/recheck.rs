//! Check of all copies in memory after the announcements were interrupted.
//!
//! A store that was away may have come back without its last commits. Whoever
//! asks for a match finds out, but a match for which nobody asks here may be
//! watched. So every copy is compared at once, not when it is needed.

use std::sync::{Arc, Weak};
use std::time::Duration;

use futures::{StreamExt, future, stream};
use kit_service::Reason;

use crate::orchestrator::Orchestrator;

/// Matches that are compared at the same time.
const AT_ONCE_MAX: usize = 16;
/// The pause before those are compared again for which the store had no answer. It
/// doubles.
const PAUSE_MIN: Duration = Duration::from_millis(50);
const PAUSE_MAX: Duration = Duration::from_secs(2);

/// Waits for interruptions until the orchestrator is gone.
pub(crate) fn recheck_after_gaps(orchestrator: &Arc<Orchestrator>) {
    let mut gaps = orchestrator.hub.gaps();
    let (stop, tasks) = (orchestrator.stop.clone(), orchestrator.tasks.clone());
    let orchestrator = Arc::downgrade(orchestrator);
    tasks.spawn(async move {
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                changed = gaps.changed() => match changed {
                    Ok(()) => recheck(&orchestrator).await,
                    Err(_) => return,
                },
            }
        }
    });
}

/// Compares all copies, again and again while the store does not answer for some of
/// them: a part of it may be away for longer than the announcements were.
async fn recheck(orchestrator: &Weak<Orchestrator>) {
    let mut unchecked: Option<Vec<String>> = None;
    let mut pause = PAUSE_MIN;
    loop {
        let Some(orchestrator) = orchestrator.upgrade() else { return };
        let matches = &orchestrator.matches;
        let checks = stream::iter(unchecked.unwrap_or_else(|| matches.copied())).map(|id| async {
            let is_away =
                matches!(matches.compare(&id).await, Err(Reason::StoreUnavailable { .. }));
            is_away.then_some(id)
        });
        let away = checks.buffer_unordered(AT_ONCE_MAX).filter_map(future::ready);
        let away: Vec<String> = away.collect().await;
        if away.is_empty() || orchestrator.stop.is_cancelled() {
            return;
        }
        unchecked = Some(away);
        drop(orchestrator);
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(PAUSE_MAX);
    }
}
