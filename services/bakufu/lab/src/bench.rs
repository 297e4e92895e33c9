//! Measurements that `bakufu bench` makes.
//!
//! The *product* is a SubmitActions through the orchestrator, a game and Redis.
//! The *floor* is what the wire alone costs for the same bytes: a bare call
//! over the same two hops, and one script in the same Redis. Both run in the
//! same layout: all servers on one runtime, all clients on another, so that
//! their ratio says what our code costs. Start reading at `submit.rs`.

mod backing;
mod command;
mod core;
mod floor;
mod known_secrets;
mod load;
mod plan;
mod product;
mod redis_process;
mod report;
mod sizes;
mod submit;
mod views;

pub(crate) use self::backing::Backing;
pub(crate) use self::command::{find, run, start_telemetry};
pub(crate) use self::load::{Caller, Load, Rate};
pub(crate) use self::redis_process::{RedisProcess, free_port, system};
