//! Rollouts that nobody notices.

use std::time::Duration;

use serde_json::json;

use crate::cluster::Cluster;
use crate::fault::{Fault, Rule};
use crate::object::{at, list, text};
use crate::pod::Pod;
use crate::sources::Sources;

/// What a process may need besides, on a busy node.
const MARGIN: Duration = Duration::from_secs(5);

pub(super) fn check(cluster: &Cluster, sources: &Sources) -> Vec<Fault> {
    let mut faults = Vec::new();
    for pod in cluster.pods().filter(|pod| pod.is_service()) {
        let strategy = pod.owner.at("/spec/strategy");
        let keeps = text(strategy, "/type") == "RollingUpdate"
            && *at(strategy, "/rollingUpdate/maxUnavailable") == json!(0)
            && !["0", "\"0%\"", "null"]
                .contains(&at(strategy, "/rollingUpdate/maxSurge").to_string().as_str());
        if !keeps {
            let why = "takes pods away before others are ready";
            faults.push(Fault::new(Rule::RolloutsKeepCapacity, pod.owner, why));
        }
        if let Err(why) = grace(pod, sources) {
            faults.push(Fault::new(Rule::GraceFitsDrain, pod.owner, why));
        }
    }
    faults
}

/// A pod that ends pauses, drains, and sends its last telemetry, in this order
/// and within its grace.
fn grace(pod: Pod<'_>, sources: &Sources) -> Result<(), String> {
    let grace = at(pod.spec(), "/terminationGracePeriodSeconds").as_u64().unwrap_or(30);
    let drain = format!("{}_DRAIN_MAX", Sources::prefix(pod.owner.name()));
    for container in list(pod.spec(), "/containers") {
        let pause = at(container, "/lifecycle/preStop/sleep/seconds").as_u64();
        let pause =
            pause.filter(|seconds| *seconds > 0).ok_or("closes its port without a pause")?;
        let mut set = list(container, "/env").iter();
        let drain = set.find(|variable| text(variable, "/name") == drain).ok_or("sets no drain")?;
        let drain = text(drain, "/value").strip_suffix('s').and_then(|value| value.parse().ok());
        let drain: u64 = drain.ok_or("the drain is not in whole seconds")?;
        let needed = pause + drain + (sources.flush_max + MARGIN).as_secs();
        if needed > grace {
            return Err(format!("needs {needed} s to end and has {grace} s"));
        }
    }
    Ok(())
}
