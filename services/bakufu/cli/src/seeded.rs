//! Secrets that are no secrets: everything follows from a seed.

use std::num::NonZeroU32;
use std::str::FromStr;
use std::sync::Mutex;

use match_orchestrator_draws::Numbers;
use match_orchestrator_server::Secrets;
use sha2::{Digest, Sha256};

/// The longest seed.
const SEED_BYTES_MAX: usize = 32;
/// Keeps these seeds apart from all other uses of the same bytes.
const DOMAIN: &[u8] = b"bakufu play --seed\0";
const BYTE_VALUES: NonZeroU32 = NonZeroU32::new(256).expect("256 is not zero");

/// Ids, seeds and keys that follow from one seed, so that a match can be
/// repeated. Whoever knows the seed knows every draw in advance.
pub struct SeededSecrets(Mutex<Numbers>);

impl SeededSecrets {
    pub fn new(seed: &[u8]) -> Self {
        let entropy = Sha256::new().chain_update(DOMAIN).chain_update(seed).finalize();
        Self(Mutex::new(Numbers::new(&entropy.into())))
    }
}

impl Secrets for SeededSecrets {
    fn fill(&self, buffer: &mut [u8]) {
        let mut numbers = self.0.lock().expect("no thread panics while it draws");
        buffer.fill_with(|| numbers.below(BYTE_VALUES) as u8);
    }
}

/// A seed as it is given on a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seed(pub(crate) Vec<u8>);

impl FromStr for Seed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match hex::decode(text) {
            Ok(seed) if seed.len() > SEED_BYTES_MAX => {
                let length = seed.len();
                Err(format!("a seed has at most {SEED_BYTES_MAX} bytes, this one has {length}"))
            }
            Ok(seed) => Ok(Self(seed)),
            Err(_) => Err("a seed is an even number of hexadecimal digits, such as 2a".into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_bytes(seed: &[u8]) -> [u8; 32] {
        let mut buffer = [0; 32];
        SeededSecrets::new(seed).fill(&mut buffer);
        buffer
    }

    #[test]
    fn the_same_seed_gives_the_same_secrets_and_another_gives_others() {
        assert_eq!(first_bytes(b"a"), first_bytes(b"a"));
        assert_ne!(first_bytes(b"a"), first_bytes(b"b"));
    }

    #[test]
    fn secrets_go_on_and_do_not_repeat() {
        let secrets = SeededSecrets::new(b"a");
        let (mut first, mut second) = ([0; 32], [0; 32]);
        secrets.fill(&mut first);
        secrets.fill(&mut second);
        assert_ne!(first, second);
    }

    #[test]
    fn seeds_are_read_up_to_32_bytes() {
        assert_eq!("c0FFee".parse(), Ok(Seed(vec![0xc0, 0xff, 0xee])));
        assert_eq!("00".repeat(32).parse(), Ok(Seed(vec![0; 32])));
        for wrong in ["xyz", "abc", "00".repeat(33).as_str()] {
            assert!(wrong.parse::<Seed>().is_err(), "{wrong}");
        }
    }
}
