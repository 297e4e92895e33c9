//! The vocabulary of all games and the [`Rules`] trait.
//!
//! A game is a pure function: no clock, no random source, no I/O. This crate
//! is `no_std`, and so is every crate that implements it, which makes that a
//! fact of compilation and not of discipline. It knows no wire format and no
//! game. Start reading at [`Rules`].
#![no_std]

extern crate alloc;

mod deal;
mod indexed;
mod outcome;
mod planning;
mod rules;
mod seat;
mod walk;

pub use deal::{Draws, shuffle};
pub use indexed::Indexed;
pub use outcome::{Outcome, ScoreLine, Standing};
pub use planning::{Plan, PlanFault, Planned, Planning};
pub use rules::{Facts, OptionFact, Pending, Refusal, Rules, Seen, Step, Violation};
pub use seat::{SEATS_MAX, Seat, SeatCount, SeatSet};
pub use walk::{Walked, perft, play_out, replay, take};
