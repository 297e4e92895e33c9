//! Reads the options of a match.

use kit_proto::bakufu::shogun::v1 as pb;
use kit_rules_server::Malformed;
use shogun_rules::{
    ChestDisplay, CombatMove, DraftExchange, EmptySpaces, Help, Options, Overbid, PlanReveal,
    ShortSupply, Side, StartingProvinces, SurplusFarmers, TheatreEvent,
};

use super::field::Read;

/// The options; everything unspecified is the default, which is the first value
/// of each enum but one.
pub(crate) fn options(message: &pb::Options) -> Read<Options> {
    let mut faults = Vec::new();
    let side = Malformed::gather(&mut faults, is_second("side", message.side)).unwrap_or(false);
    let line_up = Malformed::gather(&mut faults, line_up(message.line_up)).unwrap_or_default();
    let mut other = |field: &str, number: i32| {
        Malformed::gather(&mut faults, is_second(field, number)).unwrap_or(false)
    };
    let options = Options {
        side: pick(side, Side::Sun, Side::Moon),
        line_up,
        combat_move: pick(
            other("combat_move", message.combat_move),
            CombatMove::Optional,
            CombatMove::Mandatory,
        ),
        plan_reveal: pick(
            other("plan_reveal", message.plan_reveal),
            PlanReveal::AtOnce,
            PlanReveal::TurnOrder,
        ),
        overbid: pick(other("overbid", message.overbid), Overbid::CountsAsOwned, Overbid::Illegal),
        short_supply: pick(
            other("short_supply", message.short_supply),
            ShortSupply::Skip,
            ShortSupply::PlaceRest,
        ),
        defence_special: pick(
            other("defence_special", message.defence_special),
            Help::Attacks,
            Help::Revolts,
        ),
        castle_event: pick(
            other("castle_event", message.castle_event),
            Help::Attacks,
            Help::Revolts,
        ),
        theatre_event: pick(
            other("theatre_event", message.theatre_event),
            TheatreEvent::WhenBuilt,
            TheatreEvent::EveryTheatre,
        ),
        surplus_farmers: pick(
            other("surplus_farmers", message.surplus_farmers),
            SurplusFarmers::Tray,
            SurplusFarmers::Supply,
        ),
        draft_exchange: pick(
            other("draft_exchange", message.draft_exchange),
            DraftExchange::Optional,
            DraftExchange::Always,
        ),
        chests: pick(other("chests", message.chests), ChestDisplay::Open, ChestDisplay::Hidden),
        empty_spaces: pick(
            other("empty_spaces", message.empty_spaces),
            EmptySpaces::Any,
            EmptySpaces::BidFirst,
        ),
    };
    if faults.is_empty() { Ok(options) } else { Err(Malformed { faults }) }
}

fn line_up(number: i32) -> Read<StartingProvinces> {
    match pb::LineUp::try_from(number) {
        Ok(pb::LineUp::Unspecified | pb::LineUp::BySide) => Ok(StartingProvinces::BySide),
        Ok(pb::LineUp::Fixed) => Ok(StartingProvinces::Fixed),
        Ok(pb::LineUp::Draft) => Ok(StartingProvinces::Draft),
        Err(_) => Err(Malformed::field("line_up", "is one of the values of its enum")),
    }
}

/// Every other option has two values; the first is the default.
fn is_second(field: &str, number: i32) -> Read<bool> {
    match number {
        0 | 1 => Ok(false),
        2 => Ok(true),
        _ => Err(Malformed::field(field, "is one of the values of its enum")),
    }
}

fn pick<T>(is_second: bool, first: T, second: T) -> T {
    if is_second { second } else { first }
}
