//! Reads where a match stands.

use kit_proto::bakufu::shitenno::v1 as pb;
use kit_rules::{Seat, SeatCount};
use kit_rules_server::Malformed;
use pb::Phase as P;
use shitenno_rules::{EndReason, KAMON_PER_TURN, Phase, Province, State, Turn};

use super::field::{Read, at_table, both, count, province, required};

/// The phase of a position at a table of this size. What does not belong to
/// the phase has to be absent, so that a position has one encoding.
pub(super) fn phase(message: &pb::State, seats: SeatCount) -> Read<Phase> {
    let kind = P::try_from(message.phase).unwrap_or(P::Unspecified);
    if kind == P::Unspecified {
        return Err(Malformed::field("phase", "is one of the phases of a match"));
    }
    let active = match (kind, message.active_seat) {
        (P::LayTiles | P::DrawStock | P::Over, 0) => Ok(None),
        (P::LayTiles | P::DrawStock | P::Over, _) => Err(stray("active_seat")),
        (_, number) => at_table("active_seat", number, seats).map(Some),
    };
    let place = match (kind, message.province) {
        (P::LayTiles | P::DrawBonus | P::TurnUpTile, number) => {
            province("province", number).map(Some)
        }
        (_, 0) => Ok(None),
        (_, _) => Err(stray("province")),
    };
    let turn = match (kind, &message.turn) {
        (P::Turn | P::DrawCard | P::DrawBonus | P::TurnUpTile, turn) => {
            required("turn", turn).and_then(running_turn).map(Some)
        }
        (_, Some(_)) => Err(stray("turn")),
        (_, None) => Ok(None),
    };
    let reason = match (kind, message.end_reason) {
        (P::Over, number) => end_reason("end_reason", number).map(Some),
        (_, 0) => Ok(None),
        (_, _) => Err(stray("end_reason")),
    };
    let ((active, place), (turn, reason)) = both(both(active, place), both(turn, reason))?;
    Ok(put_together(kind, active, place, turn, reason))
}

/// Refuses an active seat other than the one that the division gives.
pub(super) fn check_active(message: &pb::State, state: &State) -> Read<()> {
    let due = match state.phase {
        Phase::FormLot | Phase::SplitStock => state.tairo(),
        Phase::ChooseLot => state.unserved().nth(1),
        _ => return Ok(()),
    };
    if due.map(Seat::number) == Some(message.active_seat) {
        return Ok(());
    }
    Err(Malformed::field("active_seat", "is the seat that the titles name"))
}

/// Why a match ended.
pub(super) fn end_reason(field: &str, number: i32) -> Read<EndReason> {
    match pb::EndReason::try_from(number) {
        Ok(pb::EndReason::KamonPlaced) => Ok(EndReason::KamonPlaced),
        Ok(pb::EndReason::KokuDrawn) => Ok(EndReason::KokuDrawn),
        Ok(pb::EndReason::Unspecified) | Err(_) => {
            Err(Malformed::field(field, "tells why the match ended"))
        }
    }
}

/// What was read for a kind of phase; the fields it needs are there.
fn put_together(
    kind: P,
    active: Option<Seat>,
    place: Option<Province>,
    turn: Option<Turn>,
    reason: Option<EndReason>,
) -> Phase {
    let turn = turn.zip(active).map(|(turn, active)| Turn { active, ..turn });
    match (kind, active, turn, place, reason) {
        (P::LayTiles, _, _, Some(province), _) => Phase::LayTiles { province },
        (P::DealTitles, Some(seat), ..) => Phase::DealTitles { seat },
        (P::DealHands, Some(seat), ..) => Phase::DealHands { seat },
        (P::FormLot, ..) => Phase::FormLot,
        (P::OfferLot, Some(asked), ..) => Phase::OfferLot { asked },
        (P::SplitStock, ..) => Phase::SplitStock,
        (P::ChooseLot, ..) => Phase::ChooseLot,
        (P::Turn, _, Some(turn), ..) => Phase::Turn(turn),
        (P::DrawCard, _, Some(turn), ..) => Phase::DrawCard(turn),
        (P::DrawBonus, _, Some(turn), Some(province), _) => Phase::DrawBonus { turn, province },
        (P::TurnUpTile, _, Some(turn), Some(province), _) => Phase::TurnUpTile { turn, province },
        (P::Gild, Some(seat), ..) => Phase::Gild { seat },
        (P::Over, .., Some(reason)) => Phase::Over(reason),
        _ => Phase::DrawStock,
    }
}

/// The turn without its seat, which stands beside it.
fn running_turn(message: &pb::Turn) -> Read<Turn> {
    let placed = count("placed", message.placed, KAMON_PER_TURN)
        .map_err(|malformed| malformed.inside("turn"))?;
    Ok(Turn { placed, joker_used: message.joker_used, ..Turn::of(Seat::from_index(0)) })
}

fn stray(field: &str) -> Malformed {
    Malformed::field(field, "is absent in this phase")
}
