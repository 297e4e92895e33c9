//! All objects of one overlay.

use serde_json::Value;

use crate::object::Object;
use crate::pod::Pod;

/// What an overlay would put into a cluster.
#[derive(Clone, Debug)]
pub struct Cluster {
    pub overlay: String,
    /// Everything that it renders.
    pub objects: Vec<Object>,
}

impl Cluster {
    pub fn of_kind<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Object> {
        self.objects.iter().filter(move |object| object.kind() == kind)
    }

    pub fn find(&self, kind: &str, name: &str) -> Option<&Object> {
        self.objects.iter().find(|object| object.kind() == kind && object.name() == name)
    }

    /// The content of the object with this kind and name, to be changed. A name
    /// may lack the hash that a generator adds.
    ///
    /// # Panics
    /// If there is no such object.
    pub fn edit(&mut self, kind: &str, name: &str) -> &mut Value {
        let hashed = format!("{name}-");
        let is_meant = |object: &&mut Object| {
            object.kind() == kind
                && (object.name() == name
                    || (matches!(kind, "ConfigMap" | "Secret")
                        && object.name().starts_with(&hashed)))
        };
        let found = self.objects.iter_mut().find(is_meant);
        &mut found.unwrap_or_else(|| panic!("no {kind} {name}")).value
    }

    /// The name of the namespace that everything is in.
    pub fn namespace(&self) -> &str {
        self.of_kind("Namespace").next().map_or("", Object::name)
    }

    /// The pods of all workloads.
    pub(crate) fn pods(&self) -> impl Iterator<Item = Pod<'_>> {
        let is_workload = |object: &&Object| matches!(object.kind(), "Deployment" | "StatefulSet");
        self.objects.iter().filter(is_workload).map(|owner| Pod { owner })
    }
}
