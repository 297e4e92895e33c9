//! Secrets that the benchmark knows in advance.

use std::sync::atomic::{AtomicU64, Ordering};

use match_orchestrator_server::Secrets;

/// Every seed and every key of a measured match.
pub(crate) const SEED: [u8; 32] = [7; 32];

/// Gives all matches the same seed and each an id of its own. The benchmark
/// can so work out every draw, and with it every legal action, before the
/// clock runs: what is timed is nothing but the submission.
#[derive(Default)]
pub(crate) struct KnownSecrets {
    issued: AtomicU64,
}

impl Secrets for KnownSecrets {
    fn fill(&self, buffer: &mut [u8]) {
        if buffer.len() == SEED.len() {
            return buffer.copy_from_slice(&SEED);
        }
        buffer.fill(0);
        let number = self.issued.fetch_add(1, Ordering::Relaxed).to_le_bytes();
        let length = number.len().min(buffer.len());
        buffer[..length].copy_from_slice(&number[..length]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_known_and_ids_are_new() {
        let secrets = KnownSecrets::default();
        let (mut seed, mut first, mut second) = ([0; 32], [0; 16], [0; 16]);
        secrets.fill(&mut first);
        secrets.fill(&mut seed);
        secrets.fill(&mut second);
        assert_eq!(seed, SEED);
        assert_ne!(first, second);
    }
}
