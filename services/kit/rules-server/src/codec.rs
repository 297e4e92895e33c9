//! Codecs: how a field of a message and a value of the rules become each other.
//!
//! A game says once how its messages look, in tables, and both directions, the
//! paths of bad fields and the list of all of them follow:
//!
//! ```
//! use kit_rules::Seat;
//! use kit_rules_server::codec::*;
//!
//! // What the compiler of the schema generates.
//! mod pb {
//!     #[derive(Clone, Copy, Debug, PartialEq, prost::Enumeration)]
//!     #[repr(i32)]
//!     pub enum Suit { Unspecified = 0, Sun = 1, Moon = 2 }
//!     #[derive(Clone, PartialEq, prost::Message)]
//!     pub struct Card {
//!         #[prost(enumeration = "Suit", tag = "1")] pub suit: i32,
//!         #[prost(uint32, tag = "2")] pub rank: u32,
//!     }
//!     #[derive(Clone, PartialEq, prost::Message)]
//!     pub struct LayCard {
//!         #[prost(message, optional, tag = "1")] pub card: Option<Card>,
//!         #[prost(uint32, tag = "2")] pub partner: u32,
//!     }
//!     #[derive(Clone, PartialEq, prost::Message)]
//!     pub struct Pass {}
//!     #[derive(Clone, PartialEq, prost::Message)]
//!     pub struct Action {
//!         #[prost(oneof = "action::Kind", tags = "1, 2")]
//!         pub kind: Option<action::Kind>,
//!     }
//!     pub mod action {
//!         #[derive(Clone, PartialEq, prost::Oneof)]
//!         pub enum Kind {
//!             #[prost(message, tag = "1")] LayCard(super::LayCard),
//!             #[prost(message, tag = "2")] Pass(super::Pass),
//!         }
//!     }
//! }
//!
//! // What the rules have.
//! #[derive(Clone, Copy, Debug, PartialEq)]
//! enum Suit { Sun, Moon }
//! #[derive(Clone, Copy, Debug, PartialEq)]
//! struct Card { suit: Suit, rank: u8 }
//! #[derive(Clone, Copy, Debug, PartialEq)]
//! enum Action { Lay { card: Card, partner: Option<Seat> }, Pass }
//!
//! wire_enum! {
//!     SUIT: pb::Suit as Suit = { Sun, Moon }
//! }
//! wire_field! {
//!     SEAT: u32 as Seat = seat_up_to(4);
//! }
//! wire_message! {
//!     CARD: pb::Card as Card = { suit: SUIT, rank: at_most(13) } <=> Card { suit, rank }
//! }
//! wire_oneof! {
//!     ACTION: pb::Action as Action = kind: pb::action::Kind {
//!         LayCard { card: required(CARD), partner: or_none(SEAT) }
//!             <=> Action::Lay { card, partner },
//!         Pass {} <=> Action::Pass,
//!     }
//! }
//!
//! let lay = Action::Lay { card: Card { suit: Suit::Moon, rank: 12 }, partner: Seat::new(3) };
//! assert_eq!(ACTION.read(&ACTION.write(&lay)), Ok(lay));
//!
//! let card = Some(pb::Card { suit: 3, rank: 14 });
//! let kind = Some(pb::action::Kind::LayCard(pb::LayCard { card, partner: 5 }));
//! let malformed = ACTION.read(&pb::Action { kind }).expect_err("three fields are bad");
//! let paths: Vec<_> = malformed.faults.iter().map(|fault| fault.field.as_str()).collect();
//! assert_eq!(paths, ["lay_card.card.suit", "lay_card.card.rank", "lay_card.partner"]);
//! ```
//!
//! # How to write the wire of a game
//!
//! 1. `wire/field.rs`: what single fields mean, one line each, with
//!    [`wire_field!`](crate::wire_field) and [`wire_enum!`](crate::wire_enum).
//!    What has a number in the schema is [`numbered`]; sets, counts, seats and
//!    what may be absent come from the functions of this module.
//! 2. `wire/action.rs` and `wire/event.rs`: one line for each kind, with
//!    [`wire_oneof!`](crate::wire_oneof). The line says which fields the kind
//!    has, and behind `<=>` the value that they make.
//! 3. `wire/state.rs`: one table for each message, with
//!    [`wire_message!`](crate::wire_message); what depends on the phase, with
//!    [`wire_cases!`](crate::wire_cases). Tables may have parameters, such as
//!    the number of seats, or what the reader may know ([`Perspective`]).
//! 4. `lib.rs`: [`wire_tables!`](crate::wire_tables) names the tables in the game's
//!    [`Wire`](crate::Wire).
//! 5. What is left is code: which field a contradiction is reported under, and
//!    values that no pattern can take apart ([`mapped`], [`refined`]).
//!
//! # What stands behind `<=>`
//!
//! A variant, a struct, a tuple or an array, whose parts are named like the
//! fields. It is used twice: to take a value apart and to make it. Where these
//! differ, the pattern is followed by `=>` and what makes the value:
//! `Turn { played, .. } => Turn { played, active: FIRST }`. A field whose value
//! is a tuple can be taken apart in its place, as `tiles as (count, tiles): DEALT`;
//! one that has no value at all is `seat as (): exactly(1)`.
//!
//! Names in a pattern hide functions and parameters with the same names, so
//! codecs without parameters are in capitals, and kinds and cases can't use a
//! parameter that their pattern names. The fields are read, and their faults
//! reported, in the order of the table.

