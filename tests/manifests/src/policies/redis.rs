//! A Redis in the cluster that keeps what it has acknowledged.

use std::collections::BTreeMap;

use crate::cluster::Cluster;
use crate::fault::{Fault, Rule};
use crate::object::{list, text};
use crate::sources::Sources;

const WANTED: [(&str, &str); 4] = [
    ("appendonly", "yes"),
    ("appendfsync", "always"),
    ("maxmemory-policy", "noeviction"),
    ("dir", "/data"),
];

pub(super) fn check(cluster: &Cluster, _: &Sources) -> Vec<Fault> {
    let Some(redis) = cluster.find("StatefulSet", "redis") else { return Vec::new() };
    let mut faults = Vec::new();
    let mut fault = |why: String| faults.push(Fault::new(Rule::RedisKeepsCommits, redis, why));
    let mut pages = cluster.of_kind("ConfigMap").map(|map| text(&map.value, "/data/redis.conf"));
    let page = pages.find(|page| !page.is_empty()).unwrap_or_default();
    let settings: BTreeMap<&str, &str> =
        page.lines().filter_map(|line| line.split_once(' ')).collect();
    for (name, wanted) in WANTED {
        if settings.get(name) != Some(&wanted) {
            fault(format!("{name} is {:?} instead of {wanted}", settings.get(name)));
        }
    }
    let claims = list(&redis.value, "/spec/volumeClaimTemplates");
    let claimed: Vec<&str> = claims.iter().map(|claim| text(claim, "/metadata/name")).collect();
    let is_kept = list(&redis.value, "/spec/template/spec/containers").iter().all(|container| {
        list(container, "/volumeMounts").iter().any(|mount| {
            text(mount, "/mountPath") == "/data" && claimed.contains(&text(mount, "/name"))
        })
    });
    if !is_kept {
        fault("its folder is not a claimed volume".to_owned());
    }
    if text(&redis.value, "/spec/persistentVolumeClaimRetentionPolicy/whenDeleted") == "Delete" {
        fault("its volume goes with it".to_owned());
    }
    faults
}
