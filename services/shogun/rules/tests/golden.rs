//! Whole matches of Shogun, as readable text.

use kit_conformance::golden;
use shogun_rules::{
    ChestDisplay, CombatMove, DraftExchange, EmptySpaces, Help, Options, Overbid, PlanReveal,
    Shogun, ShortSupply, Side, StartingProvinces, SurplusFarmers, TheatreEvent,
};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");

#[test]
fn three_seats_play_the_fixed_line_up_on_the_sun_side() {
    golden::<Shogun>("3p_sun_fixed", 3, &Options::default(), 1, FOLDER);
}

#[test]
fn four_seats_draft_on_the_moon_side() {
    let options =
        Options { side: Side::Moon, line_up: StartingProvinces::Draft, ..Options::default() };
    golden::<Shogun>("4p_moon_draft", 4, &options, 2, FOLDER);
}

#[test]
fn five_seats_play_with_all_switches_turned() {
    let options = Options {
        side: Side::Sun,
        line_up: StartingProvinces::Fixed,
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
    };
    golden::<Shogun>("5p_all_switches", 5, &options, 3, FOLDER);
}
