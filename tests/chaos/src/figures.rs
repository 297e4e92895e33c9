//! Figures of what a load has cost its clients.

use std::fmt;
use std::time::Duration;

use tests_harness::Effort;

use crate::restarts::Restart;

/// The calls of a load.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallFigures {
    pub calls: u64,
    /// Calls that were answered only when they were repeated.
    pub repeated: u64,
    /// Repetitions of all calls together.
    pub retries: u64,
    /// The longest time that a call took, its retries included.
    pub longest: Duration,
    /// The most repetitions of one call.
    pub retries_most: u32,
}

impl CallFigures {
    /// Adds an answered call.
    pub(crate) fn note(&mut self, effort: Effort) {
        self.calls += 1;
        self.repeated += u64::from(effort.retries > 0);
        self.retries += u64::from(effort.retries);
        self.longest = self.longest.max(effort.took);
        self.retries_most = self.retries_most.max(effort.retries);
    }
}

impl fmt::Display for CallFigures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { calls, repeated, retries, longest, retries_most } = self;
        write!(
            f,
            "{calls} calls, {repeated} of them repeated, {retries} retries in all, at most \
             {retries_most} for one call; the longest call took {longest:.1?}"
        )
    }
}

/// Prints the figures of a test, for whoever looks at its output.
#[expect(clippy::print_stderr, reason = "figures are part of what the test shows")]
pub fn print(what: &str, restarts: &[Restart], story: &impl fmt::Display) {
    eprintln!("{what}: {story}");
    for restart in restarts {
        eprintln!("  {restart}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_call_and_all_retries_are_kept() {
        let mut figures = CallFigures::default();
        for (retries, millis) in [(0, 3), (4, 700), (1, 20)] {
            figures.note(Effort { retries, took: Duration::from_millis(millis) });
        }
        assert_eq!((figures.calls, figures.repeated, figures.retries), (3, 2, 5));
        assert_eq!((figures.retries_most, figures.longest.as_millis()), (4, 700));
    }
}
