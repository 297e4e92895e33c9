//! Every game is there, and the orchestrator knows where.

use std::collections::BTreeSet;

use crate::cluster::Cluster;
use crate::fault::{Fault, Rule};
use crate::object::{at, text};
use crate::sources::Sources;

const OBJECTS: [&str; 5] =
    ["Deployment", "HorizontalPodAutoscaler", "PodDisruptionBudget", "Service", "ServiceAccount"];

pub(super) fn check(cluster: &Cluster, sources: &Sources) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut fault = |object: &str, why: String| {
        faults.push(Fault::new(Rule::GamesAreComplete, object, why));
    };
    for game in &sources.games {
        for kind in OBJECTS {
            if cluster.find(kind, &game.id).is_none() {
                fault(&game.id, format!("has no {kind}"));
            }
        }
    }
    let names: BTreeSet<&str> = sources.games.iter().map(|game| game.id.as_str()).collect();
    for pod in cluster.pods() {
        let is_rules = pod.labels().get("app.kubernetes.io/component") == Some(&"rules");
        if is_rules && !names.contains(pod.owner.name()) {
            fault(pod.owner.name(), "is no game that ships".to_owned());
        }
    }
    let maps = cluster.of_kind("ConfigMap");
    let told: Vec<&str> = maps
        .filter_map(|map| at(&map.value, "/data/ORCHESTRATOR_GAMES").as_str())
        .flat_map(|addresses| addresses.split(','))
        .collect();
    let wanted: Vec<String> = sources
        .games
        .iter()
        .map(|game| format!("http://{}:{}", game.id, service_port(cluster, &game.id)))
        .collect();
    if told != wanted {
        fault("match-orchestrator", format!("is told {told:?} instead of {wanted:?}"));
    }
    faults
}

fn service_port(cluster: &Cluster, name: &str) -> u64 {
    let service = cluster.find("Service", name);
    let ports = service.map(|service| crate::object::list(&service.value, "/spec/ports"));
    let mut ports = ports.unwrap_or_default().iter();
    let grpc = ports.find(|port| text(port, "/name") == "grpc");
    grpc.and_then(|port| at(port, "/port").as_u64()).unwrap_or(0)
}
