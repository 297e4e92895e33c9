//! The games that are registered, each version behind its own bulkhead, with
//! the pods that play it.

mod address;
mod call;
mod caller;
mod connect;
mod game;
mod keeper;
mod pods;
mod registry;
mod versions;

pub use address::{Reach, Resolver, SystemResolver};
pub(crate) use caller::within;
pub(crate) use game::Game;
pub use game::RulesLimits;
pub(crate) use registry::{Games, RegisterError};
pub(crate) use versions::compare as compare_versions;
