//! The strict schemas of the API, of several versions.

use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use crate::cluster::Cluster;
use crate::tools::{self, ToolError};

/// What the schemas say about a cluster.
#[derive(Debug, Deserialize)]
pub struct Verdict {
    /// The versions that were asked, oldest first: `1.37`.
    pub minors: Vec<String>,
    pub faults: Vec<SchemaFault>,
}

/// What the schema of one version has against one object.
#[derive(Debug, Deserialize)]
pub struct SchemaFault {
    /// The version.
    pub minor: String,
    /// Kind and name of the object.
    pub object: String,
    pub why: String,
}

/// Holds all objects against the strict schemas of the newest versions.
///
/// # Errors
/// If a tool is missing or refuses.
pub fn schema_faults(cluster: &Cluster, minors: usize) -> Result<Verdict, ToolError> {
    let objects: Vec<&Value> = cluster.objects.iter().map(|object| &object.value).collect();
    let input = serde_json::to_string(&objects).expect("values are written as they were read");
    let script = include_str!("../python/schemas.py");
    let arguments = ["-c", script, &minors.to_string()];
    let said = tools::run(tools::python()?, &arguments, Path::new("."), &input)?;
    serde_json::from_str(&said).map_err(|error| ToolError::Unreadable {
        program: "schemas.py".to_owned(),
        why: error.to_string(),
    })
}
