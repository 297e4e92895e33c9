//! From the entropy of one commit to its numbers.

use core::num::NonZeroU32;

use chacha20::ChaCha20;
use chacha20::cipher::{KeyIvInit, StreamCipher};

use crate::Entropy;

const WORDS: usize = 16;

/// The numbers of one commit, one after the other.
///
/// They come from the ChaCha20 key stream with the entropy as key, a nonce of
/// twelve zero bytes and block counter zero, read as 32-bit words, least
/// significant byte first. A number below `sides` takes the next word `w`. If
/// `w` is below the largest multiple of `sides` up to 2^32, the number is
/// `w mod sides`; otherwise the word is thrown away and the next one is taken,
/// so that every value is equally likely.
pub struct Numbers {
    stream: ChaCha20,
    block: [u8; WORDS * 4],
    next: usize,
}

impl Numbers {
    pub fn new(entropy: &Entropy) -> Self {
        Self {
            stream: ChaCha20::new(entropy.into(), &[0; 12].into()),
            block: [0; WORDS * 4],
            next: WORDS,
        }
    }

    /// The next number below `sides`.
    pub fn below(&mut self, sides: NonZeroU32) -> u32 {
        let sides = u64::from(sides.get());
        let limit = (1 << 32) - (1 << 32) % sides;
        loop {
            let word = u64::from(self.word());
            if word < limit {
                return (word % sides) as u32;
            }
        }
    }

    fn word(&mut self) -> u32 {
        if self.next == WORDS {
            self.block = [0; WORDS * 4];
            self.stream.apply_keystream(&mut self.block);
            self.next = 0;
        }
        let at = self.next * 4;
        self.next += 1;
        let bytes = self.block[at..at + 4].try_into().expect("four bytes are four bytes");
        u32::from_le_bytes(bytes)
    }
}
