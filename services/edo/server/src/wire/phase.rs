//! Phase of a match, on the wire.

use edo_rules::{LocationSet, Offers, Phase, Relocation, Turn, TurnStep};
use kit_proto::bakufu::edo::v1 as pb;
use kit_rules::{Planning, Seat, SeatCount, SeatSet};
use kit_rules_server::codec::*;

use super::field::{END_REASON, LOCATION_TILE, OFFICIALS, SLOT, SMALL, on_board, squad};

wire_cases! {
    /// The phase of a position at a table of this size. What does not belong to
    /// the phase has to be absent, so that a position has one encoding; what was
    /// taken so far counts itself.
    pub(super) phase(seats: SeatCount, taken: u8): pb::State as Phase =
        phase: pb::Phase, "is one of the phases of a match" {
        Setup {} <=> Phase::Setup,
        Positions {} <=> Phase::Positions { taken },
        SelectRonin {} <=> Phase::SelectRonin,
        RelocateRonin { relocation: required(relocating(seats)) } <=> Phase::Relocate(relocation),
        Plan { planning_seats: planning(seats) } <=> Phase::Plan(planning_seats),
        Turn { active_seat: at_table(seats), turn: required(running(seats)) }
            <=> Phase::Turn(turn @ Turn { active: active_seat, .. })
            => Phase::Turn(Turn { active: active_seat, ..turn }),
        Wages { active_seat: at_table(seats) } <=> Phase::Wages { seat: active_seat },
        Store { active_seat: at_table(seats) } <=> Phase::Store { seat: active_seat },
        NextCard {} <=> Phase::NextCard,
        Over { end_reason: END_REASON } <=> Phase::Over(end_reason),
    }
}

wire_message! {
    /// The turn without its seat, which stands beside it.
    running(seats: SeatCount): pb::Turn as Turn = {
        slot: SLOT,
        officials: OFFICIALS,
        ready: squad(seats),
        has_dispersed: plain(),
        ..step: step(seats)
    } <=> Turn { slot, officials, ready, has_dispersed, step, .. }
        => Turn { active: Seat::from_index(0), slot, officials, ready, has_dispersed, step };

    relocating(seats: SeatCount): pb::Relocation as Relocation = {
        from: on_board(seats),
        tile: or_none(LOCATION_TILE),
        drawn: set_of(LOCATION_TILE, LocationSet::iter),
    } <=> Relocation { from, tile, drawn }
}

wire_oneof! {
    step(seats: SeatCount): pb::Turn as TurnStep = step: pb::turn::Step {
        Moving { merchant: plain() } <=> TurnStep::Moving { merchant },
        Working {} <=> TurnStep::Working,
        Travelling { moves_left: SMALL } <=> TurnStep::Travelling { moves_left },
        Trading { used: OFFERS } <=> TurnStep::Trading { used, .. }
            => TurnStep::Trading { used, privileged: used.top_goods || used.top_point },
        Gathering { space: on_board(seats), moves_left: SMALL }
            <=> TurnStep::Gathering { space, moves_left },
        Relocating(relocation: relocating(seats)) <=> TurnStep::Relocating(relocation),
        TurnUpDemand {} <=> TurnStep::TurnUpDemand,
        TurnUpPrivilege {} <=> TurnStep::TurnUpPrivilege,
        Finishing {} <=> TurnStep::Finishing,
    }
}

/// One of the four offers, which the rules have as a set alone.
#[derive(PartialEq)]
enum Offer {
    CurrentGoods,
    CurrentPoint,
    TopGoods,
    TopPoint,
}

wire_enum! {
    OFFER: pb::Offer as Offer = "names an offer" { CurrentGoods, CurrentPoint, TopGoods, TopPoint };
}

wire_field! {
    OFFERS: Vec<i32> as Offers = mapped(
        distinct(OFFER),
        |used| Offers {
            current_goods: used.contains(&Offer::CurrentGoods),
            current_point: used.contains(&Offer::CurrentPoint),
            top_goods: used.contains(&Offer::TopGoods),
            top_point: used.contains(&Offer::TopPoint),
        },
        |used| {
            let offers = [
                (Offer::CurrentGoods, used.current_goods),
                (Offer::CurrentPoint, used.current_point),
                (Offer::TopGoods, used.top_goods),
                (Offer::TopPoint, used.top_point),
            ];
            offers.into_iter().filter(|(_, is_used)| *is_used).map(|(offer, _)| offer).collect()
        },
    );

    /// The wire names those who still plan, the rules those who are done.
    planning(seats: SeatCount): Vec<u32> as Planning = narrowed(
        all_but(SeatSet::all(seats)),
        "names seats that plan",
        move |sealed| Planning::resume(SeatSet::all(seats), sealed),
        |planning| planning.sealed(),
    );
}
