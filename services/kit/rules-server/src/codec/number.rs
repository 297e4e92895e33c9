//! Codecs of single numbers.

use std::fmt::Display;

use kit_rules::{Seat, SeatCount};

use super::{Codec, codec, with};
use crate::Malformed;

/// The value of an enum with many names: its place in the list of the rules,
/// counted from one. `why` says what the field does, such as `names a card`.
pub fn numbered<T: Copy>(
    why: &'static str,
    at: impl Fn(usize) -> Option<T>,
    place: impl Fn(T) -> usize,
) -> impl Codec<Message = i32, Value = T> {
    codec(
        move |number: &i32| {
            let place = usize::try_from(*number).ok().and_then(|number| number.checked_sub(1));
            place.and_then(&at).ok_or_else(|| Malformed::itself(why))
        },
        move |value| place(*value) as i32 + 1,
    )
}

/// A seat of the largest table.
pub fn seat_up_to(seats_max: usize) -> impl Codec<Message = u32, Value = Seat> {
    codec(
        move |number| {
            Seat::new(*number)
                .filter(|seat| seat.index() < seats_max)
                .ok_or_else(|| Malformed::itself(format!("is a seat from 1 to {seats_max}")))
        },
        |seat: &Seat| seat.number(),
    )
}

/// A seat of this table.
pub fn at_table(seats: SeatCount) -> impl Codec<Message = u32, Value = Seat> {
    codec(
        move |number| {
            Seat::new(*number)
                .filter(|seat| seats.has(*seat))
                .ok_or_else(|| Malformed::itself("is a seat of the match"))
        },
        |seat: &Seat| seat.number(),
    )
}

/// A number from zero to this one.
pub fn at_most<T>(max: T) -> impl Codec<Message = u32, Value = T>
where
    T: Copy + Display + PartialOrd + TryFrom<u32> + Into<u32>,
{
    codec(
        move |number: &u32| {
            T::try_from(*number)
                .ok()
                .filter(|count| *count <= max)
                .ok_or_else(|| Malformed::itself(format!("is at most {max}")))
        },
        |count: &T| (*count).into(),
    )
}

/// One of so many places; the wire counts from one, the rules from zero.
pub fn ordinal(places: usize) -> impl Codec<Message = u32, Value = u8> {
    codec(
        move |number: &u32| {
            number
                .checked_sub(1)
                .filter(|place| (*place as usize) < places)
                .and_then(|place| u8::try_from(place).ok())
                .ok_or_else(|| Malformed::itself(format!("is a number from 1 to {places}")))
        },
        |place: &u8| u32::from(*place) + 1,
    )
}

/// A field that the rules have as it is.
pub fn plain<T: Clone>() -> impl Codec<Message = T, Value = T> {
    codec(|field: &T| Ok(field.clone()), T::clone)
}

/// A field that tells nothing new: it is always this.
pub fn exactly<T: Clone + Display + PartialEq>(expected: T) -> impl Codec<Message = T, Value = ()> {
    with(
        expected,
        |expected: &T, field: &T| {
            if field == expected {
                return Ok(());
            }
            Err(Malformed::itself(format!("is {expected} at this place")))
        },
        |expected, ()| expected.clone(),
    )
}
