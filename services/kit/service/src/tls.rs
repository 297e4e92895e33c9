//! TLS for the port that is served and for calls to others, from files that may change.
//!
//! Who rotates a certificate writes new files; nobody restarts a process. The
//! files are read again and again, and what they hold counts for all
//! connections made from then on. Files that do not go together change nothing.

mod accept;
mod client;
mod connection;
mod connector;
mod error;
mod files;
mod pem;
mod reload;
mod server;

use std::time::Duration;

pub(crate) use accept::shake_hands;
pub use client::ClientTls;
pub(crate) use connection::Connection;
pub use connector::{ConnectError, Connector};
pub use error::{AddressError, TlsError};
pub use files::{ClientFiles, KeyPair, ServerFiles, read_authorities};
pub use server::ServerTls;

/// How often files are looked at. Kubernetes itself takes about a minute to
/// bring a changed Secret to a pod.
pub const LOOK_INTERVAL: Duration = Duration::from_secs(5);

/// How long a handshake may take, on either side.
const HANDSHAKE_MAX: Duration = Duration::from_secs(5);

/// What gRPC speaks over TLS.
const ALPN_HTTP2: &[u8] = b"h2";
/// What curl and browsers may speak as well, where it is on.
const ALPN_HTTP1: &[u8] = b"http/1.1";
