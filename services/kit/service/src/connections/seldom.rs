//! A warning that others can cause as often as they like.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// The least time between two warnings of the same kind.
const INTERVAL: Duration = Duration::from_secs(10);

/// One kind of warning: told at once, and then no more than once per interval,
/// with how often there was cause for it.
#[derive(Debug, Default)]
pub(super) struct Seldom(Mutex<Causes>);

#[derive(Debug, Default)]
struct Causes {
    told_at: Option<Instant>,
    untold: u64,
}

impl Seldom {
    /// Counts a cause. If it is time to tell, the causes since the last time.
    pub(super) fn tell(&self) -> Option<u64> {
        let now = Instant::now();
        let mut causes: MutexGuard<'_, Causes> =
            self.0.lock().unwrap_or_else(PoisonError::into_inner);
        causes.untold += 1;
        if causes.told_at.is_some_and(|told_at| now < told_at + INTERVAL) {
            return None;
        }
        causes.told_at = Some(now);
        Some(std::mem::take(&mut causes.untold))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_first_cause_is_told_at_once_and_the_others_together() {
        let seldom = Seldom::default();
        assert_eq!(seldom.tell(), Some(1));
        for _ in 0..1000 {
            assert_eq!(seldom.tell(), None);
        }
        tokio::time::advance(INTERVAL).await;
        assert_eq!(seldom.tell(), Some(1001));
        assert_eq!(seldom.tell(), None);
    }
}
