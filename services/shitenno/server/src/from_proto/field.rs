//! Single fields.

use kit_rules::{Seat, SeatCount};
use kit_rules_server::Malformed;
use kit_rules_server::read;
pub(super) use kit_rules_server::read::{ITSELF, Read, both, count, each, required};
use shitenno_rules::{
    Bonus, Card, Element, LotName, Mode, POSITIONS, Province, SEATS_MAX, Title, Troop,
};

use crate::numbers;

/// A province.
pub(super) fn province(field: &str, number: i32) -> Read<Province> {
    named(field, numbers::province(number), "names a province")
}

/// A kind of troop.
pub(super) fn troop(field: &str, number: i32) -> Read<Troop> {
    named(field, numbers::troop(number), "names a kind of troop")
}

/// An element of a payment.
pub(super) fn element(field: &str, number: i32) -> Read<Element> {
    named(field, numbers::element(number), "names a troop or koku")
}

/// A card that lies face up.
pub(super) fn card(field: &str, number: i32) -> Read<Card> {
    named(field, numbers::card(number), "names a card")
}

/// A card with troops on it, face up.
pub(super) fn troop_card(field: &str, number: i32) -> Read<Card> {
    let troops = numbers::card(number).filter(|card| !card.is_koku());
    named(field, troops, "names a troop card")
}

/// What a tile does.
pub(super) fn bonus(field: &str, number: i32) -> Read<Bonus> {
    named(field, numbers::bonus(number), "names a bonus")
}

/// A title or a hierarchy tile.
pub(super) fn title(field: &str, number: i32) -> Read<Title> {
    named(field, numbers::title(number), "names a title")
}

/// The name of a lot.
pub(super) fn lot(field: &str, number: i32) -> Read<LotName> {
    named(field, numbers::lot(number), "names a lot")
}

/// How something is paid.
pub(super) fn mode(field: &str, number: i32) -> Read<Mode> {
    named(field, numbers::mode(number), "tells how it is paid")
}

/// What may be absent, as zero.
pub(super) fn or_none<T>(number: i32, read: impl FnOnce(i32) -> Read<T>) -> Read<Option<T>> {
    if number == 0 { Ok(None) } else { read(number).map(Some) }
}

/// A position of a province, from 1.
pub(super) fn position(field: &str, number: u32) -> Read<u8> {
    count(field, number, POSITIONS as u8)
        .ok()
        .filter(|position| *position > 0)
        .ok_or_else(|| Malformed::field(field, format!("is a position from 1 to {POSITIONS}")))
}

/// A number of points.
pub(super) fn points(field: &str, number: u32) -> Read<u16> {
    u16::try_from(number).map_err(|_| Malformed::field(field, format!("is at most {}", u16::MAX)))
}

/// A seat of the largest table.
pub(super) fn seat(field: &str, number: u32) -> Read<Seat> {
    read::seat(field, number, SEATS_MAX)
}

/// A seat of this table.
pub(super) fn at_table(field: &str, number: u32, seats: SeatCount) -> Read<Seat> {
    let seat = seat(field, number)?;
    if seats.has(seat) { Ok(seat) } else { Err(Malformed::field(field, "is a seat of the match")) }
}

fn named<T>(field: &str, found: Option<T>, why: &str) -> Read<T> {
    found.ok_or_else(|| Malformed::field(field, why))
}
