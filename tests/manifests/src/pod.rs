//! The pods that a workload would start.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::object::{Object, at, list, text, texts};

/// The pods of one workload.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pod<'a> {
    /// The workload.
    pub(crate) owner: &'a Object,
}

/// A port that a container says it listens on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Port {
    pub(crate) name: String,
    pub(crate) number: u16,
    pub(crate) protocol: String,
}

impl<'a> Pod<'a> {
    pub(crate) fn labels(self) -> BTreeMap<&'a str, &'a str> {
        texts(&self.owner.value, "/spec/template/metadata/labels")
    }

    pub(crate) fn spec(self) -> &'a Value {
        self.owner.at("/spec/template/spec")
    }

    /// All containers, those that run before the others included.
    pub(crate) fn containers(self) -> Vec<&'a Value> {
        let kinds = ["/initContainers", "/containers", "/ephemeralContainers"];
        kinds.iter().flat_map(|kind| list(self.spec(), kind)).collect()
    }

    pub(crate) fn ports(self) -> Vec<Port> {
        let ports = self.containers().into_iter().flat_map(ports);
        ports.collect()
    }

    /// Whether one of the ports has this name or number.
    pub(crate) fn has_port(self, wanted: &Value) -> bool {
        self.ports().iter().any(|port| match wanted {
            Value::String(name) => port.name == *name,
            number => number.as_u64() == Some(u64::from(port.number)),
        })
    }

    /// The volumes, those that a StatefulSet claims included.
    pub(crate) fn volumes(self) -> Vec<&'a str> {
        let named = list(self.spec(), "/volumes").iter().map(|volume| text(volume, "/name"));
        let claims = list(&self.owner.value, "/spec/volumeClaimTemplates").iter();
        named.chain(claims.map(|claim| text(claim, "/metadata/name"))).collect()
    }

    /// Whether it is one of our own services, and not a Redis.
    pub(crate) fn is_service(self) -> bool {
        let component = self.labels().get("app.kubernetes.io/component").copied();
        matches!(component, Some("orchestrator" | "rules"))
    }
}

pub(crate) fn ports(container: &Value) -> Vec<Port> {
    let ports = list(container, "/ports").iter().map(|port| Port {
        name: text(port, "/name").to_owned(),
        number: at(port, "/containerPort").as_u64().and_then(|n| n.try_into().ok()).unwrap_or(0),
        protocol: at(port, "/protocol").as_str().unwrap_or("TCP").to_owned(),
    });
    ports.collect()
}
