//! Caller: who makes a request, as far as limits go.

use std::net::IpAddr;
use std::sync::Arc;

use http::Extensions;
use tonic::transport::server::TcpConnectInfo;

use super::limiter::{Counted, Held, Limiter};
use super::usage::Usage;
use crate::{Peer, Reason};

/// Who makes a request. Handlers find it among the request's extensions, and hold
/// what the caller has of a limit for longer than the call takes.
#[derive(Debug, Clone)]
pub struct Caller {
    pub(super) limiter: Arc<Limiter>,
    pub(super) peer: Option<(Peer, Usage)>,
}

impl Caller {
    /// The caller of a request that came over the network. Without a caller, it is
    /// one of the process itself.
    pub fn from_request<T>(request: &tonic::Request<T>) -> Option<&Self> {
        request.extensions().get()
    }

    /// Whom it is counted against; nobody if it has no bounds of its own.
    pub fn peer(&self) -> Option<Peer> {
        self.peer.as_ref().map(|(peer, _)| *peer)
    }

    /// Whether it may hold one more of what a limit bounds for each peer.
    pub fn has_room(&self, limit: &'static str) -> bool {
        self.limiter.has_room(self.usage(), limit)
    }

    /// Holds one of what a limit of the table bounds, until the result is dropped.
    ///
    /// # Errors
    /// If that is above a bound.
    pub fn hold(&self, limit: &'static str) -> Result<Held, Reason> {
        self.limiter.hold_one(self.usage(), limit, 1)
    }

    /// Holds so many bytes of a limit.
    pub(crate) fn hold_bytes(&self, limit: &'static str, bytes: u64) -> Result<Held, Reason> {
        self.limiter.hold_one(self.usage(), limit, bytes)
    }

    /// Lets a call begin.
    pub(crate) fn admit(&self, counted: &Counted) -> Result<Held, Reason> {
        self.limiter.admit(self.usage(), counted)
    }

    fn usage(&self) -> Option<&Usage> {
        self.peer.as_ref().map(|(_, usage)| usage)
    }
}

impl Limiter {
    /// Who makes a request, as its connection and its proxies say.
    pub(crate) fn caller_of(
        self: &Arc<Self>,
        extensions: &Extensions,
        headers: &http::HeaderMap,
    ) -> Caller {
        let connected: Option<&TcpConnectInfo> = extensions.get();
        let address = connected.and_then(|info| info.remote_addr());
        let address = address.map(|address| self.limits.proxies.client(address.ip(), headers));
        let is_bounded = |address: &IpAddr| !self.limits.unlimited_peers.contain(*address);
        self.caller(address.filter(is_bounded).map(Peer::from))
    }
}
