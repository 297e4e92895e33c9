//! Whole matches of the toy game, as readable text.

use kit_conformance::golden;
use kit_conformance::toy::{Envelopes, Options};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");

#[test]
fn two_seats_play_three_rounds() {
    golden::<Envelopes>("2p_three_rounds", 2, &Options::default(), 1, FOLDER);
}

#[test]
fn five_seats_play_five_rounds() {
    golden::<Envelopes>("5p_five_rounds", 5, &Options { rounds: 5 }, 2, FOLDER);
}
