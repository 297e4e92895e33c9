//! The match-orchestrator: seats players, owns all randomness, redacts hidden
//! information for every viewer, and keeps matches in a store.
//!
//! It knows no game: it moves bytes whose schema the game publishes itself.
//! Start reading at [`Orchestrator`], then `matches/change.rs` for how a match
//! changes, `door.rs` for what leaves, and `api/` for the calls. [`verify`] needs
//! none of it running: it checks the exported record of a match offline.

mod api;
mod check;
pub mod config;
pub mod desk;
mod door;
mod drains;
mod driver;
mod games;
mod hub;
mod library;
mod limits;
mod matches;
mod orchestrator;
mod plain_text;
mod play;
mod record;
mod referee;
mod replay;
mod seating;
mod secrets;
mod serve;
mod store_watch;
mod tokens;
pub mod verify;

pub use config::{Config, StoreConfig};
pub use games::{Reach, Resolver, RulesLimits, SystemResolver};
pub use orchestrator::{Orchestrator, Parts};
pub use secrets::{OsSecrets, Secrets};
pub use serve::{RunError, Web, open_store, run, serve};
