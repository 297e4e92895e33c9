//! Reads where a match stands: the phase, and the fields that belong to it.

use kit_proto::bakufu::samurai::v1 as pb;
use kit_rules::{Seat, SeatCount, SeatSet};
use kit_rules_server::Malformed;
use samurai_rules::{EndReason, Exchange, Figure, Phase, Tile, Turn};

use super::field::{ITSELF, Read, both, count, each, figure, required, seat, settlement, tile};

/// The phase of a position at a table of this size. What does not belong to
/// the phase has to be absent, so that a position has one encoding.
pub(super) fn phase(message: &pb::State, seats: SeatCount) -> Read<Phase> {
    use pb::Phase as P;
    let kind = P::try_from(message.phase).unwrap_or(P::Unspecified);
    if kind == P::Unspecified {
        return Err(Malformed::field("phase", "is one of the phases of a match"));
    }
    let has_active = matches!(kind, P::DealHands | P::PlaceFigures | P::Play | P::Refill);
    let active = match message.active_seat {
        0 if !has_active => Ok(Seat::from_index(0)),
        _ if !has_active => Err(stray("active_seat")),
        number => at_table("active_seat", number, seats),
    };
    let sealed = match kind {
        P::ChooseHands => sealed(&message.choosing_seats, seats),
        _ if !message.choosing_seats.is_empty() => Err(stray("choosing_seats")),
        _ => Ok(SeatSet::EMPTY),
    };
    let turn = match (kind, &message.turn) {
        (P::Play, turn) => required("turn", turn).and_then(running_turn).map(Some),
        (_, Some(_)) => Err(stray("turn")),
        (_, None) => Ok(None),
    };
    let reason = match (kind, message.end_reason) {
        (P::Over, number) => end_reason("end_reason", number).map(Some),
        (_, 0) => Ok(None),
        (_, _) => Err(stray("end_reason")),
    };
    let ((seat, sealed), (turn, reason)) = both(both(active, sealed), both(turn, reason))?;
    Ok(match (kind, turn, reason) {
        (P::Play, Some(turn), _) => Phase::Play(Turn { active: seat, ..turn }),
        (P::Over, _, Some(reason)) => Phase::Over(reason),
        (P::ChooseHands, ..) => Phase::ChooseHands { sealed },
        (P::DealHands, ..) => Phase::DealHands { seat },
        (P::PlaceFigures, ..) => Phase::PlaceFigures { active: seat },
        (P::ScatterFigures, ..) => Phase::ScatterFigures,
        (P::Refill, ..) => Phase::Refill { seat },
        _ => Phase::DrawStartSeat,
    })
}

/// A seat of this table.
pub(super) fn at_table(field: &str, number: u32, seats: SeatCount) -> Read<Seat> {
    let seat = seat(field, number)?;
    if seats.has(seat) { Ok(seat) } else { Err(Malformed::field(field, "is a seat of the match")) }
}

/// Why a match ended.
pub(super) fn end_reason(field: &str, number: i32) -> Read<EndReason> {
    match pb::EndReason::try_from(number) {
        Ok(pb::EndReason::HelmetsExhausted) => Ok(EndReason::TypeExhausted(Figure::Helmet)),
        Ok(pb::EndReason::BuddhasExhausted) => Ok(EndReason::TypeExhausted(Figure::Buddha)),
        Ok(pb::EndReason::RiceExhausted) => Ok(EndReason::TypeExhausted(Figure::Rice)),
        Ok(pb::EndReason::FourthTie) => Ok(EndReason::FourthTie),
        Ok(pb::EndReason::Unspecified) | Err(_) => {
            Err(Malformed::field(field, "tells why the match ended"))
        }
    }
}

/// The wire names those who still choose, the rules those who are done.
fn sealed(choosing: &[u32], seats: SeatCount) -> Read<SeatSet> {
    if choosing.is_empty() {
        return Err(Malformed::field("choosing_seats", "names somebody while hands are chosen"));
    }
    let mut sealed = SeatSet::all(seats);
    each("choosing_seats", choosing, |number| {
        let seat = at_table(ITSELF, *number, seats)?;
        if !sealed.contains(seat) {
            return Err(Malformed::field(ITSELF, "repeats a seat"));
        }
        sealed.remove(seat);
        Ok(())
    })?;
    Ok(sealed)
}

/// The turn without its seat, which stands beside it.
fn running_turn(message: &pb::Turn) -> Read<Turn> {
    let picked = message.picked.as_ref().map(|place| {
        both(settlement("settlement", place.settlement), figure("figure", place.figure))
            .map_err(|malformed| malformed.inside("picked"))
    });
    let lifted = (message.lifted != 0).then(|| tile("lifted", message.lifted));
    let exchange = match (picked, lifted) {
        (None, None) => Ok(None),
        (Some(picked), None) => {
            picked.map(|(settlement, figure)| Some(Exchange::Figure { settlement, figure }))
        }
        (None, Some(lifted)) => lifted.map(|tile| Some(Exchange::Tile { tile })),
        (Some(_), Some(_)) => Err(Malformed::field("lifted", "excludes a picked figure")),
    };
    let played = count("tiles_played", message.tiles_played, Tile::COUNT as u8);
    let (tiles_played, exchange) =
        both(played, exchange).map_err(|malformed| malformed.inside("turn"))?;
    let active = Seat::from_index(0);
    Ok(Turn { active, tiles_played, plain_played: message.plain_used, exchange })
}

fn stray(field: &str) -> Malformed {
    Malformed::field(field, "is absent in this phase")
}
