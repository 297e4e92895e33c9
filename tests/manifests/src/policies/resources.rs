//! Resources that containers ask for and may take.

use crate::cluster::Cluster;
use crate::fault::{Fault, Rule};
use crate::object::{at, text};
use crate::quantity::thousandths;
use crate::sources::Sources;

pub(super) fn check(cluster: &Cluster, _: &Sources) -> Vec<Fault> {
    let mut faults = Vec::new();
    for pod in cluster.pods() {
        for container in pod.containers() {
            for resource in ["cpu", "memory"] {
                let amount = |kind: &str| {
                    thousandths(at(container, &format!("/resources/{kind}/{resource}")))
                };
                let fits = match (amount("requests"), amount("limits")) {
                    (Some(request), Some(limit)) => 0 < request && request <= limit,
                    _ => false,
                };
                if !fits {
                    let name = text(container, "/name");
                    let why =
                        format!("container {name} needs a request of {resource} within a limit");
                    faults.push(Fault::new(Rule::ResourcesAreBounded, pod.owner, why));
                }
            }
        }
    }
    faults
}
