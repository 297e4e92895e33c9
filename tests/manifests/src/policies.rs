//! Policies, one by one, for what no schema can say.

mod addresses;
mod environment;
mod games;
mod identity;
mod images;
mod probes;
mod redis;
mod references;
mod resources;
mod restricted;
mod rollout;
mod scaling;
mod secrets;
mod services;
mod workloads;

use std::collections::BTreeSet;

use crate::cluster::Cluster;
use crate::fault::{Fault, Rule};
use crate::network::{Direction, Edge, edges, one_side, wanted_edges, wanted_side};
use crate::sources::Sources;

type Policy = fn(&Cluster, &Sources) -> Vec<Fault>;

const POLICIES: [Policy; 16] = [
    restricted::check,
    identity::check,
    workloads::check,
    resources::check,
    references::check,
    services::check,
    probes::check,
    scaling::check,
    rollout::check,
    images::check,
    environment::check,
    addresses::check,
    secrets::check,
    games::check,
    redis::check,
    unwanted_edges,
];

/// Everything that is wrong with a cluster, sorted.
pub fn faults(cluster: &Cluster, sources: &Sources) -> Vec<Fault> {
    let mut all: Vec<Fault> = POLICIES.iter().flat_map(|policy| policy(cluster, sources)).collect();
    all.sort();
    all.dedup();
    all
}

fn unwanted_edges(cluster: &Cluster, sources: &Sources) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut compare = |end: &str, possible: BTreeSet<Edge>, wanted: BTreeSet<Edge>| {
        let extra = possible.difference(&wanted).map(|edge| (edge, "allowed, and nobody needs it"));
        let missing = wanted.difference(&possible).map(|edge| (edge, "needed, and not allowed"));
        for (edge, why) in extra.chain(missing) {
            faults.push(Fault::new(Rule::OnlyWantedEdges, edge, format!("{end}: {why}")));
        }
    };
    compare("from end to end", edges(cluster), wanted_edges(cluster, sources));
    // Each end alone has to hold, so that one wrong policy opens nothing.
    for direction in [Direction::Egress, Direction::Ingress] {
        let wanted = wanted_side(cluster, sources, direction);
        compare(&format!("{direction:?} alone"), one_side(cluster, direction), wanted);
    }
    faults
}
