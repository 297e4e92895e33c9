//! The match-orchestrator: seats players, owns all randomness, redacts hidden
//! information for every viewer, and keeps matches in a store.
//!
//! It knows no game: it moves bytes whose schema the game publishes itself. What
//! a command comes to and what leaves is decided in `match-orchestrator-core`;
//! here are the store, the network and the clock around it. Start reading at
//! [`Orchestrator`], then `matches/change.rs` for how a match changes, and `api/`
//! for the calls.

mod api;
mod call_limits;
mod carry_over;
pub mod config;
mod drains;
mod driver;
mod due;
mod filing;
mod games;
mod hub;
mod library;
mod limits;
mod matches;
mod orchestrator;
mod partitions;
mod people;
mod recheck;
mod replay;
mod secrets;
mod serve;
mod store_watch;
mod unstarted;

pub use config::{Config, StoreConfig};
pub use filing::of_change as filing_of_change;
pub use games::{Reach, Resolver, RulesLimits, SystemResolver};
pub use matches::Keeping;
pub use orchestrator::{Orchestrator, OrchestratorParts};
pub use secrets::{OsSecrets, Secrets};
pub use serve::{Ports, RunError, Web, open_store, run, serve};
