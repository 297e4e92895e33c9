//! Piles: how many of each kind of thing there are, without any order.

use core::cmp::Ordering;
use core::fmt;
use core::marker::PhantomData;

use kit_rules::Indexed;

/// A pile of things of `N` kinds, at most 32. It has no order: what is drawn from it is
/// drawn by place, with the kinds laid out in their order.
pub struct Pile<T, const N: usize> {
    counts: [u8; N],
    kind: PhantomData<T>,
}

impl<T: Indexed, const N: usize> Pile<T, N> {
    /// Nothing.
    pub const EMPTY: Self = Self::new([0; N]);

    pub const fn new(counts: [u8; N]) -> Self {
        Self { counts, kind: PhantomData }
    }

    /// How many there are of each kind, in the order of kinds.
    pub const fn counts(&self) -> &[u8; N] {
        &self.counts
    }

    pub fn count(&self, kind: T) -> u8 {
        self.counts[kind.index()]
    }

    pub fn has(&self, kind: T) -> bool {
        self.count(kind) > 0
    }

    pub fn total(&self) -> u32 {
        self.counts.iter().map(|count| u32::from(*count)).sum()
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.counts == [0; N]
    }

    /// Puts one in. A pile never holds more than 255 of a kind.
    pub fn put(&mut self, kind: T) {
        let count = &mut self.counts[kind.index()];
        *count = count.saturating_add(1);
    }

    /// Takes one out; whether there was one.
    pub fn take(&mut self, kind: T) -> bool {
        let count = &mut self.counts[kind.index()];
        let had = *count > 0;
        *count = count.saturating_sub(1);
        had
    }

    /// Puts all of another pile in, which is empty afterwards.
    pub fn take_all(&mut self, other: &mut Self) {
        for (count, more) in self.counts.iter_mut().zip(&mut other.counts) {
            *count = count.saturating_add(core::mem::take(more));
        }
    }

    /// Whether everything of another pile is in this one.
    pub fn contains(&self, other: &Self) -> bool {
        self.counts.iter().zip(&other.counts).all(|(own, others)| own >= others)
    }

    /// The kinds that are there, each once, in order.
    pub fn kinds(&self) -> impl Iterator<Item = T> + use<T, N> {
        Kinds::of(self.kind_bits())
    }

    /// Everything that is there, in the order of kinds.
    pub fn iter(&self) -> impl Iterator<Item = T> + use<'_, T, N> {
        self.kinds().flat_map(|kind| core::iter::repeat_n(kind, self.count(kind).into()))
    }

    /// What lies at this place when everything is laid out in order.
    pub fn nth(&self, place: u32) -> Option<T> {
        let mut rest = place;
        for (index, count) in self.counts.iter().enumerate() {
            match rest.checked_sub(u32::from(*count)) {
                None => return T::from_index(index),
                Some(less) => rest = less,
            }
        }
        None
    }

    /// The kinds that are there, one bit for each: lists are made of kinds all
    /// the time, and going from bit to bit leaves the processor less to guess.
    pub(crate) fn kind_bits(&self) -> u32 {
        let (eights, rest) = self.counts.as_chunks();
        let eights = eights.iter().map(|counts| bits_of(*counts)).zip((0..).step_by(8));
        let many = eights.fold(0, |bits, (eight, place)| bits | (eight << place));
        let there =
            |(index, count): (usize, &u8)| u32::from(*count > 0) << (N - rest.len() + index);
        rest.iter().enumerate().map(there).fold(many, core::ops::BitOr::bitor)
    }
}

/// Which of eight counts are not zero, one bit for each.
const fn bits_of(counts: [u8; 8]) -> u32 {
    const LOW: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    let counts = u64::from_le_bytes(counts);
    // The highest bit of each byte tells; the product brings them together.
    let there = (((counts & LOW) + LOW) | counts) & !LOW;
    ((there >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
}

pub(crate) struct Kinds<T> {
    rest: u32,
    kind: PhantomData<T>,
}

impl<T> Kinds<T> {
    pub(crate) const fn of(bits: u32) -> Self {
        Self { rest: bits, kind: PhantomData }
    }
}

impl<T: Indexed> Iterator for Kinds<T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        let kind = T::from_index(self.rest.trailing_zeros() as usize)?;
        self.rest &= self.rest - 1;
        Some(kind)
    }
}

impl<T, const N: usize> Clone for Pile<T, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const N: usize> Copy for Pile<T, N> {}

impl<T: Indexed, const N: usize> Default for Pile<T, N> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<T, const N: usize> PartialEq for Pile<T, N> {
    fn eq(&self, other: &Self) -> bool {
        self.counts == other.counts
    }
}

impl<T, const N: usize> Eq for Pile<T, N> {}

impl<T, const N: usize> PartialOrd for Pile<T, N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T, const N: usize> Ord for Pile<T, N> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.counts.cmp(&other.counts)
    }
}

impl<T: Indexed + fmt::Debug, const N: usize> fmt::Debug for Pile<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: Indexed, const N: usize> FromIterator<T> for Pile<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(things: I) -> Self {
        let mut pile = Self::EMPTY;
        things.into_iter().for_each(|thing| pile.put(thing));
        pile
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    kit_rules::indexed! {
        struct Letter: 3
    }

    #[test]
    fn a_pile_is_drawn_by_place_with_equal_things_side_by_side() {
        let pile: Pile<Letter, 3> = Pile::new([2, 0, 1]);
        let drawn: [Option<Letter>; 4] = core::array::from_fn(|place| pile.nth(place as u32));
        assert_eq!(drawn, [Some(Letter(0)), Some(Letter(0)), Some(Letter(2)), None]);
        assert!(pile.iter().eq([Letter(0), Letter(0), Letter(2)]));
    }

    #[test]
    fn kinds_are_found_whatever_their_counts_are() {
        for there in 0..1u32 << 9 {
            let counts = [1, 127, 128, 255, 2, 64, 129, 1, 3];
            let count = |index: usize| if there >> index & 1 == 1 { counts[index] } else { 0 };
            let pile: Pile<Letter, 9> = Pile::new(core::array::from_fn(count));
            assert_eq!(pile.kind_bits(), there);
        }
    }

    #[test]
    fn nothing_is_taken_from_an_empty_place() {
        let mut pile: Pile<Letter, 3> = Pile::new([1, 0, 0]);
        assert!(pile.take(Letter(0)) && !pile.take(Letter(0)) && !pile.take(Letter(1)));
        assert!(pile.is_empty());
    }
}
