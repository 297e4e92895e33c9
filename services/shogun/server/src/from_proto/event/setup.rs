//! Reads what happens before the first year.

use kit_proto::bakufu::shogun::v1 as pb;
use shogun_rules::{Event, SEATS_MAX};

use super::seat_and_province;
use crate::from_proto::field::{Read, both, byte, named, province, seat};

pub(super) fn letter_drawn(m: &pb::LetterDrawn) -> Read<Event> {
    let letter = u8::try_from(m.letter).ok().and_then(|number| number.checked_sub(1));
    let letter = letter.filter(|letter| usize::from(*letter) < SEATS_MAX);
    both(seat("seat", m.seat), named("letter", letter, "is a letter of a line-up, 1 for A"))
        .map(|(seat, letter)| Event::LetterDrawn { seat, letter })
}

pub(super) fn draft_begins(m: &pb::DraftBegins) -> Read<Event> {
    seat("seat", m.seat).map(|seat| Event::DraftBegins { seat })
}

pub(super) fn card_opened(m: &pb::CardOpened) -> Read<Event> {
    province("province", m.province).map(|province| Event::CardOpened { province })
}

pub(super) fn pair_exchanged(m: &pb::PairExchanged) -> Read<Event> {
    let pair = both(province("first", m.first), province("second", m.second));
    both(seat("seat", m.seat), pair)
        .map(|(seat, (first, second))| Event::PairExchanged { seat, pair: [first, second] })
}

pub(super) fn card_taken(m: &pb::CardTaken) -> Read<Event> {
    seat_and_province(m.seat, m.province).map(|(seat, province)| Event::CardTaken {
        seat,
        province,
        blind: m.blind,
    })
}

pub(super) fn group_placed(m: &pb::GroupPlaced) -> Read<Event> {
    both(seat_and_province(m.seat, m.province), byte("armies", m.armies))
        .map(|((seat, province), armies)| Event::GroupPlaced { seat, province, armies })
}
