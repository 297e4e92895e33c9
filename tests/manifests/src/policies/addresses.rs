//! Addresses in settings at which somebody listens.

use serde_json::json;

use crate::cluster::Cluster;
use crate::fault::{Fault, Rule};
use crate::network::{COLLECTOR_NAMESPACE, OTLP_PORT};
use crate::object::{at, list, texts};
use crate::sources::Sources;

pub(super) fn check(cluster: &Cluster, _: &Sources) -> Vec<Fault> {
    let mut faults = Vec::new();
    for map in cluster.of_kind("ConfigMap") {
        for (name, value) in texts(&map.value, "/data") {
            let lost = value.split(',').filter(|part| part.contains("://"));
            for address in lost.filter(|address| !leads_somewhere(cluster, address)) {
                let why = format!("{name}: nobody listens at {address}");
                faults.push(Fault::new(Rule::AddressesLeadSomewhere, map, why));
            }
        }
    }
    faults
}

fn leads_somewhere(cluster: &Cluster, address: &str) -> bool {
    let place = address.split("://").nth(1).unwrap_or_default();
    let Some((host, port)) = place.split('/').next().and_then(|place| place.rsplit_once(':'))
    else {
        return false;
    };
    let Ok(port) = port.parse::<u16>() else { return false };
    match host.split_once('.') {
        None => cluster.find("Service", host).is_some_and(|service| {
            let ports = list(&service.value, "/spec/ports");
            ports.iter().any(|known| *at(known, "/port") == json!(port))
        }),
        Some((_, namespace)) => namespace == COLLECTOR_NAMESPACE && port == OTLP_PORT,
    }
}
