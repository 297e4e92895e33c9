//! Reads how a season is prepared: cards, plans and bids.

use kit_proto::bakufu::shogun::v1 as pb;
use kit_rules_server::Malformed;
use shogun_rules::{Event, SEATS_MAX};

use super::turned_up;
use crate::from_proto::field::{
    ITSELF, Read, both, byte, card, event_card, event_cards, order, provinces, season, seat, seats,
    space, spaces, special, unique,
};

pub(super) fn year_begins(m: &pb::YearBegins) -> Read<Event> {
    both(byte("year", m.year), event_cards("events", &m.events))
        .map(|(year, events)| Event::YearBegins { year, events })
}

pub(super) fn season_begins(m: &pb::SeasonBegins) -> Read<Event> {
    let orders = all("orders", &m.orders, |number| order(ITSELF, number));
    both(both(byte("year", m.year), season("season", m.season)), orders)
        .map(|((year, season), orders)| Event::SeasonBegins { year, season, orders })
}

pub(super) fn specials_laid_out(m: &pb::SpecialsLaidOut) -> Read<Event> {
    all("specials", &m.specials, |number| special(ITSELF, number))
        .map(|specials| Event::SpecialsLaidOut { specials })
}

pub(super) fn card_laid(m: &pb::CardLaid) -> Read<Event> {
    both(seat("seat", m.seat), both(space("space", m.space), card("card", &m.card)))
        .map(|(seat, (space, card))| Event::CardLaid { seat, space, card })
}

pub(super) fn card_taken_back(m: &pb::CardTakenBack) -> Read<Event> {
    both(seat("seat", m.seat), both(space("space", m.space), card("card", &m.card)))
        .map(|(seat, (space, card))| Event::CardTakenBack { seat, space, card })
}

pub(super) fn plan_sealed(m: &pb::PlanSealed) -> Read<Event> {
    seat("seat", m.seat).map(|seat| Event::PlanSealed { seat })
}

pub(super) fn spaces_empty(m: &pb::SpacesEmpty) -> Read<Event> {
    both(seat("seat", m.seat), spaces("spaces", &m.spaces))
        .map(|(seat, spaces)| Event::SpacesEmpty { seat, spaces })
}

pub(super) fn event_drawn(m: &pb::EventDrawn) -> Read<Event> {
    event_card("card", m.card).map(|card| Event::EventDrawn { card })
}

pub(super) fn theatres_calmed(m: &pb::TheatresCalmed) -> Read<Event> {
    provinces("provinces", &m.provinces).map(|provinces| Event::TheatresCalmed { provinces })
}

pub(super) fn bids_revealed(m: &pb::BidsRevealed) -> Read<Event> {
    turned_up("bids", &m.bids)
        .map(|(seats, cards)| Event::BidsRevealed { seats: seats.into_iter().collect(), cards })
}

pub(super) fn bid_paid(m: &pb::BidPaid) -> Read<Event> {
    both(seat("seat", m.seat), byte("chests", m.chests))
        .map(|(seat, chests)| Event::BidPaid { seat, chests })
}

pub(super) fn bids_ranked(m: &pb::BidsRanked) -> Read<Event> {
    // Different seats of the largest table are never too many.
    let seats = seats("ranking", &m.ranking)?;
    let mut ranking = [None; SEATS_MAX];
    for (place, seat) in ranking.iter_mut().zip(seats) {
        *place = Some(seat);
    }
    Ok(Event::BidsRanked { ranking })
}

pub(super) fn special_taken(m: &pb::SpecialTaken) -> Read<Event> {
    let card = both(special("special", m.special), byte("position", m.position));
    both(seat("seat", m.seat), card).map(|(seat, (special, position))| Event::SpecialTaken {
        seat,
        special,
        position,
    })
}

/// Exactly so many different cards.
fn all<T: Copy + PartialEq, const COUNT: usize>(
    field: &str,
    numbers: &[i32],
    read: impl Fn(i32) -> Read<T>,
) -> Read<[T; COUNT]> {
    let cards = unique(field, numbers, read)?;
    cards.try_into().map_err(|_| Malformed::field(field, format!("has {COUNT} elements")))
}
