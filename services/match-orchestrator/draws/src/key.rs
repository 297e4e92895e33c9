//! From seeds to the entropy of one commit.

use hkdf::Hkdf;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// 32 bytes from which all draws of one commit are expanded.
pub type Entropy = [u8; 32];

/// What is published about a server seed before anybody sits down:
/// `SHA-256(server seed || match id || 0x00 || rules version)`.
pub fn commitment(server_seed: &[u8; 32], match_id: &str, rules_version: &str) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(server_seed);
    hash.update(match_id.as_bytes());
    hash.update([0]);
    hash.update(rules_version.as_bytes());
    hash.finalize().into()
}

#[derive(Clone, PartialEq, Eq)]
pub struct MatchKey([u8; 32]);

impl MatchKey {
    /// `HKDF-SHA256(server seed, salt, info = match id)`, 32 bytes, where the
    /// salt is SHA-256 over the seat seeds in seat order, each behind its
    /// length as two bytes, most significant first.
    ///
    /// # Panics
    /// If a seat seed is longer than 65,535 bytes.
    pub fn derive<'a>(
        server_seed: &[u8; 32],
        seat_seeds: impl IntoIterator<Item = &'a [u8]>,
        match_id: &str,
    ) -> Self {
        let mut salt = Sha256::new();
        for seed in seat_seeds {
            let length = u16::try_from(seed.len()).expect("a seat seed is at most 65,535 bytes");
            salt.update(length.to_be_bytes());
            salt.update(seed);
        }
        let mut key = [0; 32];
        Hkdf::<Sha256>::new(Some(&salt.finalize()), server_seed)
            .expand(match_id.as_bytes(), &mut key)
            .expect("HKDF-SHA256 gives up to 8,160 bytes");
        Self(key)
    }

    /// A key that was derived before.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The key, to be stored where no viewer sees it.
    pub const fn to_bytes(&self) -> [u8; 32] {
        self.0
    }

    /// The key of the timeline that begins when a match is rewound:
    /// `HMAC-SHA256(key before, "rewound" || nonce)`.
    #[must_use]
    pub fn rewound(&self, nonce: &[u8]) -> Self {
        Self(self.mac(&[b"rewound", nonce]))
    }

    /// The entropy of a commit: `HMAC-SHA256(match key, commit)`, the number
    /// as eight bytes, most significant first.
    pub fn entropy(&self, commit: u64) -> Entropy {
        self.mac(&[&commit.to_be_bytes()])
    }

    /// What a bot draws its choices from, kept apart from the game's draws:
    /// `HMAC-SHA256(match key, commit || "bot" || seat)`.
    pub fn bot_entropy(&self, commit: u64, seat: u8) -> Entropy {
        self.mac(&[&commit.to_be_bytes(), b"bot", &[seat]])
    }

    fn mac(&self, parts: &[&[u8]]) -> Entropy {
        let mut mac =
            Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes a key of any length");
        for part in parts {
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    }
}

impl core::fmt::Debug for MatchKey {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("MatchKey(hidden)")
    }
}
