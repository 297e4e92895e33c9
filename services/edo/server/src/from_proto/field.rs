//! Single fields.

use edo_rules::{COLUMNS, Officials, Price, SEATS_MAX, SLOTS, Space, Squad, Table};
use kit_proto::bakufu::edo::v1 as pb;
use kit_rules::{Seat, SeatCount};
use kit_rules_server::Malformed;
use kit_rules_server::read;
pub(super) use kit_rules_server::read::{ITSELF, Read, both, count, each, required};

use crate::numbers::{self, Numbered};

/// Something that has a number.
pub(super) fn named<T: Numbered>(field: &str, number: i32) -> Read<T> {
    numbers::named(number).ok_or_else(|| Malformed::field(field, T::MEANING))
}

/// Something that has a number, or nothing.
pub(super) fn named_or_none<T: Numbered>(field: &str, number: i32) -> Read<Option<T>> {
    if number == 0 { Ok(None) } else { named(field, number).map(Some) }
}

/// Several of a kind, each at most once.
pub(super) fn set<T: Numbered, S: FromIterator<T>>(field: &str, numbers: &[i32]) -> Read<S> {
    distinct(field, numbers, |number| named(ITSELF, number)).map(S::from_iter)
}

/// Several values of a kind, each at most once.
pub(super) fn distinct<N: Copy, T: Copy + PartialEq>(
    field: &str,
    numbers: &[N],
    read: impl Fn(N) -> Read<T>,
) -> Read<Vec<T>> {
    let mut seen = Vec::with_capacity(numbers.len());
    each(field, numbers, |number| {
        let value = read(*number)?;
        if seen.contains(&value) {
            return Err(Malformed::field(ITSELF, "stands there twice"));
        }
        seen.push(value);
        Ok(value)
    })
}

/// A space of the side that so many players use.
pub(super) fn on_board(field: &str, number: i32, seats: SeatCount) -> Read<Space> {
    let space = named(field, number)?;
    if Table::of(seats).side.spaces().contains(space) {
        Ok(space)
    } else {
        Err(Malformed::field(field, "names a space in play with so many players"))
    }
}

/// Figures of one kind on the board.
pub(super) fn squad(field: &str, numbers: &[i32], seats: SeatCount) -> Read<Squad> {
    let spaces = each(field, numbers, |number| on_board(ITSELF, *number, seats))?;
    let too_many = || Malformed::field(field, format!("has at most {} figures", Squad::MAX));
    Squad::new(spaces).ok_or_else(too_many)
}

/// A seat of the largest table.
pub(super) fn seat(field: &str, number: u32) -> Read<Seat> {
    read::seat(field, number, SEATS_MAX)
}

/// A seat, or nobody.
pub(super) fn seat_or_nobody(field: &str, number: u32) -> Read<Option<Seat>> {
    read::seat_or_nobody(field, number, SEATS_MAX)
}

/// A seat of this table.
pub(super) fn at_table(field: &str, number: u32, seats: SeatCount) -> Read<Seat> {
    let seat = seat(field, number)?;
    if seats.has(seat) { Ok(seat) } else { Err(Malformed::field(field, "is a seat of the match")) }
}

/// A slot of a plan; the wire counts from one, the rules from zero.
pub(super) fn slot(field: &str, number: u32) -> Read<u8> {
    place(field, number, SLOTS)
}

/// A column of demands; the wire counts from one, the rules from zero.
pub(super) fn column(field: &str, number: u32) -> Read<u8> {
    place(field, number, COLUMNS)
}

/// A number of something that fits a byte.
pub(super) fn small(field: &str, number: u32) -> Read<u8> {
    count(field, number, u8::MAX)
}

/// A number of something that there may be much of.
pub(super) fn amount(field: &str, number: u32) -> Read<u16> {
    let too_much = |_| Malformed::field(field, format!("is at most {}", u16::MAX));
    u16::try_from(number).map_err(too_much)
}

/// Officials; nobody if the message is absent.
pub(super) fn officials(field: &str, message: &Option<pb::Officials>) -> Read<Officials> {
    let Some(pb::Officials { own, white, black }) = *message else {
        return Ok(Officials::default());
    };
    let kinds = both(both(small("own", own), small("white", white)), small("black", black));
    let ((own, white), black) = kinds.map_err(|faults| faults.inside(field))?;
    Ok(Officials { own, white, black })
}

/// What was paid or taken.
pub(super) fn price(field: &str, message: &Option<pb::Price>) -> Read<Price> {
    let pb::Price { ryo, rice, wood, stone } = *required(field, message)?;
    let parts = both(
        both(small("ryo", ryo), small("rice", rice)),
        both(small("wood", wood), small("stone", stone)),
    );
    let ((ryo, rice), (wood, stone)) = parts.map_err(|faults| faults.inside(field))?;
    Ok(Price { ryo, rice, wood, stone })
}

fn place(field: &str, number: u32, places: usize) -> Read<u8> {
    let read = number.checked_sub(1).filter(|place| (*place as usize) < places);
    let why = || Malformed::field(field, format!("is a number from 1 to {places}"));
    read.map(|place| place as u8).ok_or_else(why)
}
