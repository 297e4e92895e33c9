//! Laws that every game keeps, and the runners that check them.
//!
//! For tests only. A rules crate gets all laws of a game with one line,
//! [`suite!`]; with the feature `wire` a server crate gets the laws of its
//! messages with `wire_suite!`. Around them: random matches from a seed
//! ([`play()`]), whole matches as readable text ([`golden()`]), rule tests as
//! scripts ([`script`]), positions that somebody tampered with ([`tampered`]), and
//! the smallest game that uses everything the platform offers ([`toy`]).
//!
//! It knows no game but its toy. Start reading at [`laws`].

mod chance;
mod check;
mod golden;
pub mod laws;
mod matches;
mod play;
mod sample;
pub mod script;
mod suite;
pub mod tampered;
pub mod toy;
#[cfg(feature = "wire")]
pub mod wire;

pub use chance::Chance;
pub use check::{ENV_GAMES, ENV_SEED, check, hold};
pub use golden::{ENV_UPDATE, golden};
pub use matches::tables;
pub use play::{Played, RandomPlay, Table, Weight, legal, play, walk};
pub use sample::{any_action, lists_what_is_accepted};
