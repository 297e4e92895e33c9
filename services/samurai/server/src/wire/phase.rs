//! Phase of a match, on the wire.

use kit_proto::bakufu::samurai::v1 as pb;
use kit_rules::{Seat, SeatCount, SeatSet};
use kit_rules_server::Malformed;
use kit_rules_server::codec::*;
use samurai_rules::{Exchange, Figure, Phase, Settlement, Tile, Turn};

use super::field::{END_REASON, FIGURE_PLACE, TILE};

wire_cases! {
    /// The phase of a position at a table of this size. What does not belong to
    /// the phase has to be absent, so that a position has one encoding.
    pub(super) phase(seats: SeatCount): pb::State as Phase =
        phase: pb::Phase, "is one of the phases of a match" {
        DrawStartSeat {} <=> Phase::DrawStartSeat,
        // The wire names those who still choose, the rules those who are done.
        ChooseHands { choosing_seats: all_but(SeatSet::all(seats)) }
            <=> Phase::ChooseHands { sealed: choosing_seats },
        DealHands { active_seat: at_table(seats) } <=> Phase::DealHands { seat: active_seat },
        PlaceFigures { active_seat: at_table(seats) }
            <=> Phase::PlaceFigures { active: active_seat },
        ScatterFigures {} <=> Phase::ScatterFigures,
        Play { active_seat: at_table(seats), turn: required(TURN) }
            <=> Phase::Play(turn @ Turn { active: active_seat, .. })
            => Phase::Play(Turn { active: active_seat, ..turn }),
        Refill { active_seat: at_table(seats) } <=> Phase::Refill { seat: active_seat },
        Over { end_reason: END_REASON } <=> Phase::Over(end_reason),
    }
}

wire_field! {
    /// The turn without its seat, which stands beside it.
    TURN: pb::Turn as Turn = refined(TURN_FIELDS, running_turn, turn_fields);
}

type TurnFields = (bool, u8, Option<(Settlement, Figure)>, Option<Tile>);

wire_message! {
    TURN_FIELDS: pb::Turn as TurnFields = {
        plain_used: plain(),
        tiles_played: at_most(Tile::COUNT as u8),
        picked: optional(FIGURE_PLACE),
        lifted: or_none(TILE),
    } <=> (plain_used, tiles_played, picked, lifted)
}

fn running_turn((plain_played, tiles_played, picked, lifted): TurnFields) -> Read<Turn> {
    let exchange = match (picked, lifted) {
        (None, None) => None,
        (Some((settlement, figure)), None) => Some(Exchange::Figure { settlement, figure }),
        (None, Some(tile)) => Some(Exchange::Tile { tile }),
        (Some(_), Some(_)) => return Err(Malformed::field("lifted", "excludes a picked figure")),
    };
    Ok(Turn { tiles_played, plain_played, exchange, ..Turn::of(Seat::from_index(0)) })
}

fn turn_fields(turn: &Turn) -> TurnFields {
    let (picked, lifted) = match turn.exchange {
        None => (None, None),
        Some(Exchange::Figure { settlement, figure }) => (Some((settlement, figure)), None),
        Some(Exchange::Tile { tile }) => (None, Some(tile)),
    };
    (turn.plain_played, turn.tiles_played, picked, lifted)
}
