//! Refusals of one limit: counted each, told in the log now and then.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::Scope;

/// How often the log tells of refusals for the same limit.
const TOLD_EVERY: Duration = Duration::from_secs(30);
const NEVER_POISONED: &str = "no thread panics while it counts refusals";

/// Refusals since they were told last. The first is told at once.
#[derive(Debug, Default)]
pub(super) struct Refusals(Mutex<Untold>);

#[derive(Debug, Default)]
struct Untold {
    told_at: Option<Instant>,
    count: u64,
}

impl Refusals {
    /// Notes one. Whoever sends thousands of calls must not write as many lines,
    /// nor is there any address in them.
    pub(super) fn note(&self, limit: &'static str, scope: Scope) {
        if let Some(refused) = self.count(Instant::now()) {
            let scope = scope.name();
            tracing::warn!(limit, scope, refused, "calls above a limit are refused");
        }
    }

    /// How many there were, if that is to be told now.
    fn count(&self, now: Instant) -> Option<u64> {
        let mut untold = self.0.lock().expect(NEVER_POISONED);
        untold.count += 1;
        if untold.told_at.is_some_and(|told_at| now.duration_since(told_at) < TOLD_EVERY) {
            return None;
        }
        untold.told_at = Some(now);
        Some(std::mem::take(&mut untold.count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_refusals_are_one_line_with_their_number() {
        let refusals = Refusals::default();
        let begin = Instant::now();
        assert_eq!(refusals.count(begin), Some(1));
        for _ in 0..999 {
            assert_eq!(refusals.count(begin + TOLD_EVERY / 2), None);
        }
        assert_eq!(refusals.count(begin + TOLD_EVERY), Some(1000));
        assert_eq!(refusals.count(begin + TOLD_EVERY), None);
    }
}
