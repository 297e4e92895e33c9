//! Figures of how long honest calls took.

use std::fmt;
use std::time::Duration;

/// The calls of a while.
#[derive(Clone, Debug, Default)]
pub struct CallTimes(Vec<Duration>);

impl CallTimes {
    pub fn note(&mut self, took: Duration) {
        self.0.push(took);
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The time within which this share of all calls was answered, in hundredths.
    pub fn within(&self, hundredths: usize) -> Duration {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let at = (sorted.len() * hundredths).div_ceil(100).saturating_sub(1);
        sorted.get(at).copied().unwrap_or_default()
    }
}

impl fmt::Display for CallTimes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (p50, p99) = (self.within(50), self.within(99));
        write!(f, "{} calls, p50 {p50:.1?}, p99 {p99:.1?}", self.count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_is_a_call_that_was_made() {
        let mut times = CallTimes::default();
        assert_eq!(times.within(99), Duration::ZERO);
        for millis in (1..=200).rev() {
            times.note(Duration::from_millis(millis));
        }
        assert_eq!([50, 99, 100].map(|share| times.within(share).as_millis()), [100, 198, 200]);
    }
}
