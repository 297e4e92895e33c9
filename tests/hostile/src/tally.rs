//! Tally of what became of everything that an attack tried.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Mutex;

/// Counts by outcome.
#[derive(Debug, Default)]
pub struct Tally(Mutex<BTreeMap<String, usize>>);

impl Tally {
    /// One more of an outcome.
    pub fn note(&self, outcome: &str) {
        let mut counts = self.0.lock().expect(NEVER_POISONED);
        *counts.entry(outcome.to_owned()).or_default() += 1;
    }

    /// How often an outcome was noted.
    pub fn count(&self, outcome: &str) -> usize {
        self.0.lock().expect(NEVER_POISONED).get(outcome).copied().unwrap_or_default()
    }

    /// How often outcomes were noted whose names begin so.
    pub fn starting_with(&self, prefix: &str) -> usize {
        let counts = self.0.lock().expect(NEVER_POISONED);
        counts.iter().filter(|(name, _)| name.starts_with(prefix)).map(|(_, count)| count).sum()
    }

    /// How many outcomes were noted in all.
    pub fn total(&self) -> usize {
        self.0.lock().expect(NEVER_POISONED).values().sum()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = self.0.lock().expect(NEVER_POISONED);
        let counts: Vec<String> =
            counts.iter().map(|(outcome, count)| format!("{outcome} {count}")).collect();
        write!(f, "{}", counts.join(", "))
    }
}

const NEVER_POISONED: &str = "no thread panics while it holds the counts";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_counted_by_their_names() {
        let tally = Tally::default();
        for outcome in ["opened", "closed", "opened"] {
            tally.note(outcome);
        }
        assert_eq!((tally.count("opened"), tally.count("answered"), tally.total()), (2, 0, 3));
        assert_eq!(tally.starting_with("clo"), 1);
        assert_eq!(tally.to_string(), "closed 1, opened 2");
    }
}
