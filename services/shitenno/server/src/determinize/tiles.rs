//! The tiles that nobody has seen.
//!
//! Of a tile that was taken the position keeps only the bonus, and of an upper
//! tile whose bonus is secret only the face. So the faces of the taken ones are
//! dealt, one face after the other, each time in the proportion in which the
//! tiles of the box allow it; what is left is unseen. The whole box can be dealt
//! in fewer than 2^27 ways, however the table stands.

use std::num::NonZeroU32;

use kit_rules::Draws;
use kit_rules_server::Malformed;
use shitenno_rules::{Bonus, State, Tile, Tiles, Top, Troop};

/// How many tiles of each bonus, in the order of bonuses.
type Counts = [u8; Bonus::COUNT];

/// Deals the tiles that nobody has seen: all ways in which tiles of the box can
/// lie where the position has some are equally likely.
pub(super) fn deal(state: &State, draws: &mut Draws<'_>) -> Result<Tiles, Malformed> {
    let faces = faces(state).ok_or_else(too_many)?;
    let mut taken = taken(state);
    let ways = Ways::count(&faces, taken);
    let mut unseen = Tiles::EMPTY;
    for (index, face) in faces.iter().enumerate() {
        let mut place = draws(NonZeroU32::new(ways.of(index, taken)).ok_or_else(too_many)?);
        let mut shares = face.shares_of(taken);
        let of_face = shares.find_map(|(share, rest, each)| {
            let fitting = each * ways.of(index + 1, rest);
            let is_it = place < fitting;
            place = place.saturating_sub(fitting);
            is_it.then_some(share)
        });
        let of_face = of_face.expect("the shares add up to all ways");
        taken = less(taken, of_face).expect("a share is part of what was taken");
        for (index, bonus) in Bonus::ALL.into_iter().enumerate() {
            let tile = Tile { face: face.troop, bonus };
            (of_face[index]..face.copies[index]).for_each(|_| unseen.put(tile));
        }
    }
    Ok(unseen)
}

/// The tiles with one face, without the upper ones whose bonus is known.
struct Face {
    troop: Troop,
    copies: Counts,
    /// How many of them can have been taken, with the number of ways in which
    /// that leaves upper tiles as they are seen.
    shares: Vec<(Counts, u32)>,
}

impl Face {
    fn new(troop: Troop, copies: Counts, upper: u8) -> Self {
        let all: u8 = copies.iter().sum();
        let share = |share: Counts| {
            let each = copies.into_iter().zip(share).map(|(copies, taken)| choose(copies, taken));
            (share, each.product::<u32>() * choose(all - share.iter().sum::<u8>(), upper))
        };
        Self { troop, copies, shares: up_to(copies).map(share).collect() }
    }

    /// Every part of the taken tiles that can have had this face, with the rest
    /// of them and the number of ways.
    fn shares_of(&self, taken: Counts) -> impl Iterator<Item = (Counts, Counts, u32)> + '_ {
        let shares = self.shares.iter();
        shares.filter_map(move |&(share, ways)| Some((share, less(taken, share)?, ways)))
    }
}

/// In how many ways the last faces can have given so many of the taken tiles.
struct Ways {
    most: Counts,
    /// From the first face on, from the second on, and so forth.
    layers: Vec<Vec<u32>>,
}

impl Ways {
    fn count(faces: &[Face], most: Counts) -> Self {
        let cells = most.iter().map(|count| usize::from(*count) + 1).product();
        let mut ways = Self { most, layers: vec![vec![0; cells]; faces.len() + 1] };
        // When no face is left, nothing can be left to be taken.
        ways.layers[faces.len()][0] = 1;
        for (index, face) in faces.iter().enumerate().rev() {
            for taken in up_to(most) {
                let shares = face.shares_of(taken);
                let all = shares.map(|(_, rest, each)| each * ways.of(index + 1, rest)).sum();
                let cell = ways.cell(taken);
                ways.layers[index][cell] = all;
            }
        }
        ways
    }

