//! Kinds, names, labels and namespaces that the API server takes.

use std::collections::BTreeSet;

use crate::cluster::Cluster;
use crate::fault::{Fault, Rule};
use crate::object::{Object, texts};
use crate::sources::Sources;

const KINDS: [&str; 11] = [
    "ConfigMap",
    "Deployment",
    "HorizontalPodAutoscaler",
    "Namespace",
    "NetworkPolicy",
    "PersistentVolumeClaim",
    "PodDisruptionBudget",
    "Secret",
    "Service",
    "ServiceAccount",
    "StatefulSet",
];

pub(super) fn check(cluster: &Cluster, _: &Sources) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut seen = BTreeSet::new();
    for object in &cluster.objects {
        let mut fault = |rule, why: String| faults.push(Fault::new(rule, object, why));
        if !KINDS.contains(&object.kind()) {
            fault(Rule::KnownKinds, "no policy looks at this kind: teach them to".to_owned());
        }
        if !seen.insert((object.kind(), object.namespace(), object.name())) {
            fault(Rule::ObjectsAreUnique, "is there twice".to_owned());
        }
        if object.kind() != "Namespace" && object.namespace() != cluster.namespace() {
            let why = format!("is in {:?}, which is not rendered", object.namespace());
            fault(Rule::OneNamespace, why);
        }
        for why in bad_names(object) {
            fault(Rule::NamesAreValid, why);
        }
    }
    if cluster.of_kind("Namespace").count() != 1 {
        faults.push(Fault::new(Rule::OneNamespace, &cluster.overlay, "renders not one namespace"));
    }
    faults
}

fn bad_names(object: &Object) -> Vec<String> {
    let mut bad = Vec::new();
    if !is_dns_label(object.name()) {
        bad.push("the name is not up to 63 lower-case letters, digits and dashes".to_owned());
    }
    for pointer in [
        "/metadata/labels",
        "/spec/template/metadata/labels",
        "/spec/selector",
        "/spec/selector/matchLabels",
        "/spec/podSelector/matchLabels",
    ] {
        for (key, value) in texts(&object.value, pointer) {
            if !is_label_key(key) || !is_label_value(value) {
                bad.push(format!("{key}: {value} is no label"));
            }
        }
    }
    bad
}

fn is_dns_label(name: &str) -> bool {
    let is_inner = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !name.is_empty()
        && name.len() <= 63
        && name.bytes().all(is_inner)
        && !name.starts_with('-')
        && !name.ends_with('-')
}

fn is_label_key(key: &str) -> bool {
    let (prefix, name) = key.split_once('/').unwrap_or(("a", key));
    prefix.split('.').all(is_dns_label) && !name.is_empty() && is_label_value(name)
}

fn is_label_value(value: &str) -> bool {
    let is_inner = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let is_end = |c: char| c.is_ascii_alphanumeric();
    value.is_empty()
        || (value.len() <= 63
            && value.bytes().all(is_inner)
            && value.starts_with(is_end)
            && value.ends_with(is_end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_labels_keep_the_rules_of_the_api() {
        assert!(is_dns_label("match-orchestrator"));
        for name in ["", "Samurai", "-a", "a-", "a.b", "a_b", &"a".repeat(64)] {
            assert!(!is_dns_label(name), "{name}");
        }
        assert!(is_label_key("app.kubernetes.io/name") && is_label_key("k8s-app"));
        assert!(!is_label_key("a/") && !is_label_key("/a") && !is_label_key("A.b/c"));
        assert!(is_label_value("") && is_label_value("1.0.0_b-C"));
        assert!(!is_label_value("a b") && !is_label_value(".a") && !is_label_value("a/b"));
    }
}
