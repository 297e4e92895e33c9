//! Source of the draws: the real one, or one that a test has spoiled.

use std::num::NonZeroU32;

use match_orchestrator_draws::{Entropy, MatchKey, Numbers};

/// A way from seeds to numbers. What is not overridden is the real one.
pub trait Chance: Sync {
    fn key(&self, server_seed: &[u8; 32], seat_seeds: &[Vec<u8>], match_id: &str) -> [u8; 32] {
        let seeds = seat_seeds.iter().map(|seed| &seed[..]);
        MatchKey::derive(server_seed, seeds, match_id).to_bytes()
    }

    fn entropy(&self, key: &[u8; 32], commit: u64) -> Entropy {
        MatchKey::from_bytes(*key).entropy(commit)
    }

    fn bot_entropy(&self, key: &[u8; 32], commit: u64, seat: u8) -> Entropy {
        MatchKey::from_bytes(*key).bot_entropy(commit, seat)
    }

    /// Draws numbers below `sides`, one after the other, into the buffer.
    fn draw(&self, entropy: &Entropy, sides: NonZeroU32, into: &mut [u32]) {
        let mut numbers = Numbers::new(entropy);
        into.fill_with(|| numbers.below(sides));
    }
}

/// What matches draw with.
pub struct Real;

impl Chance for Real {}
