//! The derivation against the vectors of DRAWS.md, whose values come from an
//! independent program in another language.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use hmac::{Hmac, KeyInit, Mac};
use match_orchestrator_draws::{MatchKey, Numbers, commitment};
use sha2::{Digest, Sha256};

const DOCUMENT: &str = include_str!("../../DRAWS.md");
const FENCE: &str = "```vector\n";

/// The lines of one vector, by name.
struct Vector(BTreeMap<&'static str, &'static str>);

impl Vector {
    fn read(block: &'static str) -> Self {
        let (lines, _) = block.split_once("```").expect("a block is closed");
        let pairs = lines.lines().map(|line| line.split_once('=').expect("a name and a value"));
        Self(pairs.map(|(name, value)| (name.trim(), value.trim())).collect())
    }

    fn text(&self, name: &str) -> &'static str {
        self.0.get(name).unwrap_or_else(|| panic!("the vector has no {name}: {:?}", self.0))
    }

    fn number<T: std::str::FromStr>(&self, name: &str) -> T {
        self.text(name).parse().unwrap_or_else(|_| panic!("{name} is no number"))
    }

    fn server_seed(&self) -> [u8; 32] {
        let seed = hex::decode(self.text("server seed")).expect("hex");
        seed.try_into().expect("32 bytes")
    }

    fn seat_seeds(&self) -> Vec<Vec<u8>> {
        let seeds = self.text("seat seeds").split(',');
        seeds.map(|seed| hex::decode(seed.trim_matches([' ', '-'])).expect("hex")).collect()
    }

    /// The key that counts after all rewinds.
    fn key(&self) -> MatchKey {
        let nonces = self.0.get("nonces").copied().unwrap_or_default().split_whitespace();
        let nonces = nonces.map(|nonce| hex::decode(nonce).expect("hex"));
        nonces.fold(self.match_key(), |key, nonce| key.rewound(&nonce))
    }

    fn match_key(&self) -> MatchKey {
        let seeds = self.seat_seeds();
        MatchKey::derive(
            &self.server_seed(),
            seeds.iter().map(|seed| &seed[..]),
            self.text("match id"),
        )
    }

    /// The values and sides of the draws.
    fn draws(&self) -> Vec<(u32, u32)> {
        let pairs = self.text("draws").split_whitespace();
        let pairs = pairs.map(|pair| pair.split_once('/').expect("value/sides"));
        let number = |text: &str| text.parse().expect("a number");
        pairs.map(|(value, sides)| (number(value), number(sides))).collect()
    }

    fn is(&self, name: &str, made: impl AsRef<[u8]>) {
        assert_eq!(hex::encode(made), self.text(name), "{name} of {:?}", self.0);
    }
}

fn vectors() -> Vec<Vector> {
    let vectors: Vec<Vector> = DOCUMENT.split(FENCE).skip(1).map(Vector::read).collect();
    assert!(vectors.len() >= 4, "the document has {} vectors", vectors.len());
    vectors
}

fn draw_all(numbers: &mut Numbers, sides: impl IntoIterator<Item = u32>) -> Vec<u32> {
    let sides = sides.into_iter().map(|sides| NonZeroU32::new(sides).expect("sides"));
    sides.map(|sides| numbers.below(sides)).collect()
}

fn hmac(key: &[u8], message: &[u8]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("any length");
    mac.update(message);
    mac.finalize().into_bytes().into()
}

#[test]
fn the_code_gives_every_vector_of_the_document() {
    for vector in vectors() {
        let (commit, key) = (vector.number("commit"), vector.key());
        let (match_id, version) = (vector.text("match id"), vector.text("rules version"));
        vector.is("commitment", commitment(&vector.server_seed(), match_id, version));
        vector.is("match key", vector.match_key().to_bytes());
        vector.is("entropy", key.entropy(commit));
        vector.is("bot entropy", key.bot_entropy(commit, vector.number("bot seat")));
        let draws = vector.draws();
        let mut numbers = Numbers::new(&key.entropy(commit));
        let made = draw_all(&mut numbers, draws.iter().map(|(_, sides)| *sides));
        assert_eq!(made, draws.iter().map(|(value, _)| *value).collect::<Vec<_>>());
    }
}

#[test]
fn what_the_document_shows_on_the_way_is_true() {
    for vector in vectors() {
        let mut salt = Sha256::new();
        for seed in vector.seat_seeds() {
            salt.update((seed.len() as u16).to_be_bytes());
            salt.update(&seed);
        }
        let salt = salt.finalize();
        vector.is("salt", salt);
        vector.is("extracted key", hmac(&salt, &vector.server_seed()));
        // Draws of all words but the highest show the words themselves.
        let mut numbers = Numbers::new(&vector.key().entropy(vector.number("commit")));
        let words = draw_all(&mut numbers, [u32::MAX; 16]);
        vector.is("key stream", words.iter().flat_map(|it| it.to_le_bytes()).collect::<Vec<_>>());
    }
}

#[test]
fn a_vector_throws_words_away_and_another_does_not() {
    let words_used = |vector: &Vector| {
        let entropy = vector.key().entropy(vector.number("commit"));
        let draws = vector.draws();
        let mut numbers = Numbers::new(&entropy);
        draw_all(&mut numbers, draws.iter().map(|(_, sides)| *sides));
        let next = numbers.below(NonZeroU32::MAX);
        let mut words = Numbers::new(&entropy);
        let used = (0..).find(|_| words.below(NonZeroU32::MAX) == next).expect("it comes");
        used - draws.len()
    };
    let thrown_away: Vec<usize> = vectors().iter().map(words_used).collect();
    assert_eq!(thrown_away, [0, 5, 0, 0, 0]);
}

#[test]
fn all_that_is_hashed_matters() {
    let vector = &vectors()[0];
    let (seed, match_id) = (vector.server_seed(), vector.text("match id"));
    assert_ne!(commitment(&seed, match_id, "1"), commitment(&seed, match_id, "2"));
    assert_ne!(commitment(&seed, "ab", "c"), commitment(&seed, "a", "bc"));
    let moved: [&[u8]; 3] = [b"alic", b"e", &[0x00, 0xff]];
    assert_ne!(MatchKey::derive(&seed, moved, match_id), vector.key());
    let key = vector.key();
    assert_ne!(key.entropy(7), key.entropy(8));
    assert_ne!(key.entropy(7), key.bot_entropy(7, 1));
    assert_ne!(key.bot_entropy(7, 1), key.bot_entropy(7, 2));
}

#[test]
fn a_key_is_never_printed() {
    assert_eq!(format!("{:?}", vectors()[0].key()), "MatchKey(hidden)");
}
