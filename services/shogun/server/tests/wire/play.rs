//! The matches that are looked at, each replayed by its seed.

use kit_conformance::{Table, tables, wire};
use kit_rules_server::Wire;
use shogun_rules::{
    ChestDisplay, CombatMove, DraftExchange, EmptySpaces, Help, Options, Overbid, PlanReveal,
    Shogun, ShortSupply, Side, StartingProvinces, SurplusFarmers, TheatreEvent,
};
use shogun_server::ShogunWire;

pub(crate) type StateMessage = <ShogunWire as Wire>::State;
/// What a match is made of.
pub(crate) type Setting = Table<Shogun>;
pub(crate) type Views = wire::Views<ShogunWire>;

/// Every table size with the printed game, with a draft on the other side of
/// the board, and with all other options turned, each with so many seeds.
pub(crate) fn settings(seeds: u64) -> Vec<Setting> {
    let drafted =
        Options { side: Side::Moon, line_up: StartingProvinces::Draft, ..Options::default() };
    let turned = Options {
        combat_move: CombatMove::Mandatory,
        plan_reveal: PlanReveal::TurnOrder,
        overbid: Overbid::Illegal,
        short_supply: ShortSupply::PlaceRest,
        defence_special: Help::Revolts,
        castle_event: Help::Revolts,
        theatre_event: TheatreEvent::EveryTheatre,
        surplus_farmers: SurplusFarmers::Supply,
        draft_exchange: DraftExchange::Always,
        chests: ChestDisplay::Hidden,
        empty_spaces: EmptySpaces::BidFirst,
        ..Options::default()
    };
    tables(&[Options::default(), drafted, turned], seeds)
}

/// One setting for each table size, each with other options.
pub(crate) fn some_settings() -> Vec<Setting> {
    let all = settings(1);
    vec![all[0], all[4], all[8]]
}
