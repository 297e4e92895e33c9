//! Phase of a match, on the wire.

use kit_proto::bakufu::shitenno::v1 as pb;
use kit_rules::{Seat, SeatCount};
use kit_rules_server::codec::*;
use shitenno_rules::{KAMON_PER_TURN, Phase, State, Turn};

use super::field::{END_REASON, PROVINCE, known_seat};

wire_cases! {
    /// The phase of a position at a table of this size. What does not belong to
    /// the phase has to be absent, so that a position has one encoding. While lots
    /// are made, the titles name the active seat, and the phase does not.
    pub(super) phase(seats: SeatCount, active: Option<Seat>): pb::State as Phase =
        phase: pb::Phase, "is one of the phases of a match" {
        LayTiles { province: PROVINCE } <=> Phase::LayTiles { province },
        DealTitles { active_seat: at_table(seats) } <=> Phase::DealTitles { seat: active_seat },
        DealHands { active_seat: at_table(seats) } <=> Phase::DealHands { seat: active_seat },
        DrawStock {} <=> Phase::DrawStock,
        FormLot { active_seat as (): known_seat(seats, active) } <=> Phase::FormLot,
        OfferLot { active_seat: at_table(seats) } <=> Phase::OfferLot { asked: active_seat },
        SplitStock { active_seat as (): known_seat(seats, active) } <=> Phase::SplitStock,
        ChooseLot { active_seat as (): known_seat(seats, active) } <=> Phase::ChooseLot,
        Turn { active_seat: at_table(seats), turn: required(TURN) }
            <=> Phase::Turn(turn @ Turn { active: active_seat, .. })
            => Phase::Turn(Turn { active: active_seat, ..turn }),
        DrawCard { active_seat: at_table(seats), turn: required(TURN) }
            <=> Phase::DrawCard(turn @ Turn { active: active_seat, .. })
            => Phase::DrawCard(Turn { active: active_seat, ..turn }),
        DrawBonus { active_seat: at_table(seats), province: PROVINCE, turn: required(TURN) }
            <=> Phase::DrawBonus { turn: turn @ Turn { active: active_seat, .. }, province }
            => Phase::DrawBonus { turn: Turn { active: active_seat, ..turn }, province },
        TurnUpTile { active_seat: at_table(seats), province: PROVINCE, turn: required(TURN) }
            <=> Phase::TurnUpTile { turn: turn @ Turn { active: active_seat, .. }, province }
            => Phase::TurnUpTile { turn: Turn { active: active_seat, ..turn }, province },
        Gild { active_seat: at_table(seats) } <=> Phase::Gild { seat: active_seat },
        Over { end_reason: END_REASON } <=> Phase::Over(end_reason),
    }
}

wire_message! {
    /// The turn without its seat, which stands beside it.
    TURN: pb::Turn as Turn = {
        placed: at_most(KAMON_PER_TURN),
        joker_used: plain(),
    } <=> Turn { placed, joker_used, .. }
        => Turn { placed, joker_used, ..Turn::of(Seat::from_index(0)) }
}

/// The seat that the titles name while lots are made, and the one whose turn runs.
pub(super) fn active(state: &State) -> Option<Seat> {
    match state.phase {
        Phase::FormLot | Phase::SplitStock => state.tairo(),
        Phase::ChooseLot => state.unserved().nth(1),
        Phase::Turn(turn) => Some(turn.active),
        _ => None,
    }
}
