//! Reads where a match stands: the phase, and the fields that belong to it.

use edo_rules::{EndReason, Offers, Phase, Relocation, Turn, TurnStep};
use kit_proto::bakufu::edo::v1 as pb;
use kit_rules::{Planning, Seat, SeatCount, SeatSet};
use kit_rules_server::Malformed;
use pb::turn::Step;

use super::field::{
    ITSELF, Read, at_table, both, distinct, each, named_or_none, officials, on_board, required,
    set, slot, small, squad,
};

/// The phase of a position at a table of this size. What does not belong to
/// the phase has to be absent, so that a position has one encoding.
pub(super) fn phase(message: &pb::State, seats: SeatCount) -> Read<Phase> {
    use pb::Phase as P;
    let kind = P::try_from(message.phase).unwrap_or(P::Unspecified);
    if kind == P::Unspecified {
        return Err(Malformed::field("phase", "is one of the phases of a match"));
    }
    let active = match (kind, message.active_seat) {
        (P::Turn | P::Wages | P::Store, number) => at_table("active_seat", number, seats),
        (_, 0) => Ok(Seat::from_index(0)),
        (_, _) => Err(stray("active_seat")),
    };
    let planning = match (kind, &message.planning_seats[..]) {
        (P::Plan, open) => planning(open, seats),
        (_, []) => Ok(Planning::default()),
        (_, _) => Err(stray("planning_seats")),
    };
    let relocation = match (kind, &message.relocation) {
        (P::RelocateRonin, relocation) => required("relocation", relocation)
            .and_then(|message| inside("relocation", self::relocation(message, seats)))
            .map(Some),
        (_, Some(_)) => Err(stray("relocation")),
        (_, None) => Ok(None),
    };
    let turn = match (kind, &message.turn) {
        (P::Turn, turn) => required("turn", turn)
            .and_then(|message| inside("turn", running_turn(message, seats)))
            .map(Some),
        (_, Some(_)) => Err(stray("turn")),
        (_, None) => Ok(None),
    };
    let reason = match (kind, message.end_reason) {
        (P::Over, number) => end_reason("end_reason", number).map(Some),
        (_, 0) => Ok(None),
        (_, _) => Err(stray("end_reason")),
    };
    let ((seat, planning), ((relocation, turn), reason)) =
        both(both(active, planning), both(both(relocation, turn), reason))?;
    Ok(match (kind, relocation, turn, reason) {
        (P::RelocateRonin, Some(relocation), ..) => Phase::Relocate(relocation),
        (P::Turn, _, Some(turn), _) => Phase::Turn(Turn { active: seat, ..turn }),
        (P::Over, _, _, Some(reason)) => Phase::Over(reason),
        (P::Positions, ..) => Phase::Positions { taken: taken(message) },
        (P::SelectRonin, ..) => Phase::SelectRonin,
        (P::Plan, ..) => Phase::Plan(planning),
        (P::Wages, ..) => Phase::Wages { seat },
        (P::Store, ..) => Phase::Store { seat },
        (P::NextCard, ..) => Phase::NextCard,
        _ => Phase::Setup,
    })
}

/// Why a match ended.
pub(super) fn end_reason(field: &str, number: i32) -> Read<EndReason> {
    match pb::EndReason::try_from(number) {
        Ok(pb::EndReason::Points) => Ok(EndReason::Points),
        Ok(pb::EndReason::LastCard) => Ok(EndReason::LastCard),
        Ok(pb::EndReason::Unspecified) | Err(_) => {
            Err(Malformed::field(field, "tells why the match ended"))
        }
    }
}

/// Packages and starting cities count themselves: with a city comes the first
/// samurai of a seat.
fn taken(message: &pb::State) -> u8 {
    let of_player = |player: &pb::Player| usize::from(player.package != 0) + player.samurai.len();
    let taken: usize = message.players.iter().map(of_player).sum();
    u8::try_from(taken).unwrap_or(u8::MAX)
}

/// The wire names those who still plan, the rules those who are done.
fn planning(open: &[u32], seats: SeatCount) -> Read<Planning> {
    if open.is_empty() {
        return Err(Malformed::field("planning_seats", "names somebody while plans are made"));
    }
    let open = distinct("planning_seats", open, |number| at_table(ITSELF, number, seats))?;
    let sealed: SeatSet = seats.seats().filter(|seat| !open.contains(seat)).collect();
    let planning = Planning::resume(SeatSet::all(seats), sealed);
    Ok(planning.expect("everyone at the table plans"))
}

fn relocation(message: &pb::Relocation, seats: SeatCount) -> Read<Relocation> {
    let tiles = both(named_or_none("tile", message.tile), set("drawn", &message.drawn));
    let (from, (tile, drawn)) = both(on_board("from", message.from, seats), tiles)?;
    Ok(Relocation { from, tile, drawn })
}

/// The turn without its seat, which stands beside it.
fn running_turn(message: &pb::Turn, seats: SeatCount) -> Read<Turn> {
    let step = required("step", &message.step).and_then(|step| turn_step(step, seats));
    let figures =
        both(officials("officials", &message.officials), squad("ready", &message.ready, seats));
    let (slot, ((officials, ready), step)) = both(slot("slot", message.slot), both(figures, step))?;
    let (active, has_dispersed) = (Seat::from_index(0), message.has_dispersed);
    Ok(Turn { active, slot, officials, ready, has_dispersed, step })
}

fn turn_step(step: &Step, seats: SeatCount) -> Read<TurnStep> {
    match step {
        Step::Moving(m) => Ok(TurnStep::Moving { merchant: m.merchant }),
        Step::Working(_) => Ok(TurnStep::Working),
        Step::Travelling(m) => inside("travelling", small("moves_left", m.moves_left))
            .map(|moves_left| TurnStep::Travelling { moves_left }),
        Step::Trading(m) => inside("trading", offers(&m.used))
            .map(|used| TurnStep::Trading { used, privileged: used.top_goods || used.top_point }),
        Step::Gathering(m) => {
            let space = on_board("space", m.space, seats);
            inside("gathering", both(space, small("moves_left", m.moves_left)))
                .map(|(space, moves_left)| TurnStep::Gathering { space, moves_left })
        }
        Step::Relocating(m) => inside("relocating", relocation(m, seats)).map(TurnStep::Relocating),
        Step::TurnUpDemand(_) => Ok(TurnStep::TurnUpDemand),
        Step::TurnUpPrivilege(_) => Ok(TurnStep::TurnUpPrivilege),
        Step::Finishing(_) => Ok(TurnStep::Finishing),
    }
}

fn offers(numbers: &[i32]) -> Read<Offers> {
    use pb::Offer as O;
    let mut used = Offers::default();
    each("used", numbers, |number| {
        let offer = match O::try_from(*number) {
            Ok(O::CurrentGoods) => &mut used.current_goods,
            Ok(O::CurrentPoint) => &mut used.current_point,
            Ok(O::TopGoods) => &mut used.top_goods,
            Ok(O::TopPoint) => &mut used.top_point,
            Ok(O::Unspecified) | Err(_) => return Err(Malformed::field(ITSELF, "names an offer")),
        };
        if std::mem::replace(offer, true) {
            return Err(Malformed::field(ITSELF, "stands there twice"));
        }
        Ok(())
    })?;
    Ok(used)
}

fn inside<T>(outer: &str, read: Read<T>) -> Read<T> {
    read.map_err(|malformed| malformed.inside(outer))
}

fn stray(field: &str) -> Malformed {
    Malformed::field(field, "is absent in this phase")
}
