//! A person plays a seat in a terminal.
//!
//! Nothing here knows a game. The board is read from the text alternatives of
//! the picture that the game draws of what the seat may see; the choices are its
//! legal actions; what happens is told in the game's own sentences. Start
//! reading at `session.rs`.

mod board_text;
mod choices;
mod farewell;
mod order;
mod own_seat;
mod session;
mod words;

pub(crate) use self::farewell::{Whereabouts, farewell};
pub(crate) use self::own_seat::{OwnSeat, Wanted};
pub(crate) use self::session::{Session, SessionEnd};
