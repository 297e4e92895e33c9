//! What happens while the table is laid out, and when a round begins.

use edo_rules::Event;
use kit_proto::bakufu::edo::v1 as pb;

use super::of_seat;
use crate::from_proto::field::{Read, both, named, seat, small};

pub(super) fn start_seat_chosen(m: &pb::StartSeatChosen) -> Read<Event> {
    seat("seat", m.seat).map(|seat| Event::StartSeat { seat })
}

pub(super) fn profit_laid(m: &pb::ProfitLaid) -> Read<Event> {
    let (city, tile) = both(named("city", m.city), named("tile", m.tile))?;
    Ok(Event::ProfitLaid { city, tile })
}

pub(super) fn card_current(m: &pb::CardCurrent) -> Read<Event> {
    named("card", m.card).map(|card| Event::CardCurrent { card })
}

pub(super) fn card_turned_up(m: &pb::CardTurnedUp) -> Read<Event> {
    named("card", m.card).map(|card| Event::CardTurnedUp { card })
}

pub(super) fn demand_turned_up(m: &pb::DemandTurnedUp) -> Read<Event> {
    named("demand", m.demand).map(|demand| Event::DemandTurnedUp { demand })
}

pub(super) fn privilege_turned_up(m: &pb::PrivilegeTurnedUp) -> Read<Event> {
    named("privilege", m.privilege).map(|privilege| Event::PrivilegeTurnedUp { privilege })
}

pub(super) fn package_taken(m: &pb::PackageTaken) -> Read<Event> {
    let (seat, package) = of_seat(m.seat, "package", m.package)?;
    Ok(Event::PackageTaken { seat, package })
}

pub(super) fn city_taken(m: &pb::CityTaken) -> Read<Event> {
    let (seat, city) = of_seat(m.seat, "city", m.city)?;
    Ok(Event::CityTaken { seat, city })
}

pub(super) fn round_began(m: &pb::RoundBegan) -> Read<Event> {
    let (round, seat) = both(small("round", m.round), seat("seat", m.seat))?;
    Ok(Event::RoundBegan { round, seat })
}
