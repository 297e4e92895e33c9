//! Single fields.

use kit_proto::bakufu::shogun::v1 as pb;
use kit_rules::Seat;
use kit_rules_server::Malformed;
use kit_rules_server::read;
pub(super) use kit_rules_server::read::{ITSELF, Read, both, count, each, required};
use shogun_rules::{
    Building, Card, Cube, Cubes, EventCard, EventSet, Order, Province, ProvinceSet, Region,
    SEATS_MAX, Season, Space, SpaceSet, Special,
};

use crate::numbers;

/// A province.
pub(super) fn province(field: &str, number: i32) -> Read<Province> {
    named(field, numbers::province(number), "names a province")
}

/// Provinces, each at most once.
pub(super) fn provinces(field: &str, numbers: &[i32]) -> Read<ProvinceSet> {
    unique(field, numbers, |number| province(ITSELF, number)).map(ProvinceSet::from_iter)
}

/// An order.
pub(super) fn order(field: &str, number: i32) -> Read<Order> {
    named(field, numbers::order(number), "names an order")
}

/// A space of a player board.
pub(super) fn space(field: &str, number: i32) -> Read<Space> {
    named(field, numbers::space(number), "names a space of the player board")
}

/// Spaces, each at most once.
pub(super) fn spaces(field: &str, numbers: &[i32]) -> Read<SpaceSet> {
    unique(field, numbers, |number| space(ITSELF, number)).map(SpaceSet::from_iter)
}

/// A special card.
pub(super) fn special(field: &str, number: i32) -> Read<Special> {
    named(field, numbers::special(number), "names a special card")
}

/// An event card.
pub(super) fn event_card(field: &str, number: i32) -> Read<EventCard> {
    named(field, numbers::event_card(number), "names an event card")
}

/// Event cards, each at most once.
pub(super) fn event_cards(field: &str, numbers: &[i32]) -> Read<EventSet> {
    unique(field, numbers, |number| event_card(ITSELF, number)).map(EventSet::from_iter)
}

/// A kind of building.
pub(super) fn building(field: &str, number: i32) -> Read<Building> {
    named(field, numbers::building(number), "names a kind of building")
}

/// A season.
pub(super) fn season(field: &str, number: i32) -> Read<Season> {
    named(field, numbers::season(number), "names a season")
}

/// A region.
pub(super) fn region(field: &str, number: i32) -> Read<Region> {
    named(field, numbers::region(number), "names a region")
}

/// A card that has to be there.
pub(super) fn card(field: &str, message: &Option<pb::Card>) -> Read<Card> {
    use pb::card::Kind;
    let message = required(field, message)?;
    let read = match message.kind {
        None => Err(Malformed::field("kind", "is a province or a chest card")),
        Some(Kind::Province(number)) => province("province", number).map(Card::Province),
        Some(Kind::ChestCard(number)) => {
            named("chest_card", numbers::chest_card(number), "names a chest card").map(Card::Chests)
        }
    };
    read.map_err(|faults| faults.inside(field))
}

/// A seat of the largest table.
pub(super) fn seat(field: &str, number: u32) -> Read<Seat> {
    read::seat(field, number, SEATS_MAX)
}

/// A seat, or nobody.
pub(super) fn seat_or_nobody(field: &str, number: u32) -> Read<Option<Seat>> {
    read::seat_or_nobody(field, number, SEATS_MAX)
}

/// Seats, each at most once.
pub(super) fn seats(field: &str, numbers: &[u32]) -> Read<Vec<Seat>> {
    unique(field, numbers, |number| seat(ITSELF, number))
}

/// A number that fits a byte.
pub(super) fn byte(field: &str, number: u32) -> Read<u8> {
    count(field, number, u8::MAX)
}

/// A number of points.
pub(super) fn points(field: &str, number: u32) -> Read<u16> {
    let points = u16::try_from(number).ok();
    named(field, points, "is a number of points that a match can give")
}

/// Cubes of different colours, each colour at most once.
pub(super) fn cubes(field: &str, counts: &[pb::CubeCount]) -> Read<Cubes> {
    let mut cubes = Cubes::NONE;
    each(field, counts, |message| {
        let owner = seat_or_nobody("seat", message.seat);
        let (owner, count) = both(owner, byte("count", message.count))?;
        let cube = owner.map_or(Cube::FARMER, Cube::army);
        if count == 0 {
            return Err(Malformed::field("count", "is at least 1"));
        }
        if cubes[cube] > 0 {
            return Err(Malformed::field("seat", "repeats a colour"));
        }
        cubes[cube] = count;
        Ok(())
    })?;
    Ok(cubes)
}

/// Different elements of a repeated field.
pub(super) fn unique<N: Copy, T: Copy + PartialEq>(
    field: &str,
    numbers: &[N],
    read: impl Fn(N) -> Read<T>,
) -> Read<Vec<T>> {
    let mut seen = Vec::new();
    each(field, numbers, |number| {
        let value = read(*number)?;
        if seen.contains(&value) {
            return Err(Malformed::field(ITSELF, "stands there twice"));
        }
        seen.push(value);
        Ok(value)
    })
}

/// A value, or what the field has to be.
pub(super) fn named<T>(field: &str, value: Option<T>, why: &str) -> Read<T> {
    value.ok_or_else(|| Malformed::field(field, why))
}
