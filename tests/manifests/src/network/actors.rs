//! Everybody who might connect to somebody.

use std::collections::{BTreeMap, BTreeSet};
use std::net::Ipv4Addr;

use crate::cluster::Cluster;
use crate::pod::Port;

pub(super) const PROMETHEUS: &str = "prometheus";
pub(super) const COLLECTOR: &str = "collector";
pub(super) const DNS: &str = "dns";
/// A pod of another tenant, for example one that ingress goes through.
pub(super) const TENANT: &str = "tenant";
/// A pod that somebody put into our namespace.
pub(super) const INTRUDER: &str = "intruder";
/// A host with a private address, where a managed Redis would be.
pub(super) const PRIVATE_HOST: &str = "private-host";
/// Any host of the internet.
pub(super) const INTERNET: &str = "internet";

pub(crate) const COLLECTOR_NAMESPACE: &str = "observability";

/// A port that nobody mentions anywhere.
const STRANGE_PORT: u16 = 31_337;

/// Somebody who connects, or to whom somebody connects.
#[derive(Clone, Debug)]
pub(super) struct Actor {
    pub(super) name: String,
    pub(super) location: Location,
    pub(super) ports: Vec<Port>,
    /// Whether it is in our namespace.
    pub(super) is_ours: bool,
}

/// Where somebody is.
#[derive(Clone, Debug)]
pub(super) enum Location {
    /// A pod: the labels of its namespace, and its own.
    Pod { namespace: BTreeMap<String, String>, labels: BTreeMap<String, String> },
    /// A host outside of the cluster.
    Host(Ipv4Addr),
}

/// Our pods and everybody else.
pub(super) fn actors(cluster: &Cluster) -> Vec<Actor> {
    let own = cluster.pods().map(|pod| {
        let labels: Vec<(&str, &str)> = pod.labels().into_iter().collect();
        in_namespace(pod.owner.name(), cluster.namespace(), &labels, pod.ports(), true)
    });
    let name = "app.kubernetes.io/name";
    let dns = ["UDP", "TCP"].map(|protocol| port("dns", 53, protocol)).to_vec();
    let web = || vec![port("https", 443, "TCP"), port("strange", STRANGE_PORT, "TCP")];
    let otlp = vec![port("otlp", 4317, "TCP"), port("otlp-http", 4318, "TCP")];
    let store = || vec![port("redis", 6379, "TCP")];
    let others = [
        in_namespace(PROMETHEUS, "monitoring", &[(name, "prometheus")], web(), false),
        in_namespace(
            COLLECTOR,
            COLLECTOR_NAMESPACE,
            &[(name, "opentelemetry-collector")],
            otlp,
            false,
        ),
        in_namespace(DNS, "kube-system", &[("k8s-app", "kube-dns")], dns, false),
        in_namespace(TENANT, "elsewhere", &[(name, "match-orchestrator")], web(), false),
        in_namespace(INTRUDER, cluster.namespace(), &[(name, "intruder")], web(), true),
        host(PRIVATE_HOST, Ipv4Addr::new(10, 20, 30, 40), store()),
        host(INTERNET, Ipv4Addr::new(203, 0, 113, 7), store()),
    ];
    with_all_ports(own.chain(others).collect())
}

/// Lets everybody be tried at every port that anybody has. Only one's own ports
/// have names.
fn with_all_ports(mut actors: Vec<Actor>) -> Vec<Actor> {
    let all: BTreeSet<(u16, String)> = actors
        .iter()
        .flat_map(|actor| &actor.ports)
        .map(|port| (port.number, port.protocol.clone()))
        .collect();
    for actor in &mut actors {
        for (number, protocol) in &all {
            let is_same = |port: &Port| port.number == *number && port.protocol == *protocol;
            if !actor.ports.iter().any(is_same) {
                actor.ports.push(port("", *number, protocol));
            }
        }
    }
    actors
}

fn in_namespace(
    name: &str,
    namespace: &str,
    labels: &[(&str, &str)],
    ports: Vec<Port>,
    is_ours: bool,
) -> Actor {
    let owned = |pairs: &[(&str, &str)]| {
        pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
    };
    // Every namespace has its name as a label.
    let namespace = owned(&[("kubernetes.io/metadata.name", namespace)]);
    let location = Location::Pod { namespace, labels: owned(labels) };
    Actor { name: name.to_owned(), location, ports, is_ours }
}

fn host(name: &str, address: Ipv4Addr, ports: Vec<Port>) -> Actor {
    Actor { name: name.to_owned(), location: Location::Host(address), ports, is_ours: false }
}

fn port(name: &str, number: u16, protocol: &str) -> Port {
    Port { name: name.to_owned(), number, protocol: protocol.to_owned() }
}