mod absent;
mod adapt;
mod list;
mod number;
mod players;
mod table;

use std::marker::PhantomData;

use kit_reason::FieldFault;

use crate::Malformed;

pub use absent::{
    if_known, is_absent, only_if, optional, or_absent, or_default, or_none, or_usual, required,
};
pub use adapt::{checked, mapped, narrowed, refined};
pub use list::{array_of, distinct, entries, in_order, keyed, list_of, or_face_down, set_of};
pub use number::{at_most, at_table, exactly, numbered, ordinal, plain, seat_up_to};
pub use players::{Perspective, all_but, by_seat, seat_count};

pub use crate::{wire_cases, wire_enum, wire_field, wire_message, wire_oneof, wire_tables};

/// A value, or all faults found on the way to it.
pub type Read<T> = Result<T, Malformed>;

/// How a field, or a whole message, stands for a value of the rules.
pub trait Codec {
    /// The field as the schema has it.
    type Message;
    /// What the rules have.
    type Value;

    /// What the field means.
    ///
    /// # Errors
    /// All faults, under paths as seen from the field.
    fn read(&self, message: &Self::Message) -> Read<Self::Value>;

    /// The one way to write the value.
    fn write(&self, value: &Self::Value) -> Self::Message;
}

/// A codec of two functions that undo each other.
pub fn codec<M, V>(
    read: impl Fn(&M) -> Read<V>,
    write: impl Fn(&V) -> M,
) -> impl Codec<Message = M, Value = V> {
    with((), move |(), message| read(message), move |(), value| write(value))
}

/// A codec of two functions that both use something, mostly another codec.
pub fn with<O, M, V>(
    of: O,
    read: impl Fn(&O, &M) -> Read<V>,
    write: impl Fn(&O, &V) -> M,
) -> impl Codec<Message = M, Value = V> {
    With { of, read, write, directions: PhantomData }
}

struct With<O, M, V, R, W> {
    of: O,
    read: R,
    write: W,
    directions: PhantomData<fn(M) -> V>,
}

impl<O, M, V, R, W> Codec for With<O, M, V, R, W>
where
    R: Fn(&O, &M) -> Read<V>,
    W: Fn(&O, &V) -> M,
{
    type Message = M;
    type Value = V;

    fn read(&self, message: &M) -> Read<V> {
        (self.read)(&self.of, message)
    }

    fn write(&self, value: &V) -> M {
        (self.write)(&self.of, value)
    }
}

/// The faults of a message, found field by field.
#[derive(Default)]
pub struct Faults(Vec<FieldFault>);

impl Faults {
    /// What was read of a field, if it has no faults.
    pub fn field<T>(&mut self, field: &str, read: Read<T>) -> Option<T> {
        self.message(read.map_err(|malformed| malformed.inside(field)))
    }

    /// What was read of several fields, if they have no faults.
    pub fn message<T>(&mut self, read: Read<T>) -> Option<T> {
        Malformed::gather(&mut self.0, read)
    }

    /// One more bad field, unless it is known to be one.
    pub fn add(&mut self, field: &str, why: impl Into<String>) {
        if self.0.iter().all(|fault| fault.field != field) {
            self.0.push(FieldFault { field: field.to_owned(), why: why.into() });
        }
    }

    /// All of them, as seen from the message with a oneof of this kind.
    pub fn in_kind(self, variant: &str) -> Malformed {
        let mut field = String::new();
        for letter in variant.chars() {
            if letter.is_ascii_uppercase() && !field.is_empty() {
                field.push('_');
            }
            field.push(letter.to_ascii_lowercase());
        }
        Malformed::from(self).inside(&field)
    }

    /// The value, if there are no faults.
    ///
    /// # Errors
    /// All of them, otherwise.
    pub fn or<T>(self, value: T) -> Read<T> {
        if self.0.is_empty() { Ok(value) } else { Err(self.into()) }
    }
}

impl From<Faults> for Malformed {
    fn from(faults: Faults) -> Self {
        Self { faults: faults.0 }
    }
}
