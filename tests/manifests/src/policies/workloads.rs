//! Workloads that select their own pods, with valid ports and mounts.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::cluster::Cluster;
use crate::fault::{Fault, Rule};
use crate::object::{list, text};
use crate::pod::{Pod, ports};
use crate::selector::selects;
use crate::sources::Sources;

pub(super) fn check(cluster: &Cluster, _: &Sources) -> Vec<Fault> {
    let mut faults = Vec::new();
    for pod in cluster.pods() {
        let mut fault = |rule, why: String| faults.push(Fault::new(rule, pod.owner, why));
        let selector = pod.owner.at("/spec/selector");
        for other in cluster.pods() {
            let is_own = other.owner.name() == pod.owner.name();
            if selects(selector, &other.labels()) != is_own {
                let verb = if is_own { "does not select" } else { "selects" };
                let why = format!("{verb} the pods of {}", other.owner);
                fault(Rule::WorkloadSelectsItsPods, why);
            }
        }
        for why in bad_ports(pod) {
            fault(Rule::PortsAreValid, why);
        }
        let volumes = pod.volumes();
        for container in pod.containers() {
            for mount in list(container, "/volumeMounts") {
                let name = text(mount, "/name");
                if !volumes.contains(&name) || !text(mount, "/mountPath").starts_with('/') {
                    fault(Rule::MountsHaveVolumes, format!("mounts {name}, which is no volume"));
                }
            }
        }
    }
    faults
}

fn bad_ports(pod: Pod<'_>) -> Vec<String> {
    let mut bad = Vec::new();
    let (mut names, mut numbers) = (BTreeSet::new(), BTreeSet::new());
    for port in pod.containers().into_iter().flat_map(|container: &Value| ports(container)) {
        if !is_port_name(&port.name) || port.number == 0 {
            bad.push(format!("port {:?} {} is not valid", port.name, port.number));
        }
        let fresh = names.insert(port.name.clone());
        if !numbers.insert((port.number, port.protocol)) || !fresh {
            bad.push(format!("port {} or {} is there twice", port.name, port.number));
        }
    }
    bad
}

fn is_port_name(name: &str) -> bool {
    let is_inner = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=15).contains(&name.len())
        && name.bytes().all(is_inner)
        && name.bytes().any(|byte| byte.is_ascii_lowercase())
        && !name.starts_with('-')
        && !name.ends_with('-')
        && !name.contains("--")
}
