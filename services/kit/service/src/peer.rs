//! Peer: whoever is at the other end of a connection, as limits count.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

/// The network bits by which a subscriber of IPv6 is known: each has at least as
/// many addresses as the rest can tell apart, so one address says nothing.
const IPV6_SUBSCRIBER_BITS: u32 = 64;

/// One client, as far as its address tells: an address of IPv4, or the first half
/// of one of IPv6.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Peer(IpAddr);

impl From<IpAddr> for Peer {
    fn from(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V4(address) => IpAddr::V4(address),
            IpAddr::V6(address) => {
                let subscriber = u128::MAX << (128 - IPV6_SUBSCRIBER_BITS);
                IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & subscriber))
            }
        })
    }
}

impl fmt::Display for Peer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpAddr::V4(address) => write!(formatter, "{address}"),
            IpAddr::V6(address) => write!(formatter, "{address}/{IPV6_SUBSCRIBER_BITS}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peer(address: &str) -> String {
        Peer::from(address.parse::<IpAddr>().expect("an address")).to_string()
    }

    #[test]
    fn a_subscriber_is_one_peer_whatever_address_it_uses() {
        for (address, expected) in [
            ("192.0.2.7", "192.0.2.7"),
            ("::ffff:192.0.2.7", "192.0.2.7"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
            ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ] {
            assert_eq!(peer(address), expected, "{address}");
        }
    }
}
