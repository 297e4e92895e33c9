//! The packages of the workspace and what they say they depend on.

use std::fs;
use std::path::Path;

use cargo_metadata::{DependencyKind, MetadataCommand};

/// A package of the workspace.
#[derive(Clone, Debug)]
pub struct Package {
    pub name: String,
    /// Its folder from the root, with slashes.
    pub folder: String,
    /// Everything that its manifest asks for.
    pub dependencies: Vec<Dependency>,
}

/// One line of a manifest that asks for a crate.
#[derive(Clone, Debug)]
pub struct Dependency {
    /// The crate's own name, whatever it is called here.
    pub name: String,
    pub kind: Kind,
    /// Where the manifest asks for it, from one.
    pub line: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The crate itself.
    Normal,
    /// The build script.
    Build,
    /// The tests.
    Dev,
}

impl Package {
    /// The path of its manifest.
    pub fn manifest(&self) -> String {
        format!("{}/Cargo.toml", self.folder)
    }
}

/// All packages of the workspace, as cargo reads them, without the network.
///
/// # Panics
/// If cargo cannot read a manifest.
pub fn packages(root: &Path) -> Vec<Package> {
    let metadata = MetadataCommand::new()
        .manifest_path(root.join("Cargo.toml"))
        .no_deps()
        .other_options(["--offline".to_owned()])
        .exec()
        .unwrap_or_else(|error| panic!("read the manifests: {error}"));
    let packages = metadata.packages.iter().map(|package| {
        let folder = package.manifest_path.parent().expect("a manifest lies in a folder");
        let folder = folder.strip_prefix(&metadata.workspace_root);
        let manifest = fs::read_to_string(&package.manifest_path).unwrap_or_default();
        Package {
            name: package.name.to_string(),
            folder: folder.expect("members lie in the workspace").as_str().replace('\\', "/"),
            dependencies: package
                .dependencies
                .iter()
                .map(|dependency| {
                    let kind = kind(dependency.kind);
                    let called = dependency.rename.as_ref().unwrap_or(&dependency.name);
                    let line = line_of(&manifest, kind, called);
                    Dependency { name: dependency.name.clone(), kind, line }
                })
                .collect(),
        }
    });
    packages.collect()
}

fn kind(kind: DependencyKind) -> Kind {
    match kind {
        DependencyKind::Development => Kind::Dev,
        DependencyKind::Build => Kind::Build,
        _ => Kind::Normal,
    }
}

fn line_of(manifest: &str, kind: Kind, called: &str) -> usize {
    let section = match kind {
        Kind::Normal => "dependencies",
        Kind::Build => "build-dependencies",
        Kind::Dev => "dev-dependencies",
    };
    let mut inside = false;
    for (number, line) in (1..).zip(manifest.lines()) {
        if let Some(header) = line.strip_prefix('[') {
            let header = header.trim_end().trim_end_matches(']');
            inside = header == section || header.ends_with(&format!(".{section}"));
            if header == format!("{section}.{called}") {
                return number;
            }
        }
        let rest = line.strip_prefix(called);
        if inside && rest.is_some_and(|rest| rest.starts_with(['.', ' ', '='])) {
            return number;
        }
    }
    1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dependency_is_found_in_the_section_of_its_kind() {
        let manifest = "[dependencies]\nserde-x.workspace = true\nserde.workspace = true\n\
                        [dev-dependencies]\nserde = \"1\"\n[build-dependencies.toml]\n";
        assert_eq!(line_of(manifest, Kind::Normal, "serde"), 3);
        assert_eq!(line_of(manifest, Kind::Dev, "serde"), 5);
        assert_eq!(line_of(manifest, Kind::Build, "toml"), 6);
    }

    #[test]
    fn this_package_is_read_with_its_dependencies() {
        let packages = packages(&crate::root());
        let this = packages.iter().find(|package| package.name == "tests-tidy").unwrap();
        assert_eq!(this.folder, "tests/tidy");
        let tempfile = this.dependencies.iter().find(|dependency| dependency.name == "tempfile");
        assert_eq!(tempfile.unwrap().kind, Kind::Dev);
    }
}
