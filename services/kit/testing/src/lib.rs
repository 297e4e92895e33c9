//! Helpers for tests: a Redis server, ports, waiting, captured logs.
//!
//! Nothing here is meant for production code. [`RedisServer`] runs the real
//! `redis-server` binary, because a fake would only prove that the fake works;
//! [`wait_until`] is the one place where a test may poll.

mod log_capture;
mod port;
mod redis_server;
mod topology;
mod wait;
mod watchdog;

pub use log_capture::LogCapture;
pub use port::free_port;
pub use redis_server::{Persistence, RedisServer};
pub use topology::{catch_up, cluster_node, replicate};
pub use wait::{PATIENCE, holds_in_time, holds_within, wait_until};
pub use watchdog::Watchdog;
