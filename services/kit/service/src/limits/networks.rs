//! Networks by their addresses, and proxies that say for whom they call.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

use http::{HeaderMap, HeaderName};
use ipnet::IpNet;
use thiserror::Error;

/// Where a proxy notes for whom it calls. `forwarded` is not read: proxies that
/// write the one pass on the other as a client wrote it.
const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Addresses, network by network.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Networks(Vec<IpNet>);

/// Text that names no networks.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0:?} is no network such as 10.0.0.0/8, and no address")]
pub struct NetworksError(String);

/// Proxies that are believed when they say for whom they call.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Proxies(Networks);

impl Networks {
    /// This machine.
    pub fn loopback() -> Self {
        let (v4, v6) = (IpAddr::from(Ipv4Addr::LOCALHOST), IpAddr::from(Ipv6Addr::LOCALHOST));
        Self([(v4, 8), (v6, 128)].map(|(it, bits)| IpNet::new_assert(it, bits)).to_vec())
    }

    /// These and others.
    pub(crate) fn with(&self, others: &Self) -> Self {
        Self(self.0.iter().chain(&others.0).copied().collect())
    }

    /// Whether an address is in one of them.
    pub fn contain(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }
}

impl FromStr for Networks {
    type Err = NetworksError;

    /// Reads networks or addresses, separated by commas.
    fn from_str(text: &str) -> Result<Self, NetworksError> {
        let networks = text.split(',').map(str::trim).map(|part| {
            let address = || part.parse::<IpAddr>().map(IpNet::from);
            let network = part.parse::<IpNet>().or_else(|_| address());
            network.map_err(|_| NetworksError(part.to_owned()))
        });
        networks.collect::<Result<_, _>>().map(Self)
    }
}

impl Proxies {
    pub(crate) fn networks(&self) -> &Networks {
        &self.0
    }

    /// Whether a connection from there is one of a proxy.
    pub fn contain(&self, address: IpAddr) -> bool {
        self.0.contain(address)
    }

    /// Who calls over a connection from this address. A proxy notes its client at
    /// the end of what it got, so the client is the last one that is no proxy: what
    /// stands before it may be written by the client itself.
    pub(super) fn client(&self, connected: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = connected.to_canonical();
        let mut noted = headers.get_all(FORWARDED_FOR).iter().rev().flat_map(|value| {
            value.to_str().unwrap_or_default().rsplit(',').map(str::trim).map(read)
        });
        while self.contain(client) {
            match noted.next() {
                Some(Some(before)) => client = before,
                // It does not say, so it stands for all its clients.
                Some(None) | None => return client,
            }
        }
        client
    }
}

impl FromStr for Proxies {
    type Err = NetworksError;

    fn from_str(text: &str) -> Result<Self, NetworksError> {
        text.parse().map(Self)
    }
}

/// An address, which some proxies note with a port.
fn read(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let address = bare.parse().ok();
    let address = address.or_else(|| text.parse().ok().map(|address: SocketAddr| address.ip()));
    address.map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn client(connected: &str, noted: &[&'static str]) -> String {
        let proxies: Proxies = "10.0.0.0/8, fd00::/8, 192.0.2.1".parse().expect("networks");
        let mut headers = HeaderMap::new();
        for value in noted {
            headers.append(FORWARDED_FOR, HeaderValue::from_static(value));
        }
        proxies.client(connected.parse().expect("an address"), &headers).to_string()
    }

    #[test]
    fn a_client_is_the_last_one_that_is_no_proxy() {
        for (connected, noted, expected) in [
            ("10.1.1.1", &["198.51.100.7"][..], "198.51.100.7"),
            ("10.1.1.1", &["1.2.3.4, 198.51.100.7"], "198.51.100.7"),
            ("10.1.1.1", &["1.2.3.4", "198.51.100.7, 10.2.2.2"], "198.51.100.7"),
            ("::ffff:10.1.1.1", &["198.51.100.7:4711"], "198.51.100.7"),
            ("fd00::1", &["[2001:db8::7]:80"], "2001:db8::7"),
            ("192.0.2.1", &["[2001:db8::7]"], "2001:db8::7"),
        ] {
            assert_eq!(client(connected, noted), expected, "{connected} {noted:?}");
        }
    }

    #[test]
    fn whoever_is_no_proxy_is_not_believed() {
        assert_eq!(client("198.51.100.7", &["1.2.3.4"]), "198.51.100.7");
        assert_eq!(client("192.0.2.2", &["1.2.3.4"]), "192.0.2.2");
    }

    #[test]
    fn a_proxy_that_says_nothing_stands_for_all_its_clients() {
        for noted in [&[][..], &["unknown"], &["1.2.3.4, unknown"], &[""]] {
            assert_eq!(client("10.1.1.1", noted), "10.1.1.1", "{noted:?}");
        }
        assert_eq!(client("10.1.1.1", &["10.2.2.2, 10.3.3.3"]), "10.2.2.2");
    }

    #[test]
    fn networks_are_read_with_and_without_a_length() {
        let networks: Networks = "10.0.0.0/8,2001:db8::/32,192.0.2.1".parse().expect("networks");
        for (address, is_in) in [
            ("10.255.0.1", true),
            ("::ffff:10.0.0.1", true),
            ("11.0.0.1", false),
            ("2001:db8:ffff::1", true),
            ("192.0.2.1", true),
            ("192.0.2.2", false),
        ] {
            assert_eq!(networks.contain(address.parse().expect("an address")), is_in, "{address}");
        }
        for wrong in ["", "10.0.0.0/33", "everybody", "10.0.0.1,"] {
            assert!(wrong.parse::<Networks>().is_err(), "{wrong:?}");
        }
    }
}
