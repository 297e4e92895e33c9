//! Services that reach the pods they are named after.

use crate::cluster::Cluster;
use crate::fault::{Fault, Rule};
use crate::object::{at, list, texts};
use crate::pod::Pod;
use crate::selector::holds_all;
use crate::sources::Sources;

pub(super) fn check(cluster: &Cluster, _: &Sources) -> Vec<Fault> {
    let mut faults = Vec::new();
    for service in cluster.of_kind("Service") {
        let mut fault =
            |why: String| faults.push(Fault::new(Rule::ServicesReachPods, service, why));
        let selector = texts(&service.value, "/spec/selector");
        let selected = |pod: &Pod<'_>| !selector.is_empty() && holds_all(&selector, &pod.labels());
        let pods: Vec<Pod<'_>> = cluster.pods().filter(selected).collect();
        let [pod] = pods[..] else {
            fault(format!("selects the pods of {} workloads instead of one", pods.len()));
            continue;
        };
        let is_headless = *service.at("/spec/clusterIP") == serde_json::json!("None");
        for port in list(&service.value, "/spec/ports") {
            let target = match at(port, "/targetPort") {
                serde_json::Value::Null => at(port, "/port"),
                named => named,
            };
            if !pod.has_port(target) {
                fault(format!("sends to port {target}, which no container has"));
            }
            // Whoever asks for the name of a headless service gets addresses only.
            if is_headless && !pod.has_port(at(port, "/port")) {
                fault(format!("is headless, so port {} is not translated", at(port, "/port")));
            }
        }
        let is_rules = pod.labels().get("app.kubernetes.io/component") == Some(&"rules");
        if is_rules && !is_headless {
            fault("hides its pods: a caller would stay at one of them".to_owned());
        }
    }
    for pod in cluster.pods() {
        let name = pod.owner.name();
        if cluster.find("Service", name).is_none() {
            let why = format!("no Service is called {name}");
            faults.push(Fault::new(Rule::ServicesReachPods, pod.owner, why));
        }
    }
    faults
}
