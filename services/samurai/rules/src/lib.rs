//! The rules of Samurai.
//!
//! The whole game is here: board and tiles, what is legal, what it does, how
//! it is scored, and why something is refused. It is `no_std`: no clock, no
//! random source, no I/O. It knows no wire format; the server crate beside it
//! converts. Start reading at [`Samurai`], then follow a turn through the
//! modules: `hands`, `figures`, `turn`, `capture`, `scoring`. The rule ids are
//! explained in `RULES.md`.
#![no_std]

extern crate alloc;

mod capture;
mod check;
mod figure_exchange;
mod figures;
mod game;
mod hands;
mod placing;
mod scoring;
mod seen;
mod tile_exchange;
mod turn;

mod action;
mod board;
mod cell;
mod event;
mod figure;
mod influence;
mod options;
mod report;
mod state;
mod tile;
mod violation;

pub use action::Action;
pub use board::{Board, Placed};
pub use cell::{Cell, Land, Piece, Sea, Settlement, SettlementKind, TableFacts};
pub use check::Inconsistent;
pub use event::Event;
pub use figure::{Figure, FigureCounts, FigureSet};
pub use game::Samurai;
pub use influence::Influence;
pub use options::{Captures, EndTiming, FigurePlacement, Options, StartHand};
pub use state::{EndReason, Exchange, Phase, Player, SEATS_MAX, State, Turn};
pub use tile::{HAND_SIZE, Kind, Tile, TileSet};
use violation::Applied;
pub use violation::Violation;
