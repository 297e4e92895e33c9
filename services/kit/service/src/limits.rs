//! Limits on what callers may ask of a process, in one table.
//!
//! A [`Table`] says what is bounded: how much of it one peer may have and how much
//! all may, at once or over time. Which calls count against which limits follows
//! from their paths. The mechanism is the same for all: whoever is above a bound
//! is refused at once, with the limit's name and the time after which to come
//! again ([`Reason::Limited`](crate::Reason::Limited)). All bounds are those of one
//! process: replicas do not tell each other.

mod bounds;
mod caller;
mod limiter;
mod networks;
mod peers;
mod table;
mod usage;

use std::time::Duration;

pub use bounds::{Bounds, Scope};
pub use caller::Caller;
pub use limiter::Held;
pub(crate) use limiter::Limiter;
pub use networks::{Networks, NetworksError, Proxies};
pub use table::{Bound, Class, Limit, Table, Unit};
pub(crate) use table::{CALLS_AND_STREAMS, CallKind};

/// How much a process takes on.
#[derive(Debug, Clone)]
pub struct Limits {
    /// What is bounded. The default bounds calls and streams in all, which is what
    /// a service needs whose callers are our own.
    pub table: &'static Table,
    /// The bounds that are not those of the table.
    pub bounds: Bounds,
    /// The longest that a call may take, whatever its caller allows. Streams go on.
    pub call_time_max: Duration,
    /// The longest that a request may take to arrive once its headers are there.
    pub body_time_max: Duration,
    /// The longest request as it comes over the wire, in bytes.
    pub request_bytes_max: usize,
    /// What a caller is told to wait who was refused for what others, or calls of
    /// its own, hold.
    pub retry_after: Duration,
    /// Whom to believe when they say for whom they call.
    pub proxies: Proxies,
    /// Peers without a bound of their own: those for all still hold.
    pub unlimited_peers: Networks,
}

impl Limits {
    /// Peers that carry the calls of many others, and so need many connections.
    pub fn carriers(&self) -> Networks {
        self.unlimited_peers.with(self.proxies.networks())
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            table: &CALLS_AND_STREAMS,
            bounds: Bounds::default(),
            call_time_max: Duration::from_secs(10),
            body_time_max: Duration::from_secs(10),
            // The longest message that tonic takes if nothing else is said, and its frame.
            request_bytes_max: 4 * 1024 * 1024 + 1024,
            retry_after: Duration::from_secs(1),
            proxies: Proxies::default(),
            unlimited_peers: Networks::default(),
        }
    }
}
