//! The games that are registered, each behind its own bulkhead.

mod client;
mod registry;
mod versions;

pub use client::RulesLimits;
pub(crate) use client::{Game, within};
pub(crate) use registry::{Games, RegisterError};
pub(crate) use versions::compare as compare_versions;
