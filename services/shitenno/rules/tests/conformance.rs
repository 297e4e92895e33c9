//! Shitennō keeps the laws of all games, with every option both ways.

use shitenno_rules::{Joker, Options, Refill, Shitenno, TieBreak, TileOrder};

kit_conformance::suite!(
    Shitenno,
    options = [
        Options {
            lots_may_be_empty: false,
            split_uses_all_cards: false,
            top_bonus_is_visible: false,
            refill: Refill::Eager,
            tie_break: TieBreak::FewerSeals,
            ..Options::default()
        },
        Options {
            tile_order: TileOrder::ExchangesFirst,
            joker: Joker::OneCard,
            joker_becomes_koku: false,
            final_exchange: false,
            final_plus_one: false,
            final_draw: true,
            ..Options::default()
        },
        Options {
            plus_one_on_exchanged_koku: false,
            waste_is_refused: false,
            final_plus_one_needs_koku: false,
            ..Options::default()
        },
        Options { plus_one_on_exchanged_koku: false, ..Options::default() },
    ]
);
