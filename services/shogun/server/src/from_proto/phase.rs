//! Reads where a match stands: the phase, and the fields that belong to it.

use kit_proto::bakufu::shogun::v1 as pb;
use kit_rules::{Planning, Seat, SeatCount, SeatSet};
use kit_rules_server::Malformed;
use pb::Phase as P;
use shogun_rules::{DraftTurn, Order, Phase, Task, Turn, Winter, WinterTask};

use super::draft::step;
use super::field::{ITSELF, Read, both, byte, named, province, provinces, required, seat, unique};

/// The phase of a position at a table of this size. What does not belong to
/// the phase has to be absent, so that a position has one encoding.
pub(super) fn phase(message: &pb::State, seats: SeatCount) -> Read<Phase> {
    let kind = P::try_from(message.phase).unwrap_or(P::Unspecified);
    let active = || at_table("active_seat", message.active_seat, seats);
    let phase = match kind {
        P::Unspecified => Err(Malformed::field("phase", "is one of the phases of a match")),
        P::DrawLetter => active().map(|seat| Phase::DrawLetter { seat }),
        P::DrawFirst => Ok(Phase::DrawFirst),
        P::Draft => both(active(), required("draft", &message.draft).and_then(step))
            .map(|(active, step)| Phase::Draft(DraftTurn { active, step })),
        P::SeedTower => Ok(Phase::SeedTower),
        P::DrawYearEvents => Ok(Phase::DrawYearEvents),
        P::LayOutActions => Ok(Phase::LayOutActions),
        P::LayOutSpecials => Ok(Phase::LayOutSpecials),
        P::Plan => planning(message, seats).map(Phase::Plan),
        P::DrawEvent => Ok(Phase::DrawEvent),
        P::RankBids => Ok(Phase::RankBids),
        P::PickSpecial => Ok(Phase::PickSpecial),
        P::Act => {
            let task = required("turn", &message.turn)
                .and_then(|turn| task(turn).map_err(|faults| faults.inside("turn")));
            both(both(position(message), place(message)), task)
                .map(|((position, place), task)| Phase::Act(Turn { position, place, task }))
        }
        P::TurnUp => position(message).map(|position| Phase::TurnUp { position }),
        P::Winter => {
            let winter = required("winter", &message.winter)
                .and_then(|winter| revolts(winter).map_err(|faults| faults.inside("winter")));
            both(place(message), winter)
                .map(|(place, winter)| Phase::Winter(Winter { place, ..winter }))
        }
        P::Over => Ok(Phase::Over),
    };
    both(phase, strays(message, kind)).map(|(phase, ())| phase)
}

/// A seat of this table.
pub(super) fn at_table(field: &str, number: u32, seats: SeatCount) -> Read<Seat> {
    let seat = seat(field, number)?;
    if seats.has(seat) { Ok(seat) } else { Err(Malformed::field(field, "is a seat of the match")) }
}

/// A value that the case at hand has no use for.
pub(super) fn stray(field: &str) -> Malformed {
    Malformed::field(field, "is absent in this phase")
}

fn strays(message: &pb::State, kind: P) -> Read<()> {
    let active = matches!(kind, P::DrawLetter | P::Draft | P::Act | P::Winter);
    let fields = [
        ("active_seat", message.active_seat != 0, active),
        ("planning_seats", !message.planning_seats.is_empty(), kind == P::Plan),
        ("position", message.position != 0, matches!(kind, P::Act | P::TurnUp)),
        ("draft", message.draft.is_some(), kind == P::Draft),
        ("turn", message.turn.is_some(), kind == P::Act),
        ("winter", message.winter.is_some(), kind == P::Winter),
    ];
    let strays = fields.into_iter().filter(|(_, is_there, belongs)| *is_there && !belongs);
    let faults: Vec<_> = strays.flat_map(|(field, ..)| stray(field).faults).collect();
    // An unknown phase is fault enough.
    if faults.is_empty() || kind == P::Unspecified { Ok(()) } else { Err(Malformed { faults }) }
}

/// The wire names those who still plan, the rules those who are done. All who
/// have provinces take part.
fn planning(message: &pb::State, seats: SeatCount) -> Read<Planning> {
    let owners = message.holdings.iter().filter_map(|holding| Seat::new(holding.seat));
    let planners: SeatSet = owners.filter(|seat| seats.has(*seat)).collect();
    if message.planning_seats.is_empty() {
        return Err(Malformed::field("planning_seats", "names somebody while plans are made"));
    }
    let open: SeatSet = unique("planning_seats", &message.planning_seats, |number| {
        let seat = at_table(ITSELF, number, seats)?;
        named(ITSELF, planners.contains(seat).then_some(seat), "is a seat that has provinces")
    })?
    .into_iter()
    .collect();
    let sealed = planners.iter().filter(|seat| !open.contains(*seat)).collect();
    named("planning_seats", Planning::resume(planners, sealed), "are seats that plan")
}

/// The place of the active seat in the order of play.
fn place(message: &pb::State) -> Read<u8> {
    let place = message.turn_order.iter().position(|seat| *seat == message.active_seat);
    let place = place.filter(|_| message.active_seat != 0).and_then(|place| place.try_into().ok());
    named("active_seat", place, "has a place in the order of play")
}

/// The position of an action card, which the wire counts from one.
fn position(message: &pb::State) -> Read<u8> {
    let position = u8::try_from(message.position).ok().and_then(|number| number.checked_sub(1));
    let position = position.filter(|position| usize::from(*position) < Order::COUNT);
    named("position", position, "is a position from 1 to 10")
}

fn task(message: &pb::Turn) -> Read<Task> {
    use pb::TurnTask as T;
    let target = || province("province", message.province);
    match T::try_from(message.task).unwrap_or(T::Unspecified) {
        T::Unspecified => Err(Malformed::field("task", "tells what is to be done")),
        T::ChooseTarget if message.province != 0 => Err(stray("province")),
        T::ChooseTarget => Ok(Task::ChooseTarget),
        T::ChooseArmies => target().map(|target| Task::ChooseArmies { target }),
        T::Battle => target().map(|province| Task::Battle { province }),
    }
}

/// The revolts without their place in the order of play, which follows from the
/// active seat.
fn revolts(message: &pb::Winter) -> Read<Winter> {
    use pb::WinterTask as T;
    let kind = T::try_from(message.task).unwrap_or(T::Unspecified);
    let fought = match message.province {
        0 if kind != T::Battle => Ok(None),
        _ if kind != T::Battle => Err(stray("province")),
        number => province("province", number).map(Some),
    };
    let left = match message.left {
        0 => Ok(0),
        _ if kind != T::Draw => Err(stray("left")),
        number => byte("left", number),
    };
    let task = both(fought, left).and_then(|read| match (kind, read) {
        (T::Draw, (_, left)) => Ok(WinterTask::Draw { left }),
        (T::Choose, _) => Ok(WinterTask::Choose),
        (T::Battle, (Some(province), _)) => Ok(WinterTask::Battle { province }),
        _ => Err(Malformed::field("task", "tells what is to be done")),
    });
    let counts = both(byte("farmers", message.farmers), provinces("revolting", &message.revolting));
    let ((farmers, revolting), task) = both(counts, task)?;
    Ok(Winter { place: 0, farmers, revolting, task })
}
