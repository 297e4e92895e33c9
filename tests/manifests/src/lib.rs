//! Renders the Kubernetes manifests and refuses what a strict cluster would.
//!
//! An overlay is rendered by `kubectl kustomize` into a [`Cluster`] of objects.
//! Its objects are held against the schemas of the API by [`schema_faults`], and
//! against what no schema can say by [`faults`]: admission, references, rollouts,
//! names of variables, and who can reach whom. No cluster is needed and none is
//! touched.
//!
//! Start reading at [`Rule`], the list of everything that is refused, then
//! `policies/` for how. `tests/broken.rs` breaks each of them.

mod cluster;
mod fault;
mod network;
mod object;
mod pod;
mod policies;
mod quantity;
mod render;
mod schemas;
mod selector;
mod sources;
mod tools;

pub use cluster::Cluster;
pub use fault::{Fault, Rule};
pub use network::{Edge, edges, wanted_edges};
pub use object::Object;
pub use policies::faults;
pub use render::{overlays, render, tree_secrets};
pub use schemas::{SchemaFault, Verdict, schema_faults};
pub use sources::Sources;
pub use tools::ToolError;
