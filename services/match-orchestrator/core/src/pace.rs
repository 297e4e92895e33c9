//! Pace of what somebody could do for ever: so much at once, and then so much per
//! time.
//!
//! What was done is kept as one moment, until which it is counted, so it can be
//! stored with a match and follows from its log. Crates that limit rates keep
//! counts of their own beside a clock, which no replay could repeat.

use core::time::Duration;

use prost_types::Timestamp;

/// How much may be done at once, and how long each of it is counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    pub(crate) at_once: u64,
    pub(crate) each: Duration,
}

impl Pace {
    /// Whether there is room for one more.
    ///
    /// # Errors
    /// If not: how long it takes until there is, in whole seconds, as people read it.
    pub(crate) fn check(self, counted_until_ms: u64, now: Timestamp) -> Result<(), Duration> {
        let counted = Duration::from_millis(counted_until_ms.saturating_sub(milliseconds(now)));
        let room = self.each * self.at_once.saturating_sub(1) as u32;
        let wait_ms = counted.saturating_sub(room).as_millis() as u64;
        if wait_ms == 0 { Ok(()) } else { Err(Duration::from_secs(wait_ms.div_ceil(1_000))) }
    }

    /// Until when all is counted after one more.
    pub(crate) fn count(self, counted_until_ms: u64, now: Timestamp) -> u64 {
        counted_until_ms.max(milliseconds(now)).saturating_add(self.each.as_millis() as u64)
    }
}

/// Milliseconds since 1970; zero for what was before.
fn milliseconds(at: Timestamp) -> u64 {
    let whole = u64::try_from(at.seconds).unwrap_or(0).saturating_mul(1_000);
    whole.saturating_add(u64::try_from(at.nanos).unwrap_or(0) / 1_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACE: Pace = Pace { at_once: 3, each: Duration::from_secs(60) };

    fn at(seconds: i64) -> Timestamp {
        Timestamp { seconds, nanos: 0 }
    }

    #[test]
    fn so_much_is_taken_at_once_and_then_so_much_per_time() {
        let start = 1_800_000_000;
        let mut counted = 0;
        for _ in 0..3 {
            assert_eq!(PACE.check(counted, at(start)), Ok(()));
            counted = PACE.count(counted, at(start));
        }
        assert_eq!(PACE.check(counted, at(start)), Err(Duration::from_secs(60)));
        assert_eq!(PACE.check(counted, at(start + 59)), Err(Duration::from_secs(1)));
        let almost = Timestamp { nanos: 999_000_000, ..at(start + 59) };
        assert_eq!(PACE.check(counted, almost), Err(Duration::from_secs(1)));
        assert_eq!(PACE.check(counted, at(start + 60)), Ok(()));
        counted = PACE.count(counted, at(start + 60));
        assert_eq!(PACE.check(counted, at(start + 60)), Err(Duration::from_secs(60)));
        // After a rest all of it is there again.
        assert_eq!(PACE.count(counted, at(start + 900)), PACE.count(0, at(start + 900)));
    }
}
