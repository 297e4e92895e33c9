//! Whole matches of Edo, as readable text. The seeds were picked for eventful
//! matches: with even chances most players walk about and build little.

use edo_rules::{Edo, Options};
use kit_conformance::golden;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");

#[test]
fn two_seats_play_the_base_game() {
    golden::<Edo>("2p_base", 2, &Options::default(), 7614, FOLDER);
}

#[test]
fn four_seats_play_the_base_game() {
    golden::<Edo>("4p_base", 4, &Options::default(), 14636, FOLDER);
}

#[test]
fn five_seats_play_with_all_modules() {
    let options = Options { jiin: true, tokken: true, ronin: true };
    golden::<Edo>("5p_all_modules", 5, &options, 21078, FOLDER);
}

#[test]
fn two_seats_play_with_ronin_and_neutral_samurai() {
    let options = Options { ronin: true, ..Options::default() };
    golden::<Edo>("2p_ronin", 2, &options, 18468, FOLDER);
}
