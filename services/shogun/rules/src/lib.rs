//! The rules of Shogun.
//!
//! The whole game is here: map and cards, what is legal, what it does, how it
//! is scored, and why something is refused. It is `no_std`: no clock, no
//! random source, no I/O. It knows no wire format; the server crate beside it
//! converts. Start reading at [`Shogun`], then follow a match through the
//! modules: `line_up` or `draft`, `season`, `planning`, `bidding`, `acting`
//! with `building`, `collecting`, `deploying` and `marching`, then `battle`
//! and `tower`, `winter` and `scoring`. The rule ids are explained in
//! `RULES.md`.
#![no_std]

extern crate alloc;

mod acting;
mod battle;
mod bidding;
mod building;
mod check;
mod check_cards;
mod check_phase;
mod collecting;
mod deploying;
mod draft;
mod game;
mod line_up;
mod loss;
mod marching;
mod planning;
mod scoring;
mod season;
mod seeding;
mod seen;
mod supply;
mod throwing;
mod treasury;
mod winter;

mod action;
mod card;
mod cube;
mod event;
mod event_card;
mod holding;
mod number;
mod options;
mod order;
mod province;
mod report;
mod special;
mod state;
mod table;
mod tower;
mod violation;

pub use action::Action;
pub use card::{Card, Chests, Space, SpaceSet};
pub use check::Inconsistent;
pub use cube::{Cube, Cubes};
pub use event::{Cards, Event, Good, Loss, Skip};
pub use event_card::{Effect, EventCard, EventSet};
pub use game::Shogun;
pub use holding::{Building, Buildings, Holding};
pub use number::{
    ARMIES, BUILDING_POINTS, CATCH, CATCH_SIDES, CHEST_CARDS, FARMERS, HELP_MARKERS, KNOCK_SIDES,
    MAJORITY_POINTS, NEUTRAL_FARMERS, PROVINCE_POINTS, SEATS_MAX, SEATS_MIN, SEED_ARMIES,
    SEED_FARMERS, SHELF_CAPACITY, TIE_REDUCTION, TILES, YEARS,
};
pub use options::{
    ChestDisplay, CombatMove, DraftExchange, EmptySpaces, Help, Options, Overbid, PlanReveal,
    ShortSupply, StartingProvinces, SurplusFarmers, TheatreEvent,
};
pub use order::{Order, OrderSet};
pub use province::{Province, ProvinceSet, Region, Side};
pub use season::{ACTIONS_FACE_UP, EVENTS_PER_YEAR};
pub use special::Special;
pub use state::{
    Draft, DraftStep, DraftTurn, Phase, Player, Points, Season, State, Task, Turn, Winter,
    WinterTask,
};
pub use table::{Clan, LineUp, Shortage, TableFacts};
pub use tower::{Shelf, Tower, TowerStage};
use violation::Applied;
pub use violation::Violation;
