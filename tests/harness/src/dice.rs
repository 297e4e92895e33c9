//! Random choices of a test, which a seed repeats.

use std::time::{SystemTime, UNIX_EPOCH};

/// The variable with the seed that repeats the choices of a failed test.
const ENV_SEED: &str = "E2E_SEED";

/// A generator of random numbers (SplitMix64). Its seed is printed, and so
/// shown with a failure; setting `E2E_SEED` to it makes the same choices again.
/// The seeds of the servers are their own, so that hidden tiles may still lie
/// elsewhere.
#[derive(Clone, Debug)]
pub struct Dice {
    state: u64,
}

impl Dice {
    /// Dice with the seed of the environment, or else one from the clock.
    ///
    /// # Panics
    /// If the variable is no number.
    pub fn roll() -> Self {
        let seed = match std::env::var(ENV_SEED) {
            Ok(seed) => seed.parse().expect("E2E_SEED is a number"),
            Err(_) => {
                let now = SystemTime::now().duration_since(UNIX_EPOCH);
                now.expect("the clock is right").as_nanos() as u64
            }
        };
        announce(seed);
        Self { state: seed }
    }

    pub fn seeded(seed: u64) -> Self {
        Self { state: seed }
    }

    pub fn number(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `sides`.
    ///
    /// # Panics
    /// If there are no sides.
    pub fn below(&mut self, sides: usize) -> usize {
        (self.number() % sides as u64) as usize
    }

    /// One of these.
    ///
    /// # Panics
    /// If there are none.
    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }

    /// So many random bytes.
    pub fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.number() as u8).collect()
    }
}

#[expect(clippy::print_stderr, reason = "a failed test shows the seed that repeats it")]
fn announce(seed: u64) {
    eprintln!("{ENV_SEED}={seed} repeats the choices of this test");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_makes_the_same_choices() {
        let choices = |seed| {
            let mut dice = Dice::seeded(seed);
            (0..20).map(|_| dice.below(6)).collect::<Vec<_>>()
        };
        assert_eq!(choices(7), choices(7));
        assert_ne!(choices(7), choices(8));
    }
}
