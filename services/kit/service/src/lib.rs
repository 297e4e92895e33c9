//! Basics that every Bakufu process needs: configuration, telemetry, health, drain, errors.
//!
//! A `main` reads its [`config`], starts [`Telemetry`], binds its listener and
//! calls [`serve`]; everything between the socket and the handler is the same
//! in all processes and lives here. What is not here: games, matches, stores.
//! Start reading at [`serve`], then [`Reason`], the one door from a refusal or
//! failure to a gRPC status.

pub mod config;
mod connections;
mod drain;
mod health;
pub mod http_routes;
pub mod layers;
pub mod limits;
pub mod metrics;
mod peer;
mod probes;
pub mod process;
mod serve;
pub mod telemetry;
pub mod tls;

pub use connections::{
    CONNECTION_IDLE_MAX, CONNECTIONS_PER_PEER_MAX, ConnectionLimits, raise_open_files,
};
pub use drain::Drain;
pub use health::Health;
pub use kit_reason::{DOMAIN, FieldFault, Precondition, Reason};
pub use layers::{AnswerTime, Deadline, TracedChannel};
pub use limits::{Caller, Limits, Networks, Proxies};
pub use metrics::Metrics;
pub use peer::Peer;
pub use probes::serve_probes;
pub use serve::{Ended, ServeError, Serving, serve};
pub use telemetry::{Telemetry, TelemetryConfig};
