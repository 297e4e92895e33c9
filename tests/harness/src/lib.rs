//! Starts orchestrators, games and clients for the black-box suites.
//!
//! Everything here stands outside of the processes under test: it starts their
//! binaries, speaks gRPC to them and reads what they log. No game is known by
//! name; games are found by their `game.toml`, played through their lists of
//! legal actions, and read through the schema that they publish.
//!
//! Start reading at [`Cluster`], then [`Table`] for a match with players, and
//! [`Watcher`] for what a viewer sees of it.

mod binaries;
mod client;
mod cluster;
mod dice;
mod fleet;
mod log;
mod player;
mod raw;
mod record;
mod refusal;
mod retry;
mod schema;
mod service;
mod table;
mod watcher;

pub use binaries::{ALL_IN_ONE, ORCHESTRATOR, ShippedGame, binary, shipped_games, workspace_root};
pub use client::{Client, fresh_id, with_token};
pub use cluster::{Cluster, ClusterBuilder, StoreKind};
pub use dice::Dice;
pub use fleet::{CALL_MAX, Fleet};
pub use log::Log;
pub use player::Player;
pub use raw::RawClient;
pub use record::{acts, assert_seen, assert_seen_to_end};
pub use refusal::{assert_refused, fields_at_fault, reason_of};
pub use retry::{Effort, Unanswered, may_pass, repeat, wait_before, with_retries};
pub use schema::Schema;
pub use service::{Service, ServiceSpec};
pub use table::{Table, every_table};
pub use watcher::{Seen, Watcher};

pub use kit_grpc::bakufu::rules::v1::rules_service_server;
/// The messages of the public API.
pub use kit_proto::bakufu::play::v1 as play;
/// The messages that games and orchestrator share.
pub use kit_proto::bakufu::rules::v1 as rules;
/// Why a call was refused.
pub use kit_service::Reason;
