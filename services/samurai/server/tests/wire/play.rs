//! The matches that are looked at, each replayed by its seed.

use kit_conformance::{Table, tables, wire};
use kit_rules::Seat;
use kit_rules_server::Wire;
use samurai_rules::{Captures, EndTiming, FigurePlacement, Options, Samurai, StartHand};
use samurai_server::SamuraiWire;

pub(crate) type StateMessage = <SamuraiWire as Wire>::State;
/// What a match is made of.
pub(crate) type Setting = Table<Samurai>;
pub(crate) type Views = wire::Views<SamuraiWire>;

/// Every table size with the printed game and with all options turned, each
/// with so many seeds.
pub(crate) fn settings(seeds: u64) -> Vec<Setting> {
    let turned = Options {
        start_hand: StartHand::Random,
        figure_placement: FigurePlacement::Random,
        end_timing: EndTiming::EndOfTurn,
        captures: Captures::Open,
        start_seat: Seat::new(2),
    };
    tables(&[Options::default(), turned], seeds)
}
