//! The connections that the platform needs, and no others.

use std::collections::BTreeSet;

use super::actors::{COLLECTOR, DNS, INTERNET, INTRUDER, PRIVATE_HOST, PROMETHEUS, TENANT, actors};
use super::{Direction, Edge};
use crate::cluster::Cluster;
use crate::sources::Sources;

const ORCHESTRATOR: &str = "match-orchestrator";
const ORCHESTRATOR_PORT: u16 = 7000;
const METRICS_PORT: u16 = 9464;
/// Where the collector takes OTLP over gRPC.
pub(crate) const OTLP_PORT: u16 = 4317;
const REDIS_PORT: u16 = 6379;

/// Every connection that has to be possible.
pub fn wanted_edges(cluster: &Cluster, sources: &Sources) -> BTreeSet<Edge> {
    let mut wanted = BTreeSet::new();
    let mut tcp = |from: &str, to: &str, port| wanted.insert(Edge::new(from, to, "TCP", port));
    // Clients come from anywhere, except for pods of our own namespace.
    for client in [TENANT, PROMETHEUS, COLLECTOR, DNS, PRIVATE_HOST, INTERNET] {
        tcp(client, ORCHESTRATOR, ORCHESTRATOR_PORT);
    }
    let has_redis = cluster.find("StatefulSet", "redis").is_some();
    tcp(ORCHESTRATOR, if has_redis { "redis" } else { PRIVATE_HOST }, REDIS_PORT);
    let games = sources.games.iter().map(|game| game.id.as_str());
    for service in games.clone().chain([ORCHESTRATOR]) {
        tcp(PROMETHEUS, service, METRICS_PORT);
        tcp(service, COLLECTOR, OTLP_PORT);
        tcp(service, DNS, 53);
    }
    for game in &sources.games {
        tcp(ORCHESTRATOR, &game.id, game.port);
    }
    for service in games.chain([ORCHESTRATOR]) {
        wanted.insert(Edge::new(service, DNS, "UDP", 53));
    }
    wanted
}

/// What the policies at one end have to allow, whatever the other end does.
pub(crate) fn wanted_side(
    cluster: &Cluster,
    sources: &Sources,
    direction: Direction,
) -> BTreeSet<Edge> {
    let mut ours: BTreeSet<String> =
        cluster.pods().map(|pod| pod.owner.name().to_owned()).collect();
    ours.insert(INTRUDER.to_owned());
    let mut wanted = wanted_edges(cluster, sources);
    wanted.retain(|edge| match direction {
        Direction::Egress => ours.contains(&edge.from),
        Direction::Ingress => ours.contains(&edge.to),
    });
    if direction == Direction::Ingress {
        // The public API asks nobody where a call comes from.
        let callers = actors(cluster).into_iter().filter(|actor| actor.name != ORCHESTRATOR);
        wanted.extend(
            callers.map(|actor| Edge::new(&actor.name, ORCHESTRATOR, "TCP", ORCHESTRATOR_PORT)),
        );
    }
    wanted
}
