//! Check of all copies in memory after the announcements were interrupted.
//!
//! A store that was away may have come back without its last commits. Whoever
//! asks for a match finds out, but a match for which nobody asks here may be
//! played on elsewhere, and must not draw again what was drawn before. So every
//! copy is compared at once, not when it is needed.

use std::sync::{Arc, Weak};

use futures::{StreamExt, stream};
use match_orchestrator_store::Announcement;
use tokio::sync::broadcast::error::RecvError;
use tokio_util::sync::CancellationToken;

use crate::orchestrator::Orchestrator;

/// Matches that are compared at the same time.
const AT_ONCE_MAX: usize = 16;

/// Waits for interruptions until the process stops.
pub(crate) fn recheck_after_gaps(orchestrator: &Arc<Orchestrator>, stop: CancellationToken) {
    let mut announcements = orchestrator.store.announcements();
    let orchestrator = Arc::downgrade(orchestrator);
    tokio::spawn(async move {
        loop {
            let heard = tokio::select! {
                () = stop.cancelled() => return,
                heard = announcements.recv() => heard,
            };
            match heard {
                Ok(Announcement::Gap) => recheck(&orchestrator).await,
                Ok(Announcement::Changed { .. }) | Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return,
            }
        }
    });
}

async fn recheck(orchestrator: &Weak<Orchestrator>) {
    let Some(orchestrator) = orchestrator.upgrade() else { return };
    let copied = orchestrator.matches.copied();
    let checks = stream::iter(copied).map(|match_id| {
        let orchestrator = Arc::clone(&orchestrator);
        // Whatever goes wrong here, the next caller meets as well.
        async move { drop(orchestrator.matches.current(&match_id).await) }
    });
    checks.buffer_unordered(AT_ONCE_MAX).collect::<()>().await;
}
