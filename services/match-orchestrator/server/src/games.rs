//! The games that are registered, each behind its own bulkhead.

mod client;
mod registry;
mod versions;

pub use client::RulesLimits;
pub(crate) use client::{Game, within};
pub(crate) use registry::{Games, RegisterError};
#[expect(unused_imports, reason = "the calls of operators come with their own change")]
pub(crate) use versions::VersionInfo;
