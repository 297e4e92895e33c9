//! The policy of `deny.toml`, as far as the workspace uses its keys.

use std::fs;
use std::path::Path;

use cargo_metadata::semver::{Version, VersionReq};
use serde::Deserialize;

/// What crates from outside must be like.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Policy {
    pub graph: Graph,
    /// For cargo-deny alone.
    pub advisories: toml::Table,
    /// Which licences are accepted.
    pub licenses: Licences,
    /// Which crates may be there in several versions.
    pub bans: Bans,
    /// Where crates may come from.
    pub sources: Sources,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Graph {
    /// Whether features count that are off.
    pub all_features: bool,
}

/// Which licences are accepted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Licences {
    /// Of every crate.
    pub allow: Vec<String>,
    /// Of some crates.
    pub exceptions: Vec<Exception>,
}

/// Licences that are accepted of one crate.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exception {
    /// The crate.
    #[serde(rename = "crate")]
    pub name: String,
    /// The licences.
    pub allow: Vec<String>,
}

/// Which crates may be there in several versions.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Bans {
    /// What happens to others.
    pub multiple_versions: Level,
    /// Whether those count that only tests take.
    pub multiple_versions_include_dev: bool,
    pub skip: Vec<Skip>,
}

/// Versions of a crate that do not count.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Skip {
    /// The crate, with the versions that are meant behind a colon.
    #[serde(rename = "crate")]
    pub spec: String,
    /// Who needs it.
    pub reason: String,
}

/// Where crates may come from.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Sources {
    /// What happens to other registries.
    pub unknown_registry: Level,
    /// What happens to other repositories.
    pub unknown_git: Level,
    pub allow_registry: Vec<String>,
}

/// What happens to what is not allowed. There are no half measures here.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    Deny,
}

impl Policy {
    /// Reads the `deny.toml` of the root.
    ///
    /// # Panics
    /// If it is not there, or has a key that is not known here.
    pub fn read(root: &Path) -> Self {
        let text = fs::read_to_string(root.join("deny.toml"));
        let text = text.unwrap_or_else(|error| panic!("read deny.toml: {error}"));
        toml::from_str(&text).unwrap_or_else(|error| panic!("deny.toml: {error}"))
    }
}

impl Skip {
    /// Whether a version of a crate is meant.
    ///
    /// # Panics
    /// If what stands behind the colon asks for no version.
    pub fn covers(&self, name: &str, version: &Version) -> bool {
        let (wanted, versions) = self.spec.split_once(':').unwrap_or((&self.spec, "*"));
        let versions = VersionReq::parse(versions);
        let versions = versions.unwrap_or_else(|error| panic!("deny.toml: {}: {error}", self.spec));
        wanted == name && versions.matches(version)
    }
}
