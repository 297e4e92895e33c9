//! Variables that the processes read.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::cluster::Cluster;
use crate::fault::{Fault, Rule};
use crate::object::{list, text, texts};
use crate::pod::{Pod, ports};
use crate::sources::Sources;

/// What a container gets from its environment: names, and values if they are
/// written down.
type Environment<'a> = BTreeMap<&'a str, Option<&'a str>>;

pub(super) fn check(cluster: &Cluster, sources: &Sources) -> Vec<Fault> {
    let mut faults = Vec::new();
    for pod in cluster.pods().filter(|pod| pod.is_service()) {
        for container in list(pod.spec(), "/containers") {
            let mut fault = |rule, why: String| faults.push(Fault::new(rule, pod.owner, why));
            let (environment, twice) = environment(cluster, container);
            for name in twice {
                fault(Rule::VariablesAreRead, format!("sets {name} twice"));
            }
            let read = sources.variables(pod.owner.name());
            for name in environment.keys().filter(|name| !read.contains(**name)) {
                fault(Rule::VariablesAreRead, format!("sets {name}, which nobody reads"));
            }
            for name in required(pod).into_iter().filter(|name| !environment.contains_key(&**name))
            {
                fault(Rule::VariablesAreComplete, format!("does not set {name}"));
            }
            for (suffix, port) in [("LISTEN", "grpc"), ("METRICS_LISTEN", "metrics")] {
                let name = format!("{}_{suffix}", Sources::prefix(pod.owner.name()));
                let value = environment.get(name.as_str()).copied().flatten().unwrap_or_default();
                let number = ports(container).into_iter().find(|known| known.name == port);
                if number.is_none_or(|known| value != format!("0.0.0.0:{}", known.number)) {
                    fault(Rule::ListensWhereItSays, format!("{name} is not port {port}"));
                }
            }
        }
    }
    faults
}

fn required(pod: Pod<'_>) -> Vec<String> {
    let prefix = Sources::prefix(pod.owner.name());
    let own: &[&str] = match prefix.as_str() {
        "ORCHESTRATOR" => &["LISTEN", "METRICS_LISTEN", "STORE", "GAMES"],
        _ => &["LISTEN", "METRICS_LISTEN"],
    };
    own.iter().map(|suffix| format!("{prefix}_{suffix}")).collect()
}

/// All variables of a container, and those that are set more than once.
fn environment<'a>(cluster: &'a Cluster, container: &'a Value) -> (Environment<'a>, Vec<&'a str>) {
    let mut all = Environment::new();
    let mut twice = Vec::new();
    let mut set = |name, value| {
        if all.insert(name, value).is_some() {
            twice.push(name);
        }
    };
    for variable in list(container, "/env") {
        set(text(variable, "/name"), variable.get("value").and_then(Value::as_str));
    }
    for source in list(container, "/envFrom") {
        let map = cluster.find("ConfigMap", text(source, "/configMapRef/name"));
        for (name, value) in map.map(|map| texts(&map.value, "/data")).unwrap_or_default() {
            set(name, Some(value));
        }
        let secret = cluster.find("Secret", text(source, "/secretRef/name"));
        for (name, _) in secret.map(|map| texts(&map.value, "/data")).unwrap_or_default() {
            set(name, None);
        }
    }
    (all, twice)
}
