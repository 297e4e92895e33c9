//! Health of the store, as this replica sees it.

use std::sync::Arc;
use std::time::Duration;

use kit_service::Health;
use match_orchestrator_store::Store;
use tokio::time::{Instant, MissedTickBehavior};
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

/// The entry of the health service that follows the store.
const ENTRY: &str = "store";
/// How often the store is asked.
const LOOK_INTERVAL: Duration = Duration::from_secs(1);
/// How long it may be silent before that shows. A failover is shorter.
const SILENCE_MAX: Duration = Duration::from_secs(5);

/// Shows under its own health entry whether the store answers, until the
/// process stops.
///
/// Readiness does not follow it. All replicas share the store and lose it
/// together, and then none would be left to tell clients what is wrong and when
/// to come back; they would see connections fail.
pub(crate) async fn watch_store(store: Arc<dyn Store>, health: Health, stop: CancellationToken) {
    let mut looks = tokio::time::interval(LOOK_INTERVAL);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut last_answer = Instant::now();
    let mut is_there = true;
    health.depends(ENTRY, is_there).await;
    loop {
        tokio::select! {
            _ = looks.tick() => {}
            () = stop.cancelled() => return,
        }
        let answer = tokio::time::timeout(SILENCE_MAX, store.ping()).await;
        if matches!(answer, Ok(Ok(()))) {
            last_answer = Instant::now();
        }
        let was_there = is_there;
        is_there = last_answer.elapsed() < SILENCE_MAX;
        if is_there == was_there {
            continue;
        }
        health.depends(ENTRY, is_there).await;
        if is_there {
            info!("the store answers again");
        } else {
            warn!("the store does not answer");
        }
    }
}
