//! Admission: how many connections there are, in all and of each peer.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::limits::Networks;
use crate::metrics::ConnectionLimit;
use crate::peer::Peer;

use super::ConnectionLimits;

/// Counts the open connections of one port.
pub(super) struct Admission {
    open_max: usize,
    per_peer_max: usize,
    carriers: Networks,
    open: Arc<Mutex<Open>>,
}

// No larger than there are connections, for peers without one are forgotten.
#[derive(Debug, Default)]
struct Open {
    all: usize,
    of_peers: HashMap<Peer, usize>,
}

/// The place of one connection, until it is dropped.
#[derive(Debug)]
pub(super) struct Admitted {
    open: Arc<Mutex<Open>>,
    /// None for a carrier.
    peer: Option<Peer>,
}

impl Admission {
    pub(super) fn new(limits: &ConnectionLimits) -> Self {
        Self {
            open_max: limits.open_max,
            per_peer_max: limits.per_peer_max.unwrap_or(usize::MAX),
            carriers: limits.carriers.clone(),
            open: Arc::default(),
        }
    }

    /// A place for a connection from this address, or the limit that it is above.
    pub(super) fn admit(&self, address: IpAddr) -> Result<Admitted, ConnectionLimit> {
        let peer = (!self.carriers.contain(address)).then(|| Peer::from(address));
        let mut open = locked(&self.open);
        if open.all >= self.open_max {
            return Err(ConnectionLimit::Open);
        }
        if let Some(peer) = peer {
            let of_peer = open.of_peers.get(&peer).copied().unwrap_or_default();
            if of_peer >= self.per_peer_max {
                return Err(ConnectionLimit::PerPeer);
            }
            open.of_peers.insert(peer, of_peer + 1);
        }
        open.all += 1;
        Ok(Admitted { open: Arc::clone(&self.open), peer })
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        let mut open = locked(&self.open);
        open.all -= 1;
        let Some(peer) = self.peer else { return };
        if let Some(of_peer) = open.of_peers.get_mut(&peer) {
            *of_peer -= 1;
            if *of_peer == 0 {
                open.of_peers.remove(&peer);
            }
        }
    }
}

fn locked(open: &Mutex<Open>) -> MutexGuard<'_, Open> {
    open.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    fn admission(open_max: usize, per_peer_max: Option<usize>) -> Admission {
        let carriers = "192.0.2.9".parse().expect("a network");
        let limits = ConnectionLimits { open_max, per_peer_max, carriers, ..Default::default() };
        Admission::new(&limits)
    }

    #[test]
    fn a_peer_above_its_bound_is_refused_and_others_are_not() {
        let admission = admission(10, Some(2));
        let first = admission.admit(address("192.0.2.1")).ok();
        let _second = admission.admit(address("::ffff:192.0.2.1")).expect("the second");
        assert_eq!(admission.admit(address("192.0.2.1")).err(), Some(ConnectionLimit::PerPeer));
        let _other = admission.admit(address("192.0.2.2")).expect("another peer");
        drop(first);
        let _again = admission.admit(address("192.0.2.1")).expect("there is room again");
    }

    #[test]
    fn a_subscriber_of_ipv6_is_one_peer() {
        let admission = admission(10, Some(1));
        let _first = admission.admit(address("2001:db8::1")).expect("the first");
        assert_eq!(admission.admit(address("2001:db8::2")).err(), Some(ConnectionLimit::PerPeer));
    }

    #[test]
    fn a_carrier_is_bounded_by_what_there_is_in_all() {
        let admission = admission(3, Some(1));
        let carried = ["192.0.2.9", "::ffff:192.0.2.9", "192.0.2.9"];
        let carried = carried.map(|ip| admission.admit(address(ip)).expect("a carrier"));
        assert_eq!(admission.admit(address("192.0.2.9")).err(), Some(ConnectionLimit::Open));
        assert_eq!(admission.admit(address("192.0.2.1")).err(), Some(ConnectionLimit::Open));
        drop(carried);
        assert!(admission.admit(address("192.0.2.1")).is_ok());
    }

    #[test]
    fn nothing_is_kept_of_a_peer_without_connections() {
        let admission = admission(1_000, Some(1));
        for number in 0..1_000_u32 {
            drop(admission.admit(IpAddr::V4(number.into())).expect("it is alone"));
        }
        assert!(locked(&admission.open).of_peers.is_empty());
        assert_eq!(locked(&admission.open).all, 0);
    }
}
