//! The matches that are looked at, each replayed by its seed.

use kit_conformance::{Table, tables, wire};
use kit_rules_server::Wire;
use shitenno_rules::{Joker, Options, Refill, Shitenno, TieBreak, TileOrder};
use shitenno_server::ShitennoWire;

pub(crate) type StateMessage = <ShitennoWire as Wire>::State;
/// What a match is made of.
pub(crate) type Setting = Table<Shitenno>;
pub(crate) type Views = wire::Views<ShitennoWire>;

/// Every table size with the default options and with all of them turned, each
/// with so many seeds.
pub(crate) fn settings(seeds: u64) -> Vec<Setting> {
    let turned = Options {
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
    tables(&[Options::default(), turned], seeds)
}
