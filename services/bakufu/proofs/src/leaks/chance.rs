//! Chance that can be repeated.

use std::num::NonZeroU32;

use match_orchestrator_draws::Numbers;

/// Random choices that follow from a number and a purpose.
pub(super) struct Chance(Numbers);

impl Chance {
    pub(super) fn new(number: u64, purpose: u64) -> Self {
        let mut entropy = [0; 32];
        entropy[..8].copy_from_slice(&number.to_le_bytes());
        entropy[8..16].copy_from_slice(&purpose.to_le_bytes());
        Self(Numbers::new(&entropy))
    }

    /// A number below `sides`, which is not zero.
    pub(super) fn below(&mut self, sides: usize) -> usize {
        let sides = u32::try_from(sides).ok().and_then(NonZeroU32::new);
        self.draw(sides.expect("there is something to choose from")) as usize
    }

    /// A number below `sides`, as rules ask for it.
    pub(super) fn draw(&mut self, sides: NonZeroU32) -> u32 {
        self.0.below(sides)
    }

    /// One of the items, if there are any.
    pub(super) fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { Some(&items[self.below(items.len())]) }
    }

    /// A seed for a match.
    pub(super) fn seed(&mut self) -> [u8; 32] {
        std::array::from_fn(|_| self.below(256) as u8)
    }
}
