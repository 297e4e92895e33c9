//! ConfigMaps, Secrets and accounts that pods ask for.

use serde_json::{Value, json};

use crate::cluster::Cluster;
use crate::fault::{Fault, Rule};
use crate::object::{at, list, text};
use crate::pod::Pod;
use crate::sources::Sources;

/// Something that a pod asks for: kind, name, and a key in it.
struct Reference<'a> {
    kind: &'static str,
    name: &'a str,
    key: Option<&'a str>,
}

pub(super) fn check(cluster: &Cluster, _: &Sources) -> Vec<Fault> {
    let mut faults = Vec::new();
    for pod in cluster.pods() {
        for Reference { kind, name, key } in references(pod) {
            let object = cluster.find(kind, name);
            let has_key = |key: &str| {
                object.is_some_and(|object| !at(object.at("/data"), &format!("/{key}")).is_null())
            };
            if object.is_none() || !key.is_none_or(has_key) {
                let why = format!("asks for {kind} {name} {}", key.unwrap_or_default());
                faults.push(Fault::new(Rule::ReferencesLeadSomewhere, pod.owner, why));
            }
        }
    }
    for account in cluster.of_kind("ServiceAccount") {
        if *account.at("/automountServiceAccountToken") != json!(false) {
            faults.push(Fault::new(Rule::NoToken, account, "hands out tokens"));
        }
        if !cluster.pods().any(|pod| text(pod.spec(), "/serviceAccountName") == account.name()) {
            let why = "nobody uses this account";
            faults.push(Fault::new(Rule::ReferencesLeadSomewhere, account, why));
        }
    }
    faults
}

fn references(pod: Pod<'_>) -> Vec<Reference<'_>> {
    let account = text(pod.spec(), "/serviceAccountName");
    let mut all = vec![Reference { kind: "ServiceAccount", name: account, key: None }];
    let maps: [(&str, &str, &str); 2] =
        [("ConfigMap", "configMap", "name"), ("Secret", "secret", "secretName")];
    for volume in list(pod.spec(), "/volumes") {
        for (kind, field, name) in maps {
            let source = at(volume, &format!("/{field}"));
            if !source.is_null() {
                let name = text(source, &format!("/{name}"));
                all.push(Reference { kind, name, key: None });
                let keys = list(source, "/items").iter().map(|item| text(item, "/key"));
                all.extend(keys.map(|key| Reference { kind, name, key: Some(key) }));
            }
        }
    }
    for container in pod.containers() {
        all.extend(of_environment(container));
    }
    all
}

fn of_environment(container: &Value) -> Vec<Reference<'_>> {
    let mut all = Vec::new();
    for (kind, prefix) in [("ConfigMap", "configMap"), ("Secret", "secret")] {
        for source in list(container, "/envFrom") {
            let name = at(source, &format!("/{prefix}Ref/name")).as_str();
            all.extend(name.map(|name| Reference { kind, name, key: None }));
        }
        for variable in list(container, "/env") {
            let source = at(variable, &format!("/valueFrom/{prefix}KeyRef"));
            if !source.is_null() {
                let (name, key) = (text(source, "/name"), Some(text(source, "/key")));
                all.push(Reference { kind, name, key });
            }
        }
    }
    all
}
