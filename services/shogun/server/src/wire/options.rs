//! Options on the wire.

use kit_proto::bakufu::shogun::v1 as pb;
use kit_rules_server::codec::*;
use shogun_rules::{
    ChestDisplay, CombatMove, DraftExchange, EmptySpaces, Help, Options, Overbid, PlanReveal,
    ShortSupply, Side, StartingProvinces, SurplusFarmers, TheatreEvent,
};

wire_message! {
    /// The options; everything unspecified is the default.
    pub(crate) OPTIONS: pb::Options as Options = {
        side: or_default(SIDE),
        line_up: or_default(LINE_UP),
        combat_move: or_default(COMBAT_MOVE),
        plan_reveal: or_default(PLAN_REVEAL),
        overbid: or_default(OVERBID),
        short_supply: or_default(SHORT_SUPPLY),
        defence_special: or_default(HELP),
        castle_event: or_default(HELP),
        theatre_event: or_default(THEATRE_EVENT),
        surplus_farmers: or_default(SURPLUS_FARMERS),
        draft_exchange: or_default(DRAFT_EXCHANGE),
        chests: or_default(CHESTS),
        empty_spaces: or_default(EMPTY_SPACES),
    } <=> Options {
        side, line_up, combat_move, plan_reveal, overbid, short_supply, defence_special,
        castle_event, theatre_event, surplus_farmers, draft_exchange, chests, empty_spaces,
    }
}

wire_enum! {
    SIDE: pb::Side as Side = { Sun, Moon };
    LINE_UP: pb::LineUp as StartingProvinces = { Fixed, Draft, BySide };
    COMBAT_MOVE: pb::CombatMove as CombatMove = { Optional, Mandatory };
    PLAN_REVEAL: pb::PlanReveal as PlanReveal = { AtOnce, TurnOrder };
    OVERBID: pb::Overbid as Overbid = { CountsAsOwned, Illegal };
    SHORT_SUPPLY: pb::ShortSupply as ShortSupply = { Skip, PlaceRest };
    HELP: pb::Help as Help = { Attacks, Revolts };
    THEATRE_EVENT: pb::TheatreEvent as TheatreEvent = { WhenBuilt, EveryTheatre };
    SURPLUS_FARMERS: pb::SurplusFarmers as SurplusFarmers = { Tray, Supply };
    DRAFT_EXCHANGE: pb::DraftExchange as DraftExchange = { Optional, Always };
    CHESTS: pb::ChestDisplay as ChestDisplay = { Open, Hidden };
    EMPTY_SPACES: pb::EmptySpaces as EmptySpaces = { Any, BidFirst };
}
