//! Probes that ask the right port for the right thing.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::cluster::Cluster;
use crate::fault::{Fault, Rule};
use crate::object::{at, list, text};
use crate::pod::Pod;
use crate::sources::Sources;

const PROBES: [&str; 3] = ["startupProbe", "readinessProbe", "livenessProbe"];

pub(super) fn check(cluster: &Cluster, sources: &Sources) -> Vec<Fault> {
    let mut faults = Vec::new();
    for pod in cluster.pods() {
        for container in list(pod.spec(), "/containers") {
            for kind in PROBES {
                let probe = at(container, &format!("/{kind}"));
                if let Some(why) = bad_port(pod, kind, probe) {
                    let why = format!("{kind} {why}");
                    faults.push(Fault::new(Rule::ProbesAskPorts, pod.owner, why));
                }
                if pod.is_service() && !asks_known(kind, probe, sources) {
                    let why = format!("{kind} asks for {:?}", text(probe, "/grpc/service"));
                    faults.push(Fault::new(Rule::ProbesAskKnownHealth, pod.owner, why));
                }
            }
        }
    }
    faults
}

fn bad_port(pod: Pod<'_>, kind: &str, probe: &Value) -> Option<&'static str> {
    let asked = ["/grpc/port", "/tcpSocket/port", "/httpGet/port"].map(|way| at(probe, way));
    let by_command = !list(probe, "/exec/command").is_empty();
    let ports: Vec<&Value> = asked.into_iter().filter(|port| !port.is_null()).collect();
    match ports[..] {
        [] if by_command => {}
        [port] if !by_command && pod.has_port(port) => {}
        [] => return Some("is missing or asks nothing"),
        _ => return Some("asks a port that no container has"),
    }
    // The API server refuses any other number for these two.
    let once = matches!(at(probe, "/successThreshold").as_u64(), None | Some(1));
    (kind != "readinessProbe" && !once).then_some("wants more than one success")
}

/// Whether a probe asks the entry that means what the probe decides. Only
/// readiness may ask for readiness: a pod in its drain is not ready, and must
/// not be killed for that.
fn asks_known(kind: &str, probe: &Value, sources: &Sources) -> bool {
    let known: &BTreeSet<String> =
        if kind == "readinessProbe" { &sources.readiness } else { &sources.liveness };
    let is_grpc = at(probe, "/grpc") != &json!(null);
    is_grpc && known.contains(text(probe, "/grpc/service"))
}
