//! Reachability under the network policies: who can reach whom.

mod actors;
mod policy;
mod wanted;

use std::collections::BTreeSet;
use std::fmt;

use crate::cluster::Cluster;

use self::actors::{Actor, actors};
use self::policy::Gate;

pub(crate) use self::actors::COLLECTOR_NAMESPACE;
pub(crate) use self::policy::Direction;
pub use self::wanted::wanted_edges;
pub(crate) use self::wanted::{OTLP_PORT, wanted_side};

/// A connection that can be made.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// Who connects.
    pub from: String,
    pub to: String,
    /// `TCP` or `UDP`.
    pub protocol: String,
    pub port: u16,
}

impl Edge {
    pub(crate) fn new(from: &str, to: &str, protocol: &str, port: u16) -> Self {
        let [from, to, protocol] = [from, to, protocol].map(str::to_owned);
        Self { from, to, protocol, port }
    }
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} → {}:{}/{}", self.from, self.to, self.port, self.protocol)
    }
}

/// All connections that can be made between our pods and everybody: one's own
/// pods, those of the cluster's other tenants, and hosts outside of it.
pub fn edges(cluster: &Cluster) -> BTreeSet<Edge> {
    let mut both = side(cluster, Direction::Egress, |from, to| from.is_ours || to.is_ours);
    let entering = side(cluster, Direction::Ingress, |from, to| from.is_ours || to.is_ours);
    both.retain(|edge| entering.contains(edge));
    both
}

/// What the policies at one end of a connection would allow, if there were none
/// at the other.
pub(crate) fn one_side(cluster: &Cluster, direction: Direction) -> BTreeSet<Edge> {
    side(cluster, direction, |from, to| match direction {
        Direction::Egress => from.is_ours,
        Direction::Ingress => to.is_ours,
    })
}

fn side(
    cluster: &Cluster,
    direction: Direction,
    is_asked: impl Fn(&Actor, &Actor) -> bool,
) -> BTreeSet<Edge> {
    let actors = actors(cluster);
    let gates: Vec<Gate<'_>> =
        actors.iter().map(|actor| Gate::of(cluster, direction, actor)).collect();
    let mut edges = BTreeSet::new();
    for (from_gate, from) in gates.iter().zip(&actors) {
        for (to_gate, to) in gates.iter().zip(&actors) {
            if from.name == to.name || !is_asked(from, to) {
                continue;
            }
            let (gate, peer) = match direction {
                Direction::Egress => (from_gate, to),
                Direction::Ingress => (to_gate, from),
            };
            for port in gate.open_ports(peer, &to.ports) {
                edges.insert(Edge::new(&from.name, &to.name, &port.protocol, port.number));
            }
        }
    }
    edges
}
