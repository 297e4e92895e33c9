//! Random choices that a seed repeats.

use std::num::NonZeroU32;

/// A small generator (SplitMix64): no secrets hang on it, only repeatability.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// The chance of one purpose; other purposes of the same seed do not touch it.
    pub fn new(seed: u64, purpose: &[u64]) -> Self {
        let mut dice = Self(seed);
        for part in purpose {
            dice.0 = dice.number() ^ part;
        }
        dice
    }

    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below this one, or zero if there is none.
    pub fn below(&mut self, sides: usize) -> usize {
        if sides == 0 { 0 } else { (self.number() % sides as u64) as usize }
    }

    /// A number below `sides`, as rules ask for it.
    pub fn draw(&mut self, sides: NonZeroU32) -> u32 {
        self.below(sides.get() as usize) as u32
    }

    pub fn seed(&mut self) -> [u8; 32] {
        std::array::from_fn(|_| self.below(256) as u8)
    }

    /// True so many times in a hundred.
    pub fn percent(&mut self, times: usize) -> bool {
        self.below(100) < times
    }

    /// True once in so many times.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of these, if there are any.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        let chosen = self.below(from.len());
        from.get(chosen)
    }

    /// One of these, which are never none.
    pub fn choose<T: Copy, const N: usize>(&mut self, from: [T; N]) -> T {
        from[self.below(N)]
    }
}
