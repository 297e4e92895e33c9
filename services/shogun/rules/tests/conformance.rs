//! Shogun keeps the laws of all games, with every option both ways.

use shogun_rules::{
    ChestDisplay, CombatMove, DraftExchange, EmptySpaces, Help, Options, Overbid, PlanReveal,
    Shogun, ShortSupply, Side, StartingProvinces, SurplusFarmers, TheatreEvent,
};

kit_conformance::suite!(
    Shogun,
    options = [Options {
        side: Side::Moon,
        line_up: StartingProvinces::Draft,
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
    },]
);
