//! The life of a match as a pure state machine: who sits where, whether it has
//! started, who may act, and which revision each viewer has reached.
//!
//! It knows no game, no store and no clock. Every operation either succeeds or
//! leaves the [`Table`] as it was. Start reading there.
#![no_std]

extern crate alloc;

mod refusal;
mod standings;
mod table;

pub use refusal::Refusal;
pub use standings::place_resigned_last;
pub use table::{Chair, Holder, Phase, Progress, Resignation, Table};
