//! Codecs of players, and of what a reader may know of them.

use std::ops::RangeInclusive;

use kit_rules::{SEATS_MAX, Seat, SeatCount, SeatSet};

use super::{Codec, Read, checked, in_order, mapped, seat_up_to, set_of};
use crate::Malformed;

/// For whom a position is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Perspective {
    /// For the rules, which know everything.
    Complete,
    /// For a seat, or for a spectator.
    View(Option<Seat>),
}

impl Perspective {
    /// Whether what only this seat may know is seen.
    pub fn sees(self, owner: Seat) -> bool {
        match self {
            Self::Complete => true,
            Self::View(viewer) => viewer == Some(owner),
        }
    }
}

/// The size of the table of a message with these players.
///
/// # Errors
/// If the game has no such table.
pub fn seat_count<P>(players: &[P], seats: RangeInclusive<usize>) -> Read<SeatCount> {
    let count = SeatCount::new(players.len() as u32).filter(|count| seats.contains(&count.get()));
    let (min, max) = seats.into_inner();
    count.ok_or_else(|| Malformed::field("players", format!("has {min} to {max} players")))
}

/// Those who are done, of seats that all do something at the same time. The wire
/// names the others, and there are some.
pub fn all_but(together: SeatSet) -> impl Codec<Message = Vec<u32>, Value = SeatSet> {
    let others =
        move |some: SeatSet| together.iter().filter(|seat| !some.contains(*seat)).collect();
    let member = checked(seat_up_to(SEATS_MAX.into()), "is a seat that takes part", move |seat| {
        together.contains(*seat)
    });
    let open = checked(set_of(member, SeatSet::iter), "names those who are not done", |open| {
        !open.is_empty()
    });
    mapped(open, others, move |done| others(*done))
}

/// One element for each seat of the table, in their order; places beyond the table
/// stay empty.
pub fn by_seat<C, const N: usize>(
    seats: SeatCount,
    of: impl Fn(Seat) -> C,
) -> impl Codec<Message = Vec<C::Message>, Value = [C::Value; N]>
where
    C: Codec<Value: Default>,
{
    in_order(seats.get(), move |index| of(Seat::from_index(index)))
}
