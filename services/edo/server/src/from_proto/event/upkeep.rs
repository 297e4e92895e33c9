//! What happens after the turns of a round, and at the end.

use edo_rules::{Event, Space};
use kit_proto::bakufu::edo::v1 as pb;
use kit_rules_server::Malformed;

use super::{number_of, of_seat};
use crate::from_proto::city::city;
use crate::from_proto::field::{ITSELF, Read, amount, both, each, seat, small};
use crate::from_proto::phase;

pub(super) fn sent_home(m: &pb::SentHome) -> Read<Event> {
    let (seat, space) = of_seat(m.seat, "space", m.space)?;
    Ok(Event::SentHome { seat, space })
}

pub(super) fn wages_paid(m: &pb::WagesPaid) -> Read<Event> {
    let ((seat, samurai), rice) =
        both(number_of(m.seat, "samurai", m.samurai), small("rice", m.rice))?;
    Ok(Event::WagesPaid { seat, samurai, rice })
}

pub(super) fn income_paid(m: &pb::IncomePaid) -> Read<Event> {
    let (seat, by_city) = both(seat("seat", m.seat), by_city(&m.cities))?;
    Ok(Event::IncomePaid { seat, by_city })
}

pub(super) fn discarded(m: &pb::Discarded) -> Read<Event> {
    let ((seat, good), amount) = both(of_seat(m.seat, "good", m.good), amount("amount", m.amount))?;
    Ok(Event::Discarded { seat, good, amount })
}

pub(super) fn game_over(m: &pb::GameOver) -> Read<Event> {
    phase::end_reason("reason", m.reason).map(|reason| Event::GameOver { reason })
}

pub(super) fn scored(m: &pb::Scored) -> Read<Event> {
    let first = both(amount("points", m.points), amount("money", m.money));
    let second = both(amount("samurai", m.samurai), amount("ronin", m.ronin));
    let (seat, ((points, money), (samurai, ronin))) =
        both(seat("seat", m.seat), both(first, second))?;
    Ok(Event::Scored { seat, points, money, samurai, ronin })
}

fn by_city(paid: &[pb::CityIncome]) -> Read<[u8; Space::CITIES]> {
    let mut all = [0; Space::CITIES];
    each("cities", paid, |message| {
        let ((_, place), ryo) = both(city("city", message.city), small("ryo", message.ryo))?;
        if all[place] > 0 {
            return Err(Malformed::field("city", "repeats a city"));
        }
        if ryo == 0 {
            return Err(Malformed::field(ITSELF, "is absent if the city pays nothing"));
        }
        all[place] = ryo;
        Ok(())
    })?;
    Ok(all)
}
