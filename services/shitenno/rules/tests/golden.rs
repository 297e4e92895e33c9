//! Whole matches of Shitennō, as readable text.

use kit_conformance::golden;
use shitenno_rules::{Joker, Options, Refill, Shitenno, TieBreak, TileOrder};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");

#[test]
fn two_seats_play_with_the_defaults() {
    golden::<Shitenno>("2p_defaults", 2, &Options::default(), 1, FOLDER);
}

#[test]
fn three_seats_play_with_the_defaults() {
    golden::<Shitenno>("3p_defaults", 3, &Options::default(), 2, FOLDER);
}

#[test]
fn four_seats_play_with_the_defaults() {
    golden::<Shitenno>("4p_defaults", 4, &Options::default(), 3, FOLDER);
}

#[test]
fn four_seats_play_with_all_options_turned_round() {
    let options = Options {
        lots_may_be_empty: false,
        split_uses_all_cards: false,
        refill: Refill::Eager,
        tile_order: TileOrder::ExchangesFirst,
        plus_one_on_exchanged_koku: false,
        joker: Joker::OneCard,
        joker_becomes_koku: false,
        waste_is_refused: false,
        top_bonus_is_visible: false,
        final_exchange: false,
        final_plus_one: false,
        final_plus_one_needs_koku: false,
        final_draw: true,
        tie_break: TieBreak::FewerSeals,
    };
    golden::<Shitenno>("4p_all_options", 4, &options, 4, FOLDER);
}
