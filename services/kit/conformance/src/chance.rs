//! A small source of numbers for a game's own tests.

/// Numbers that follow from a seed: quick, and even enough to wander by.
pub struct Chance(u64);

impl Chance {
    /// The same seed always gives the same numbers.
    pub const fn new(seed: u64) -> Self {
        // The state is never zero, or all numbers would be.
        Self(seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below the bound.
    pub const fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * bound as u64) >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_below_their_bound_and_reach_all_of_them() {
        let mut chance = Chance::new(0);
        let mut times = [0; 6];
        for _ in 0..600 {
            times[chance.below(6) as usize] += 1;
        }
        assert!(times.iter().all(|times| (50..150).contains(times)), "{times:?}");
        assert_eq!(chance.below(1), 0);
    }
}
