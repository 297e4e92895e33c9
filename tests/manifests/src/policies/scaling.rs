//! Autoscalers, disruption budgets and the spread of replicas.

use serde_json::{Value, json};

use crate::cluster::Cluster;
use crate::fault::{Fault, Rule};
use crate::object::{Object, at, list, text};
use crate::pod::Pod;
use crate::selector::selects;
use crate::sources::Sources;

const TOPOLOGY_KEYS: [&str; 2] = ["topology.kubernetes.io/zone", "kubernetes.io/hostname"];

pub(super) fn check(cluster: &Cluster, _: &Sources) -> Vec<Fault> {
    let mut faults = Vec::new();
    for pod in cluster.pods().filter(|pod| pod.owner.kind() == "Deployment") {
        let mut fault = |rule, why: &str| faults.push(Fault::new(rule, pod.owner, why));
        let scalers: Vec<&Object> = cluster
            .of_kind("HorizontalPodAutoscaler")
            .filter(|scaler| is_target(scaler, pod.owner))
            .collect();
        let [scaler] = scalers[..] else {
            fault(Rule::AutoscalersHaveTargets, "is not scaled by exactly one autoscaler");
            continue;
        };
        if let Some(why) = bad_scaling(scaler, pod) {
            fault(Rule::AutoscalersHaveTargets, why);
        }
        let mut budgets = cluster
            .of_kind("PodDisruptionBudget")
            .filter(|budget| selects(budget.at("/spec/selector"), &pod.labels()));
        match (budgets.next(), budgets.next()) {
            (Some(budget), None) if allows_one(budget, replicas_min(scaler)) => {}
            (Some(_), None) => fault(Rule::BudgetsAllowRollouts, "may lose no pod, or all of them"),
            _ => fault(Rule::BudgetsAllowRollouts, "has not exactly one disruption budget"),
        }
        if !TOPOLOGY_KEYS.iter().all(|key| is_spread(pod, key)) {
            fault(Rule::ReplicasAreSpread, "is not spread over zones and nodes");
        }
    }
    for scaler in cluster.of_kind("HorizontalPodAutoscaler") {
        if !cluster.of_kind("Deployment").any(|deployment| is_target(scaler, deployment)) {
            faults.push(Fault::new(Rule::AutoscalersHaveTargets, scaler, "scales nothing"));
        }
    }
    faults
}

fn is_target(scaler: &Object, deployment: &Object) -> bool {
    let target = scaler.at("/spec/scaleTargetRef");
    text(target, "/apiVersion") == "apps/v1"
        && text(target, "/kind") == deployment.kind()
        && text(target, "/name") == deployment.name()
}

fn bad_scaling(scaler: &Object, pod: Pod<'_>) -> Option<&'static str> {
    if !pod.owner.at("/spec/replicas").is_null() {
        return Some("says its number of replicas, which every rollout would reset");
    }
    let (min, max) = (replicas_min(scaler), scaler.at("/spec/maxReplicas").as_u64().unwrap_or(0));
    if min == 0 || min > max {
        return Some("is scaled between bounds that make no sense");
    }
    let metrics = list(&scaler.value, "/spec/metrics");
    if metrics.is_empty() {
        return Some("is scaled by nothing");
    }
    let is_asked_for = |metric: &Value| {
        let resource = text(metric, "/resource/name");
        let pointer = format!("/resources/requests/{resource}");
        pod.containers().into_iter().all(|container| !at(container, &pointer).is_null())
    };
    let all =
        metrics.iter().all(|metric| text(metric, "/type") == "Resource" && is_asked_for(metric));
    (!all).then_some("is scaled by something that it does not ask for")
}

fn replicas_min(scaler: &Object) -> u64 {
    scaler.at("/spec/minReplicas").as_u64().unwrap_or(1)
}

/// Whether one pod may go, and with several replicas never all of them.
fn allows_one(budget: &Object, replicas_min: u64) -> bool {
    let (lost, kept) = (budget.at("/spec/maxUnavailable"), budget.at("/spec/minAvailable"));
    match (lost.as_u64(), kept.as_u64()) {
        (Some(lost), None) if kept.is_null() => lost >= 1 && (lost < replicas_min || lost == 1),
        (None, Some(kept)) if lost.is_null() => kept >= 1 && kept < replicas_min,
        _ => false,
    }
}

fn is_spread(pod: Pod<'_>, key: &str) -> bool {
    list(pod.spec(), "/topologySpreadConstraints").iter().any(|constraint| {
        text(constraint, "/topologyKey") == key
            && *at(constraint, "/maxSkew") == json!(1)
            && !at(constraint, "/labelSelector").is_null()
            && selects(at(constraint, "/labelSelector"), &pod.labels())
    })
}
