//! The derivation against values from an independent program in another
//! language.

use std::num::NonZeroU32;

use match_orchestrator_draws::{MatchKey, Numbers, commitment};

const MATCH_ID: &str = "m-0123456789";

fn server_seed() -> [u8; 32] {
    std::array::from_fn(|index| index as u8)
}

fn key() -> MatchKey {
    let seat_seeds: [&[u8]; 3] = [b"alice", b"", &[0x00, 0xff]];
    MatchKey::derive(&server_seed(), seat_seeds, MATCH_ID)
}

fn draw_all(numbers: &mut Numbers, sides: &[u32]) -> Vec<u32> {
    sides.iter().map(|sides| numbers.below(NonZeroU32::new(*sides).expect("sides"))).collect()
}

#[test]
fn the_commitment_binds_seed_match_and_rules_version() {
    assert_eq!(
        hex::encode(commitment(&server_seed(), MATCH_ID, "1")),
        "ed624a290f778cf440dc0bc420f18d7d4d75df1a99a37f833c9360a1de38458f"
    );
    assert_ne!(
        commitment(&server_seed(), MATCH_ID, "1"),
        commitment(&server_seed(), MATCH_ID, "2")
    );
}

#[test]
fn the_match_key_is_derived_from_all_seeds() {
    assert_eq!(
        hex::encode(key().to_bytes()),
        "e7c465f44054db2543f3296b74bd0f76b1ad0f22cedd9a76d74240ef17ca9edd"
    );
    let moved: [&[u8]; 3] = [b"alic", b"e", &[0x00, 0xff]];
    assert_ne!(MatchKey::derive(&server_seed(), moved, MATCH_ID), key());
}

#[test]
fn every_commit_has_its_own_entropy_and_bots_have_another() {
    let entropy = key().entropy(7);
    assert_eq!(
        hex::encode(entropy),
        "ccb8d3c904452bca6c870f149aa6fba40b15e5586e11e32712951b2638306f77"
    );
    assert_ne!(entropy, key().entropy(8));
    assert_ne!(entropy, key().bot_entropy(7, 1));
    assert_ne!(key().bot_entropy(7, 2), key().bot_entropy(7, 1));
}

#[test]
fn numbers_skip_the_words_that_would_favour_small_values() {
    // Two of the sides lie just above 2^31, where nearly half of all words are
    // thrown away.
    let mut numbers = Numbers::new(&key().entropy(7));
    assert_eq!(draw_all(&mut numbers, &[6; 10]), [4, 4, 3, 4, 1, 2, 2, 3, 0, 4]);
    let sides = [20, 19, 18, 1, 0x8000_0001, 0x8000_0001, u32::MAX, 3, 15, 174, 52, 2];
    assert_eq!(
        draw_all(&mut numbers, &sides),
        [15, 17, 16, 0, 375_481_695, 1_485_515_072, 2_401_761_580, 2, 8, 18, 40, 0]
    );
}

#[test]
fn a_key_is_never_printed() {
    assert_eq!(format!("{:?}", key()), "MatchKey(hidden)");
}
