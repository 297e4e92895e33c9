//! Rollouts that nobody notices.

use std::time::Duration;

use serde_json::{Value, json};

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

/// A pod that ends gives notice, drains, and sends its last telemetry, all
/// within its grace. The notice is a part of the drain.
fn grace(pod: Pod<'_>, sources: &Sources) -> Result<(), String> {
    let grace = at(pod.spec(), "/terminationGracePeriodSeconds").as_u64().unwrap_or(30);
    let prefix = Sources::prefix(pod.owner.name());
    for container in list(pod.spec(), "/containers") {
        let notice = seconds(container, &format!("{prefix}_DRAIN_NOTICE"))?;
        let drain = seconds(container, &format!("{prefix}_DRAIN_MAX"))?;
        if notice == 0 {
            return Err("closes its port without notice".to_owned());
        }
        if notice >= drain {
            return Err(format!("gives notice of {notice} s in a drain of {drain} s"));
        }
        let needed = drain + (sources.flush_max + MARGIN).as_secs();
        if needed > grace {
            return Err(format!("needs {needed} s to end and has {grace} s"));
        }
    }
    Ok(())
}

/// The value of a variable that a container sets, in seconds.
fn seconds(container: &Value, name: &str) -> Result<u64, String> {
    let set = list(container, "/env").iter().find(|variable| text(variable, "/name") == name);
    let value = text(set.ok_or(format!("does not set {name}"))?, "/value");
    let whole = value.strip_suffix('s').and_then(|value| value.parse().ok());
    whole.ok_or(format!("sets {name} to {value:?}, which is not in whole seconds"))
}