    fn of(&self, face: usize, taken: Counts) -> u32 {
        self.layers[face][self.cell(taken)]
    }

    fn cell(&self, taken: Counts) -> usize {
        let [a, b, c] = taken.map(usize::from);
        let [_, pluses, draws] = self.most.map(usize::from);
        (a * (pluses + 1) + b) * (draws + 1) + c
    }
}

/// The tiles of the box by their faces, if they are enough for what lies open.
fn faces(state: &State) -> Option<Vec<Face>> {
    let tops = || state.provinces.iter().filter_map(|land| land.top);
    let face = |troop: Troop| {
        let upper = |bonus| tops().filter(|top| *top == Top { face: troop, bonus }).count() as u8;
        let mut copies = Bonus::ALL.map(|bonus| Tile { face: troop, bonus }.copies());
        for (count, bonus) in copies.iter_mut().zip(Bonus::ALL) {
            *count = count.checked_sub(upper(Some(bonus)))?;
        }
        Some(Face::new(troop, copies, upper(None)))
    };
    Troop::ALL.into_iter().map(face).collect()
}

fn taken(state: &State) -> Counts {
    Bonus::ALL.map(|bonus| {
        let held: u8 = state.players.iter().map(|player| player.bonuses.count(bonus)).sum();
        held + state.used_tiles.count(bonus)
    })
}

/// Every choice of at most so many.
fn up_to([exchanges, pluses, draws]: Counts) -> impl Iterator<Item = Counts> {
    (0..=exchanges).flat_map(move |exchanges| {
        (0..=pluses)
            .flat_map(move |pluses| (0..=draws).map(move |draws| [exchanges, pluses, draws]))
    })
}

/// What is left of them without others, if those are among them.
fn less([a, b, c]: Counts, [x, y, z]: Counts) -> Option<Counts> {
    Some([a.checked_sub(x)?, b.checked_sub(y)?, c.checked_sub(z)?])
}

/// In how many ways some can be chosen among all.
fn choose(all: u8, some: u8) -> u32 {
    if some > all {
        return 0;
    }
    (0..u32::from(some)).fold(1, |ways, chosen| ways * (u32::from(all) - chosen) / (chosen + 1))
}

fn too_many() -> Malformed {
    Malformed::field("lands", "show more tiles than there are")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four faces with two tiles of each bonus, and so many upper ones.
    fn whole_box(upper: [u8; 4]) -> Vec<Face> {
        let faces = Troop::ALL.into_iter().zip(upper);
        faces.map(|(troop, upper)| Face::new(troop, [2; 3], upper)).collect()
    }

    #[test]
    fn ways_are_those_of_choosing_tiles_by_hand() {
        let none = Ways::count(&whole_box([0; 4]), [0; 3]);
        assert_eq!(none.of(0, [0; 3]), 1);
        let one = Ways::count(&whole_box([0; 4]), [1, 0, 0]);
        assert_eq!(one.of(0, [1, 0, 0]), 8, "any of the eight exchange tiles");
        let covered = Ways::count(&whole_box([1, 0, 0, 0]), [1, 0, 0]);
        let (same_face, another) = (2 * 5, 6 * 6);
        assert_eq!(covered.of(0, [1, 0, 0]), same_face + another);
        let all = Ways::count(&whole_box([0; 4]), [8, 0, 0]);
        assert_eq!(all.of(0, [8, 0, 0]), 1, "all exchange tiles were taken");
    }

    #[test]
    fn no_table_has_more_ways_than_its_doc_says() {
        let mut most = 0;
        for upper in [[2, 2, 2, 2], [1, 2, 2, 3], [0, 2, 3, 3], [0, 0, 0, 0]] {
            let ways = Ways::count(&whole_box(upper), [8; 3]);
            most = up_to([8; 3]).map(|taken| ways.of(0, taken)).fold(most, u32::max);
        }
        assert!((1 << 26..1 << 27).contains(&most), "{most}");
    }
}
