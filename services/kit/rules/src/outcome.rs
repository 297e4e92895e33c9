//! Outcome with which a match ends.

use alloc::vec::Vec;

use crate::Seat;

/// The result of a match: one standing per seat, best rank first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The standings, sorted by rank and then by seat.
    pub standings: Vec<Standing>,
}

/// The place of one seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The seat.
    pub seat: Seat,
    /// The place from 1; seats that tie share a place.
    pub rank: u32,
    /// What the place was decided by, in the order in which it counts.
    pub score: Vec<ScoreLine>,
}

/// One line of a final score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreLine {
    /// What is counted.
    pub label: &'static str,
    /// How many.
    pub value: i64,
}

impl Outcome {
    /// Ranks the seats by a key, largest first. Equal keys share a place, and
    /// the place after a tie is skipped (1, 1, 3).
    pub fn ranked<K: Ord>(seats: impl IntoIterator<Item = (Seat, K, Vec<ScoreLine>)>) -> Self {
        let mut lines: Vec<_> = seats.into_iter().collect();
        lines.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        let ranks: Vec<u32> = lines
            .iter()
            .map(|line| 1 + lines.iter().filter(|other| other.1 > line.1).count() as u32)
            .collect();
        let standings = lines
            .into_iter()
            .zip(ranks)
            .map(|((seat, _, score), rank)| Standing { seat, rank, score })
            .collect();
        Self { standings }
    }

    /// The seats that share the first place.
    pub fn winners(&self) -> impl Iterator<Item = Seat> + '_ {
        self.standings.iter().filter(|standing| standing.rank == 1).map(|standing| standing.seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn equal_keys_share_a_place_and_the_next_place_is_skipped() {
        let seat = Seat::from_index;
        let outcome =
            Outcome::ranked([(seat(0), 3, vec![]), (seat(1), 7, vec![]), (seat(2), 7, vec![])]);
        let ranks: Vec<_> = outcome.standings.iter().map(|s| (s.seat.number(), s.rank)).collect();
        assert_eq!(ranks, [(2, 1), (3, 1), (1, 3)]);
    }
}
