//! The rules of Shitennō.
//!
//! The whole game is here: components, what is legal, what it does, how it is
//! scored, and why something is refused. It is `no_std`: no clock, no random
//! source, no I/O. It knows no wire format; the server crate beside it
//! converts. Start reading at [`Shitenno`], then follow a round through the
//! modules: `setup`, `division`, `turn`, `payment` with `completion`,
//! `control`, `scoring`. The rule ids are explained in `RULES.md`.
#![no_std]

extern crate alloc;

mod check;
mod completion;
mod control;
mod division;
mod game;
mod payment;
mod scoring;
mod setup;
mod turn;

mod action;
mod card;
mod event;
mod general;
mod held;
mod lanes;
mod options;
mod pile;
mod plan;
mod province;
mod report;
mod seen;
mod state;
mod table;
mod tile;
mod title;
mod troop;
mod violation;

pub use action::Action;
pub use card::{Card, Cards};
pub use check::Inconsistent;
pub use event::Event;
pub use game::Shitenno;
pub use general::General;
pub use options::{Joker, Options, Refill, TieBreak, TileOrder};
pub use pile::Pile;
pub use plan::{Mode, Part, Parts, Plan};
pub use province::{
    MAJORITY_POINTS, POSITIONS, Province, TILES_PER_GATE, WEIGHT_GOLDEN, WEIGHT_SIMPLE,
};
pub use state::{
    Deck, EndReason, Kamon, Land, LastPoints, Lot, LotName, Phase, Player, SEATS_MAX, State, Top,
    Turn,
};
pub use table::{KAMON_PER_TURN, POINTS_PER_KOKU, START_CARDS, TableFacts};
pub use tile::{Bonus, Bonuses, Tile, Tiles};
pub use title::{Title, TitleSet};
pub use troop::{Element, Pool, Troop};
use violation::Applied;
pub use violation::Violation;
