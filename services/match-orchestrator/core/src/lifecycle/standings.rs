//! Places at the end of a match in which somebody resigned.

use alloc::vec::Vec;

use kit_rules::Seat;

use crate::counting::CommitNumber;

/// Moves the seats that resigned behind all others. The others keep their
/// order and ties among themselves; of two that resigned, the one who stayed
/// longer is in front. Returns the seats with their places, best first.
pub(super) fn place_resigned_last(
    places: &[(Seat, u32)],
    resigned_at: impl Fn(Seat) -> Option<CommitNumber>,
) -> Vec<(Seat, u32)> {
    // A later resignation is better, so it must compare as smaller.
    let key = |&(seat, rank): &(Seat, u32)| match resigned_at(seat) {
        None => (0, 0, rank),
        Some(commit) => (1, u64::MAX - commit.get(), 0),
    };
    let mut sorted = places.to_vec();
    sorted.sort_by_key(|place| (key(place), place.0));
    sorted
        .iter()
        .map(|place| {
            let better = sorted.iter().filter(|other| key(other) < key(place)).count();
            (place.0, better as u32 + 1)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_resigned_ranks_behind_everyone_else_and_later_is_better() {
        let seat = Seat::from_index;
        let places = [(seat(0), 1), (seat(1), 2), (seat(2), 2), (seat(3), 4)];
        let resigned = |s: Seat| match s.number() {
            1 => Some(CommitNumber::new(10)),
            3 => Some(CommitNumber::new(20)),
            _ => None,
        };
        let result: Vec<_> = place_resigned_last(&places, resigned)
            .into_iter()
            .map(|(seat, rank)| (seat.number(), rank))
            .collect();
        assert_eq!(result, [(2, 1), (4, 2), (3, 3), (1, 4)]);
    }

    #[test]
    fn ties_among_those_who_stayed_are_kept() {
        let seat = Seat::from_index;
        let places = [(seat(1), 1), (seat(2), 1), (seat(0), 3)];
        assert_eq!(place_resigned_last(&places, |_| None), places);
    }
}
