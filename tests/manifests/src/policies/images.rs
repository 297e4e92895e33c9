//! Images that are the same tomorrow.

use crate::cluster::Cluster;
use crate::fault::{Fault, Rule};
use crate::object::text;
use crate::sources::Sources;

pub(super) fn check(cluster: &Cluster, sources: &Sources) -> Vec<Fault> {
    let mut faults = Vec::new();
    for pod in cluster.pods() {
        for container in pod.containers() {
            let image = text(container, "/image");
            // A colon before the last slash belongs to the port of a registry.
            let last = image.rsplit('/').next().unwrap_or_default();
            let fixed = last.split_once(':').filter(|(_, tag)| is_fixed(tag));
            let is_right = fixed.is_some_and(|(name, tag)| {
                !pod.is_service() || (name == pod.owner.name() && tag == sources.version)
            });
            if !is_right {
                let why = format!("{image:?} is not the image of one version");
                faults.push(Fault::new(Rule::ImagesArePinned, pod.owner, why));
            }
        }
    }
    faults
}

fn is_fixed(tag: &str) -> bool {
    tag.contains('@') || (tag != "latest" && tag.matches('.').count() >= 2)
}
