//! Connections of a port: who gets one, how long it lives, and how it ends.
//!
//! A connection costs a file, memory and a task, whoever made it and whether it
//! says anything or not. So there is a bound on how many there are, in
//! all and of one peer, and one on every silence: of a handshake, of the first
//! request, between requests, and of a peer that does not read what it asked for.
//! What is asked over a connection is bounded elsewhere ([`crate::layers`]).

mod accepting;
mod activity;
mod admission;
mod answers;
mod http;
mod life;
mod open_files;

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use ::http::{Request, Response};
use futures::FutureExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tonic::body::Body;
use tower::util::BoxCloneSyncService;
use tracing::warn;

use crate::limits::Networks;
use crate::metrics::{ConnectionLimit, Metrics};
use crate::telemetry::Seldom;
use crate::tls::ServerTls;

use accepting::accept;
use admission::{Admission, Admitted};
pub use open_files::raise_open_files;

/// Connections of one peer on a public port. A person needs a handful and a
/// platform some dozens; many people behind one address are below it as well.
pub const CONNECTIONS_PER_PEER_MAX: usize = 512;
/// How long a connection to a public port may be without a request.
pub const CONNECTION_IDLE_MAX: Duration = Duration::from_secs(300);
/// Requests under way at a time on one connection to a public port, streams
/// included. Whoever multiplexes more makes a second connection.
const PUBLIC_REQUESTS_MAX: u32 = 256;
/// The same on a port of our own services: all calls of an orchestrator share a
/// few connections.
const REQUESTS_MAX: u32 = 1024;
/// What the requests of one connection to a public port may send before somebody
/// takes it; as much as the largest request of the public API.
const PUBLIC_WINDOW_BYTES: u32 = 256 * 1024;
/// The same on a port of our own services, whose requests hold whole positions.
const WINDOW_BYTES: u32 = 1024 * 1024;
/// Requests at a time on a connection to a port for probes and scrapers, which ask
/// one thing after the other.
const REQUESTS_BESIDE_MAX: u32 = 8;
/// Connections of such a port.
const CONNECTIONS_BESIDE_MAX: usize = 64;
/// How long a connection may live until its first request has arrived.
const FIRST_REQUEST_MAX: Duration = Duration::from_secs(10);
/// How long a peer may leave an answer unread.
const STALL_MAX: Duration = Duration::from_secs(60);

/// What answers the requests of all connections.
pub(crate) type Answering = BoxCloneSyncService<Request<Body>, Response<Body>, Infallible>;

/// How many connections a port has, and how long each may be silent.
#[derive(Debug, Clone)]
pub struct ConnectionLimits {
    /// Open at a time; one more is closed at once.
    pub open_max: usize,
    /// Open at a time by one peer. None: as many as in all.
    pub per_peer_max: Option<usize>,
    /// Peers that carry the requests of many others, such as trusted proxies, and
    /// so have no bound of their own.
    pub carriers: Networks,
    /// Requests under way at a time on one connection of HTTP/2.
    pub requests_max: u32,
    /// What they may send before somebody takes it.
    pub window_bytes: u32,
    /// How long a connection may live until its first request has arrived.
    pub first_request_max: Duration,
    /// How long a connection may be without a request after that. None: for
    /// ever.
    pub idle_max: Option<Duration>,
    /// How long a peer may leave an answer unread before it loses it: one of
    /// HTTP/2, or the connection if nothing of it is read.
    pub stall_max: Duration,
}

impl Default for ConnectionLimits {
    /// For a port that our own processes call: as many connections as there are
    /// files for, and idle ones stay, since nothing makes them again in silence.
    fn default() -> Self {
        Self {
            open_max: open_files::connections_max(),
            per_peer_max: None,
            carriers: Networks::default(),
            requests_max: REQUESTS_MAX,
            window_bytes: WINDOW_BYTES,
            first_request_max: FIRST_REQUEST_MAX,
            idle_max: None,
            stall_max: STALL_MAX,
        }
    }
}

impl ConnectionLimits {
    /// For a port that anybody may call.
    pub fn public() -> Self {
        Self {
            per_peer_max: Some(CONNECTIONS_PER_PEER_MAX),
            requests_max: PUBLIC_REQUESTS_MAX,
            window_bytes: PUBLIC_WINDOW_BYTES,
            idle_max: Some(CONNECTION_IDLE_MAX),
            ..Self::default()
        }
    }

    /// For a port beside the one that is served, for probes or scrapers.
    pub(crate) fn beside() -> Self {
        Self {
            open_max: CONNECTIONS_BESIDE_MAX,
            requests_max: REQUESTS_BESIDE_MAX,
            idle_max: Some(CONNECTION_IDLE_MAX),
            ..Self::default()
        }
    }
}

/// A bound port, and how it treats its connections.
#[derive(Debug)]
pub(crate) struct Port {
    /// What it proves itself with; None: it speaks no TLS.
    pub(crate) tls: Option<ServerTls>,
    /// Whether it speaks HTTP/1.1 beside HTTP/2.
    pub(crate) http1: bool,
    pub(crate) limits: ConnectionLimits,
    /// After this time a client is asked to connect again. None: never.
    pub(crate) age_max: Option<Duration>,
    pub(crate) metrics: Metrics,
}

impl Port {
    /// Serves all connections until `closing` resolves, and then those that are
    /// open until they have ended by themselves. Dropping the future cuts them.
    pub(crate) async fn serve(
        self,
        listener: TcpListener,
        answering: Answering,
        closing: impl Future<Output = ()>,
    ) {
        let port = Arc::new(self);
        let told = CancellationToken::new();
        let mut open = JoinSet::new();
        port.accept_until(&listener, &answering, &mut open, closing, &told).await;
        // Nobody gets in any more; who is in hears that it is to go.
        drop(listener);
        told.cancel();
        while open.join_next().await.is_some() {}
    }

    async fn accept_until(
        self: &Arc<Self>,
        listener: &TcpListener,
        answering: &Answering,
        open: &mut JoinSet<()>,
        closing: impl Future<Output = ()>,
        told: &CancellationToken,
    ) {
        let admission = Admission::new(&self.limits);
        let seldom = Seldom::default();
        let mut closing = std::pin::pin!(closing.fuse());
        loop {
            tokio::select! {
                () = &mut closing => return,
                // One that has ended leaves room, also where an accept waits for it.
                Some(_) = open.join_next() => {}
                (tcp, address) = accept(listener, &self.metrics, &seldom) => {
                    match admission.admit(address.ip()) {
                        Ok(admitted) => {
                            let life = Arc::clone(self).live(
                                tcp, address, admitted, answering.clone(), told.clone());
                            open.spawn(life);
                        }
                        Err(limit) => self.turned_away(limit, &seldom),
                    }
                }
            }
        }
    }

    /// Closing is all that a connection too many gets: any answer would cost more
    /// than it cost to make it.
    fn turned_away(&self, limit: ConnectionLimit, seldom: &Seldom) {
        self.metrics.connection_limited(limit);
        if let Some(count) = seldom.due(limit.name()) {
            warn!(limit = limit.name(), count, "connections were turned away");
        }
    }

    async fn live(
        self: Arc<Self>,
        tcp: TcpStream,
        address: SocketAddr,
        _admitted: Admitted,
        answering: Answering,
        told: CancellationToken,
    ) {
        let _open = self.metrics.connection_opened();
        life::live(&self, tcp, address, answering, told).await;
    }
}
