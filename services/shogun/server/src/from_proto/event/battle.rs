//! Reads battles and revolts.

use kit_proto::bakufu::shogun::v1 as pb;
use kit_rules_server::Malformed;
use shogun_rules::{Event, Loss};

use super::seat_and_province;
use crate::from_proto::field::{Read, both, byte, cubes, province, seat, seat_or_nobody};

pub(super) fn attacked(m: &pb::Attacked) -> Read<Event> {
    let way = both(province("from", m.from), province("target", m.target));
    let fight = both(seat_or_nobody("defender", m.defender), byte("armies", m.armies));
    let ((seat, (from, target)), (defender, armies)) =
        both(both(seat("seat", m.seat), way), fight)?;
    Ok(Event::Attacked { seat, from, target, defender, armies })
}

pub(super) fn revolt_begins(m: &pb::RevoltBegins) -> Read<Event> {
    both(seat_and_province(m.seat, m.province), byte("farmers", m.farmers))
        .map(|((seat, province), farmers)| Event::RevoltBegins { seat, province, farmers })
}

pub(super) fn cubes_thrown(m: &pb::CubesThrown) -> Read<Event> {
    both(cubes("cubes", &m.cubes), cubes("tray", &m.tray))
        .map(|(cubes, tray)| Event::CubesThrown { cubes, tray })
}

pub(super) fn cubes_out(m: &pb::CubesOut) -> Read<Event> {
    cubes("cubes", &m.cubes).map(|cubes| Event::CubesOut { cubes })
}

pub(super) fn conquered(m: &pb::Conquered) -> Read<Event> {
    let spoils = both(seat_or_nobody("loser", m.loser), byte("garrison", m.garrison));
    let ((seat, province), (loser, garrison)) =
        both(seat_and_province(m.seat, m.province), spoils)?;
    Ok(Event::Conquered { seat, province, loser, garrison })
}

pub(super) fn defended(m: &pb::Defended) -> Read<Event> {
    both(seat_and_province(m.seat, m.province), byte("garrison", m.garrison))
        .map(|((seat, province), garrison)| Event::Defended { seat, province, garrison })
}

pub(super) fn attack_failed(m: &pb::AttackFailed) -> Read<Event> {
    seat_and_province(m.seat, m.province)
        .map(|(seat, province)| Event::AttackFailed { seat, province })
}

pub(super) fn revolt_held(m: &pb::RevoltHeld) -> Read<Event> {
    both(seat_and_province(m.seat, m.province), byte("garrison", m.garrison))
        .map(|((seat, province), garrison)| Event::RevoltHeld { seat, province, garrison })
}

pub(super) fn turned_neutral(m: &pb::TurnedNeutral) -> Read<Event> {
    let loss = match pb::LossReason::try_from(m.reason) {
        Ok(pb::LossReason::Tie) => Ok(Loss::Tie),
        Ok(pb::LossReason::Revolt) => Ok(Loss::Revolt),
        Ok(pb::LossReason::Unspecified) | Err(_) => {
            Err(Malformed::field("reason", "tells why the province was lost"))
        }
    };
    both(seat_and_province(m.seat, m.province), loss)
        .map(|((seat, province), loss)| Event::TurnedNeutral { seat, province, loss })
}
