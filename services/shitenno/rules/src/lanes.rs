//! Five small numbers side by side in one word, one for each element.
//!
//! Listing what a player can set out adds such numbers up all the time, and
//! this way all five are added at once.

use crate::card::CONTENTS;
use crate::troop::Pool;
use crate::{Card, Cards};

/// What each kind of card gives.
static GIFTS: [Gift; Card::COUNT] = {
    let mut gifts = [Gift::NONE; Card::COUNT];
    let mut index = 0;
    while index < Card::COUNT {
        gifts[index] = Gift::new(&CONTENTS[index]);
        index += 1;
    }
    gifts
};

/// What is added to a number to keep it positive: lanes hold -64 to 63.
const ZERO: u64 = 0x40_40_40_40_40;

/// How many of each element a part gives; none is negative or above 63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Gift(u64);

impl Gift {
    /// Nothing.
    pub(crate) const NONE: Self = Self(0);

    pub(crate) const fn new(pool: &Pool) -> Self {
        let [a, b, c, d, e] = *pool;
        Self(u64::from_le_bytes([a, b, c, d, e, 0, 0, 0]))
    }

    /// What a card gives.
    pub(crate) fn of(card: Card) -> Self {
        GIFTS[card.index()]
    }

    /// What cards give together.
    pub(crate) fn of_all(cards: &Cards) -> Self {
        let gifts = cards.counts().iter().zip(&GIFTS);
        Self(gifts.map(|(count, gift)| u64::from(*count) * gift.0).sum())
    }

    /// A single element.
    pub(crate) const fn one(index: usize) -> Self {
        Self(1 << (8 * index))
    }

    #[must_use]
    pub(crate) const fn with(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// The same so many times.
    #[must_use]
    pub(crate) const fn times(self, count: u8) -> Self {
        Self(self.0 * count as u64)
    }

    pub(crate) const fn get(self, index: usize) -> i8 {
        (self.0 >> (8 * index)) as i8
    }

    /// The element that it consists of, if it is a single kind.
    pub(crate) const fn only_element(self) -> Option<usize> {
        let lane = self.0.trailing_zeros() / 8;
        if self.0 >> (8 * lane) > 0xFF { None } else { Some(lane as usize) }
    }

    /// The first and the last element that is there.
    pub(crate) const fn ends(self) -> [usize; 2] {
        let (before, after) = (self.0.trailing_zeros(), (self.0 | 1).leading_zeros());
        if self.0 == 0 { [0, 0] } else { [before as usize / 8, 7 - after as usize / 8] }
    }

    /// The same, number by number.
    pub(crate) const fn pool(self) -> Pool {
        let [a, b, c, d, e, ..] = self.0.to_le_bytes();
        [a, b, c, d, e]
    }

    /// The numbers side by side.
    pub(crate) const fn lanes(self) -> u64 {
        self.0
    }
}

/// How many of each element there are beyond those asked for; negative if some
/// are missing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Spare(u64);

impl Spare {
    /// What there is before anything is set out, given what is asked for.
    pub(crate) const fn none_of(need: Gift) -> Self {
        Self(ZERO - need.0)
    }

    pub(crate) const fn get(self, index: usize) -> i8 {
        ((self.0 >> (8 * index)) as u8 as i8).wrapping_sub(0x40)
    }

    #[must_use]
    pub(crate) const fn with(self, gift: Gift) -> Self {
        Self(self.0 + gift.0)
    }

    #[must_use]
    pub(crate) const fn without(self, gift: Gift) -> Self {
        Self(self.0 - gift.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_kept_apart_and_may_be_negative() {
        let spare = Spare::none_of(Gift::new(&[3, 0, 1, 0, 11])).with(Gift::new(&[1, 2, 1, 0, 3]));
        let numbers: [i8; 5] = core::array::from_fn(|index| spare.get(index));
        assert_eq!(numbers, [-2, 2, 0, 0, -8]);
    }

    #[test]
    fn the_ends_of_a_gift_are_its_first_and_its_last_element() {
        let ends = |gift: [u8; 5]| Gift::new(&gift).ends();
        assert_eq!(ends([0, 2, 0, 1, 0]), [1, 3]);
        assert_eq!((ends([3, 0, 0, 0, 0]), ends([0, 0, 0, 0, 11])), ([0, 0], [4, 4]));
        assert_eq!(Gift::one(2).times(3).with(Gift::one(0)).pool(), [1, 0, 3, 0, 0]);
    }
}
