//! The games that are registered, each behind its own bulkhead.

mod client;
mod registry;

pub use client::RulesLimits;
pub(crate) use client::{Game, within};
pub(crate) use registry::{Games, RegisterError};
