//! The crates from outside that the workspace is built with.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use cargo_metadata::semver::Version;
use cargo_metadata::{CargoOpt, MetadataCommand};

/// A crate that comes from a registry or a repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crate {
    pub name: String,
    pub version: Version,
    /// The licence expression of its manifest.
    pub licence: Option<String>,
    /// Where it comes from, as a lock file writes it.
    pub source: String,
    /// The oldest Rust that it claims to build with.
    pub rust_version: Option<Version>,
}

impl Crate {
    /// A crate that need not exist, for samples.
    pub fn new(name: &str, version: Version) -> Self {
        let name = name.to_owned();
        let (licence, source, rust_version) = (None, String::new(), None);
        Self { name, version, licence, source, rust_version }
    }
}

/// All crates that some platform, feature, test or build script of the workspace
/// takes. What a lock file holds for features that nobody turns on is not built
/// and not listed.
///
/// # Panics
/// If cargo can't read the workspace or fetch what it needs.
pub fn crates(root: &Path) -> Vec<Crate> {
    let metadata = MetadataCommand::new()
        .manifest_path(root.join("Cargo.toml"))
        .features(CargoOpt::AllFeatures)
        .other_options(["--locked".to_owned()])
        .exec()
        .unwrap_or_else(|error| panic!("read the crates of the lock file: {error}"));
    let built = built(root);
    let outside = metadata.packages.into_iter().filter_map(|package| {
        let (name, version) = (package.name.to_string(), package.version);
        let source = package.source?.to_string();
        built.contains(&format!("{name} v{version}")).then_some(Crate {
            name,
            version,
            licence: package.license,
            source,
            rust_version: package.rust_version,
        })
    });
    outside.collect()
}

/// The crates that are built, each as `name vVersion`.
fn built(root: &Path) -> BTreeSet<String> {
    let tree = "tree --locked --workspace --all-features --target all --edges normal,build,dev \
                --prefix none --format {p}";
    let output = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()))
        .args(tree.split_whitespace())
        .current_dir(root)
        .output()
        .unwrap_or_else(|error| panic!("run cargo tree: {error}"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout);
    let crates = text.lines().filter_map(|line| {
        let mut words = line.split(' ');
        Some(format!("{} {}", words.next()?, words.next()?))
    });
    crates.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_come_with_their_licence_and_only_if_they_are_built() {
        let crates = crates(&crate::root());
        let serde = crates.iter().find(|it| it.name == "serde").expect("tidy reads with it");
        assert_eq!(serde.licence.as_deref(), Some("MIT OR Apache-2.0"));
        assert!(crates.iter().all(|it| it.name != "tests-tidy"), "only what is not ours");
    }
}
