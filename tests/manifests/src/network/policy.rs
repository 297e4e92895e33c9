//! Meaning of a NetworkPolicy.

use std::collections::BTreeMap;
use std::net::Ipv4Addr;

use serde_json::{Value, json};

use super::actors::{Actor, Location};
use crate::cluster::Cluster;
use crate::object::{Object, at, list, text};
use crate::pod::Port;
use crate::selector::{Labels, selects};

/// Which end of a connection a policy is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Ingress,
    Egress,
}

/// Everything that the policies of one actor let through in one direction.
pub(super) struct Gate<'a> {
    /// None: no policy selects the actor, so nothing is held back.
    rules: Option<Vec<&'a Value>>,
    direction: Direction,
    namespace: Option<&'a BTreeMap<String, String>>,
}

impl<'a> Gate<'a> {
    pub(super) fn of(cluster: &'a Cluster, direction: Direction, actor: &'a Actor) -> Self {
        let policies: Vec<&Object> = cluster
            .of_kind("NetworkPolicy")
            .filter(|policy| applies(policy, direction, actor))
            .collect();
        let rules = policies.iter().flat_map(|policy| match direction {
            Direction::Ingress => list(&policy.value, "/spec/ingress"),
            Direction::Egress => list(&policy.value, "/spec/egress"),
        });
        let rules = (!policies.is_empty()).then(|| rules.collect());
        let namespace = match &actor.location {
            Location::Pod { namespace, .. } => Some(namespace),
            Location::Host(_) => None,
        };
        Self { rules, direction, namespace }
    }

    /// The ports through which a connection may go whose other end is this peer.
    /// They are always those of the end to which somebody connects.
    pub(super) fn open_ports<'p>(&self, peer: &Actor, ports: &'p [Port]) -> Vec<&'p Port> {
        let Some(rules) = &self.rules else { return ports.iter().collect() };
        let peers = match self.direction {
            Direction::Ingress => "/from",
            Direction::Egress => "/to",
        };
        let is_for_peer = |rule: &&&Value| {
            let peers = list(rule, peers);
            peers.is_empty() || peers.iter().any(|allowed| self.is_peer(allowed, peer))
        };
        let open: Vec<&[Value]> =
            rules.iter().filter(is_for_peer).map(|rule| list(rule, "/ports")).collect();
        let is_open = |port: &&Port| {
            open.iter().any(|allowed| {
                allowed.is_empty() || allowed.iter().any(|allowed| is_port(allowed, port))
            })
        };
        ports.iter().filter(is_open).collect()
    }

    fn is_peer(&self, allowed: &Value, peer: &Actor) -> bool {
        match &peer.location {
            Location::Host(address) => {
                let block = at(allowed, "/ipBlock");
                let is_in = |cidr: &str| contains(cidr, *address);
                let mut except = list(block, "/except").iter().filter_map(Value::as_str);
                is_in(text(block, "/cidr")) && !except.any(is_in)
            }
            Location::Pod { namespace, labels } => {
                let namespaces = at(allowed, "/namespaceSelector");
                let pods = at(allowed, "/podSelector");
                if namespaces.is_null() && pods.is_null() {
                    return false;
                }
                let in_namespace = if namespaces.is_null() {
                    Some(namespace) == self.namespace
                } else {
                    selects(namespaces, &borrowed(namespace))
                };
                in_namespace && (pods.is_null() || selects(pods, &borrowed(labels)))
            }
        }
    }
}

fn applies(policy: &Object, direction: Direction, subject: &Actor) -> bool {
    let Location::Pod { labels, .. } = &subject.location else { return false };
    let types = list(&policy.value, "/spec/policyTypes");
    let about = if types.is_empty() {
        // Without types a policy is about what comes in, and about what goes out
        // if it says something about that.
        direction == Direction::Ingress || !policy.at("/spec/egress").is_null()
    } else {
        types.contains(&json!(format!("{direction:?}")))
    };
    about && subject.is_ours && selects(policy.at("/spec/podSelector"), &borrowed(labels))
}

fn is_port(allowed: &Value, port: &Port) -> bool {
    let protocol = at(allowed, "/protocol").as_str().unwrap_or("TCP");
    let is_number = match at(allowed, "/port") {
        Value::Null => true,
        Value::String(name) => *name == port.name,
        first => {
            let number = u64::from(port.number);
            let last = at(allowed, "/endPort").as_u64().or(first.as_u64());
            first.as_u64() <= Some(number) && Some(number) <= last
        }
    };
    protocol == port.protocol && is_number
}

fn borrowed(labels: &BTreeMap<String, String>) -> Labels<'_> {
    labels.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect()
}

/// Whether an address is in a block such as `10.0.0.0/8`.
fn contains(cidr: &str, address: Ipv4Addr) -> bool {
    let Some((network, length)) = cidr.split_once('/') else { return false };
    let (Ok(network), Ok(length)) = (network.parse::<Ipv4Addr>(), length.parse::<u32>()) else {
        return false;
    };
    let mask = u32::MAX.checked_shl(32 - length.min(32)).unwrap_or(0);
    network.to_bits() & mask == address.to_bits() & mask
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_contains_its_addresses() {
        let address = Ipv4Addr::new(10, 20, 30, 40);
        for (cidr, expected) in [
            ("10.0.0.0/8", true),
            ("10.20.30.40/32", true),
            ("0.0.0.0/0", true),
            ("10.21.0.0/16", false),
            ("", false),
            ("10.0.0.0", false),
        ] {
            assert_eq!(contains(cidr, address), expected, "{cidr}");
        }
    }

    #[test]
    fn a_port_is_allowed_by_number_name_and_range() {
        let port = Port { name: "grpc".to_owned(), number: 7101, protocol: "TCP".to_owned() };
        for (allowed, expected) in [
            (json!({}), true),
            (json!({"port": 7101}), true),
            (json!({"port": "grpc"}), true),
            (json!({"port": 7100, "endPort": 7199}), true),
            (json!({"port": 7102}), false),
            (json!({"port": "metrics"}), false),
            (json!({"port": 7101, "protocol": "UDP"}), false),
        ] {
            assert_eq!(is_port(&allowed, &port), expected, "{allowed}");
        }
    }
}
