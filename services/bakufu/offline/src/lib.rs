//! Matches without a server: the rules of a game in this process, and a match
//! that is played with them through `match-orchestrator-core` alone.
//!
//! The verifier and the proofs are built on it; nothing of a network is linked.
//! Start reading at [`GameRules`], then [`OfflineMatch`]; [`shipped_rules`] are
//! what a record is verified with.

mod offline_match;
mod rules;
mod shipped;
mod viewing;

pub use offline_match::OfflineMatch;
pub use rules::{GameRules, compile_schema};
pub use shipped::{ShippedRules, shipped_rules};
pub use viewing::Viewing;
