//! The rules of Edo with its first expansion.
//!
//! The whole game is here: board and cards, what is legal, what it does, how
//! it is scored, and why something is refused. It is `no_std`: no clock, no
//! random source, no I/O. It knows no wire format; the server crate beside it
//! converts. Start reading at [`Edo`], then follow a round through the modules:
//! `setup`, `positions`, `relocation`, `planning`, `turn`, `work`, `wages`,
//! `round`, `scoring`. The rule ids are explained in `RULES.md`.
#![no_std]

extern crate alloc;

mod check;
mod construction;
mod demand;
mod dispersal;
mod flow;
mod game;
mod income;
mod movement;
mod planning;
mod positions;
mod privileges;
mod production;
mod relocation;
mod round;
mod scoring;
mod setup;
mod store;
mod trade;
mod travel;
mod turn;
mod wages;
mod work;

mod action;
mod board;
mod building;
mod card;
mod causes;
mod event;
mod goods;
mod location;
mod officials;
mod options;
mod package;
mod piles;
mod player;
mod profit;
mod report;
mod seen;
mod space;
mod squad;
mod state;
mod supply;
mod tables;
mod token;
mod trading_card;
mod violation;

pub use action::{Action, Figure};
pub use board::{Side, TableFacts};
pub use building::{Building, BuildingKind, City};
pub use card::{Card, CardSet, Task, TaskFacts};
pub use check::Inconsistent;
pub use event::Event;
pub use game::Edo;
pub use goods::{Good, Goods, Price};
pub use location::{LocationSet, LocationTile};
pub use officials::{OfficialKind, Officials, PlannedCard};
pub use options::Options;
pub use package::{Package, PackageSet};
pub use piles::{Tokken, Trade};
pub use player::Player;
pub use profit::{ProfitSet, ProfitTile};
pub use scoring::Score;
pub use space::{Space, SpaceKind, SpaceSet};
pub use squad::Squad;
pub use state::{
    COLUMNS, EndReason, Offers, Phase, RONIN, Relocation, SEATS_MAX, SLOTS, State, Turn, TurnStep,
};
pub use token::{Demand, DemandKind, DemandSet, Privilege, PrivilegeKind, PrivilegeSet};
pub use trading_card::{GoodsOffer, OfferedBy, TradingCard, TradingSet};
use violation::Applied;
pub use violation::Violation;
