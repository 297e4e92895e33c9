//! Restricted profile of pod security: what it refuses, and a little more.

use serde_json::{Value, json};

use crate::cluster::Cluster;
use crate::fault::{Fault, Rule};
use crate::object::{at, list, text, texts};
use crate::pod::Pod;
use crate::sources::Sources;

const VOLUMES_ALLOWED: [&str; 8] = [
    "configMap",
    "csi",
    "downwardAPI",
    "emptyDir",
    "ephemeral",
    "persistentVolumeClaim",
    "projected",
    "secret",
];

const SECCOMP_ALLOWED: [&str; 2] = ["RuntimeDefault", "Localhost"];

pub(super) fn check(cluster: &Cluster, _: &Sources) -> Vec<Fault> {
    let mut faults = Vec::new();
    for namespace in cluster.of_kind("Namespace") {
        let labels = texts(&namespace.value, "/metadata/labels");
        for (mode, wanted) in [("enforce", "restricted"), ("enforce-version", "latest")] {
            let label = format!("pod-security.kubernetes.io/{mode}");
            if labels.get(label.as_str()) != Some(&wanted) {
                let why = format!("{label} is not {wanted}");
                faults.push(Fault::new(Rule::NamespaceIsRestricted, namespace, why));
            }
        }
    }
    for pod in cluster.pods() {
        let mut fault = |rule, why: String| faults.push(Fault::new(rule, pod.owner, why));
        check_pod(pod, &mut fault);
        for container in pod.containers() {
            let name = text(container, "/name");
            check_container(pod, container, &mut |rule, why| {
                fault(rule, format!("container {name} {why}"));
            });
        }
    }
    faults
}

fn check_pod(pod: Pod<'_>, fault: &mut dyn FnMut(Rule, String)) {
    let spec = pod.spec();
    for key in ["hostNetwork", "hostPID", "hostIPC"] {
        if *at(spec, &format!("/{key}")) == json!(true) {
            fault(Rule::NothingOfTheNode, format!("{key} is set"));
        }
    }
    for volume in list(spec, "/volumes") {
        let kinds = volume.as_object().into_iter().flatten().map(|(kind, _)| kind.as_str());
        for kind in kinds.filter(|kind| *kind != "name" && !VOLUMES_ALLOWED.contains(kind)) {
            fault(Rule::HarmlessVolumes, format!("volume {} is {kind}", text(volume, "/name")));
        }
    }
    for key in ["sysctls", "seLinuxOptions", "appArmorProfile", "windowsOptions"] {
        if !at(spec, &format!("/securityContext/{key}")).is_null() {
            fault(Rule::NoKernelSettings, format!("securityContext has {key}"));
        }
    }
    if *at(spec, "/automountServiceAccountToken") != json!(false) {
        fault(Rule::NoToken, "automountServiceAccountToken is not false".to_owned());
    }
}

fn check_container(pod: Pod<'_>, container: &Value, fault: &mut dyn FnMut(Rule, String)) {
    let own = |key: &str| at(container, &format!("/securityContext/{key}"));
    // What a container does not say, its pod says for it.
    let either = |key: &str| {
        let inherited = at(pod.spec(), &format!("/securityContext/{key}"));
        if own(key).is_null() { inherited } else { own(key) }
    };
    if *own("privileged") == json!(true) || *own("allowPrivilegeEscalation") != json!(false) {
        fault(Rule::NoPrivileges, "may gain privileges".to_owned());
    }
    if *either("runAsNonRoot") != json!(true) || *either("runAsUser") == json!(0) {
        fault(Rule::NobodyIsRoot, "may run as root".to_owned());
    }
    if !SECCOMP_ALLOWED.contains(&text(either("seccompProfile"), "/type")) {
        fault(Rule::SystemCallsAreFiltered, "has no seccomp profile".to_owned());
    }
    let drops_all = list(own("capabilities"), "/drop").contains(&json!("ALL"));
    if !drops_all || !list(own("capabilities"), "/add").is_empty() {
        fault(Rule::NoCapabilities, "keeps or adds capabilities".to_owned());
    }
    for key in ["seLinuxOptions", "appArmorProfile", "windowsOptions", "procMount"] {
        if !own(key).is_null() {
            fault(Rule::NoKernelSettings, format!("has {key}"));
        }
    }
    if list(container, "/ports").iter().any(|port| !at(port, "/hostPort").is_null()) {
        fault(Rule::NothingOfTheNode, "takes a port of the node".to_owned());
    }
    if *own("readOnlyRootFilesystem") != json!(true) {
        fault(Rule::RootIsReadOnly, "can write to its own image".to_owned());
    }
}
