//! The positions that one match went through, as many as fit.

use std::collections::BTreeMap;
use std::sync::Arc;

use match_orchestrator_core::{CommitNumber, Match};

/// What a position weighs beside its state: seats, revisions and pointers.
const RECORD_BYTES: usize = 512;

/// Positions by commit. If they are too many, only every second one is kept,
/// then every fourth, and so on; the others are made again from the one before.
/// The newest is always there, so that a replay can go on.
pub(super) struct Positions {
    kept: BTreeMap<CommitNumber, Arc<Match>>,
    bytes: usize,
    /// Commits that this divides are kept.
    stride: u64,
}

impl Default for Positions {
    fn default() -> Self {
        Self { kept: BTreeMap::new(), bytes: 0, stride: 1 }
    }
}

impl Positions {
    /// The position after a commit, if it is kept.
    pub(super) fn at(&self, commit: CommitNumber) -> Option<Arc<Match>> {
        self.kept.get(&commit).cloned()
    }

    /// The last position that is kept up to a commit.
    pub(super) fn nearest(&self, commit: CommitNumber) -> Option<Arc<Match>> {
        self.kept.range(..=commit).next_back().map(|(_, position)| Arc::clone(position))
    }

    /// What is held, and what holds it.
    pub(super) fn bytes(&self) -> usize {
        RECORD_BYTES + self.bytes
    }

    /// Keeps a position, within so many bytes for all.
    pub(super) fn keep(&mut self, position: Arc<Match>, bytes_max: usize) {
        let (commit, newest) = (position.commit(), self.newest());
        if commit < newest && !self.is_lasting(commit) {
            return;
        }
        if commit > newest && !self.is_lasting(newest) {
            self.remove(newest);
        }
        self.remove(commit);
        self.bytes += weight(&position);
        self.kept.insert(commit, position);
        while self.bytes > bytes_max && self.kept.len() > 1 {
            self.stride *= 2;
            self.thin_out();
        }
    }

    /// Whether a position stays when it is not the newest any more.
    fn is_lasting(&self, commit: CommitNumber) -> bool {
        commit.get().is_multiple_of(self.stride)
    }

    fn remove(&mut self, commit: CommitNumber) {
        if let Some(removed) = self.kept.remove(&commit) {
            self.bytes -= weight(&removed);
        }
    }

    fn newest(&self) -> CommitNumber {
        self.kept.last_key_value().map_or(CommitNumber::new(0), |(commit, _)| *commit)
    }

    fn thin_out(&mut self) {
        let (stride, newest) = (self.stride, self.newest());
        self.kept.retain(|commit, _| commit.get().is_multiple_of(stride) || *commit == newest);
        self.bytes = self.kept.values().map(|position| weight(position)).sum();
    }
}

fn weight(position: &Match) -> usize {
    RECORD_BYTES + position.state().len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::cache::tests::{number, position};

    const STATE_BYTES: usize = 1000;
    const ONE: usize = RECORD_BYTES + STATE_BYTES;

    fn filled(commits: u64, bytes_max: usize) -> Positions {
        let mut positions = Positions::default();
        for commit in 1..=commits {
            positions.keep(position(commit, STATE_BYTES), bytes_max);
        }
        positions
    }

    fn kept(positions: &Positions) -> Vec<u64> {
        positions.kept.keys().map(|commit| commit.get()).collect()
    }

    #[test]
    fn what_fits_is_kept_and_found() {
        let positions = filled(10, 10 * ONE);
        assert_eq!(kept(&positions), (1..=10).collect::<Vec<_>>());
        assert_eq!(positions.bytes(), RECORD_BYTES + 10 * ONE);
        assert_eq!(positions.at(number(7)).expect("kept").commit(), number(7));
        assert!(positions.at(number(11)).is_none());
        assert_eq!(positions.nearest(number(20)).expect("the newest").commit(), number(10));
        assert!(positions.nearest(number(0)).is_none());
    }

    #[test]
    fn beyond_the_bound_every_second_goes_and_the_newest_stays() {
        assert_eq!(kept(&filled(11, 10 * ONE)), [2, 4, 6, 8, 10, 11]);
        assert_eq!(kept(&filled(14, 10 * ONE)), [2, 4, 6, 8, 10, 12, 14]);
        let positions = filled(25, 10 * ONE);
        assert_eq!(kept(&positions), [4, 8, 12, 16, 20, 24, 25]);
        assert_eq!(positions.nearest(number(15)).expect("an earlier one").commit(), number(12));
    }

    #[test]
    fn the_bound_holds_however_long_a_match_is() {
        for commits in 1..200 {
            let positions = filled(commits, 5 * ONE);
            assert!(positions.bytes <= 5 * ONE, "{commits}: {}", positions.bytes);
            assert_eq!(positions.bytes, positions.kept.len() * ONE, "{commits}");
            assert_eq!(positions.newest(), number(commits));
        }
    }

    #[test]
    fn what_is_made_again_on_the_way_takes_no_place_from_the_rest() {
        let mut positions = filled(11, 10 * ONE);
        let before = kept(&positions);
        positions.keep(position(5, STATE_BYTES), 10 * ONE);
        positions.keep(position(6, STATE_BYTES), 10 * ONE);
        assert_eq!(kept(&positions), before);
        assert_eq!(positions.bytes, before.len() * ONE);
    }

    #[test]
    fn one_position_is_kept_even_if_it_is_too_large() {
        let positions = filled(3, ONE / 2);
        assert_eq!(kept(&positions), [3]);
    }
}
