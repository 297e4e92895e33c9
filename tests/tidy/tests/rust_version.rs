//! The oldest Rust that is claimed to do is told everywhere, and does.
//!
//! clippy's `incompatible_msrv` looks at the code; here is what it can't see.

use cargo_metadata::semver::Version;
use tests_tidy::{Crate, File, Package, TidyFault, crates, expect_none, files, packages, root};

const INHERITED: &str = "rust-version.workspace = true";

/// What the manifest of the workspace claims.
fn claimed(files: &[File]) -> (&str, Version) {
    let manifest = files.iter().find(|file| file.path == "Cargo.toml").expect("a workspace");
    let (_, rest) = manifest.text.split_once("\nrust-version = \"").expect("a claim");
    let text = rest.split('"').next().expect("a text has a first part");
    (text, format!("{text}.0").parse().expect("a version of two numbers"))
}

fn too_new(claimed: &Version, crates: &[Crate]) -> Vec<TidyFault> {
    let findings = crates.iter().filter_map(|it| {
        let wanted = it.rust_version.as_ref().filter(|wanted| *wanted > claimed)?;
        let advice = format!(
            "{} {} needs Rust {wanted}: take an older one, or claim no less in Cargo.toml",
            it.name, it.version
        );
        Some(TidyFault::new("Cargo.lock", 1, advice))
    });
    findings.collect()
}

fn unclaimed(packages: &[Package], files: &[File]) -> Vec<TidyFault> {
    let manifests = packages.iter().map(Package::manifest);
    let unclaimed = manifests.filter(|path| {
        let manifest = files.iter().find(|file| file.path == *path);
        !manifest.is_some_and(|file| file.lines().any(|(_, line)| line == INHERITED))
    });
    unclaimed.map(|path| TidyFault::new(path, 1, format!("add {INHERITED}"))).collect()
}

fn untold(claimed: &str, readme: &File) -> Vec<TidyFault> {
    let told = format!("({claimed} or newer)");
    if readme.text.contains(&told) {
        return Vec::new();
    }
    vec![TidyFault::new(&readme.path, 1, format!("say that a Rust toolchain is needed {told}"))]
}

#[test]
fn every_crate_builds_with_the_rust_that_is_claimed() {
    let (_, version) = claimed(&files(&root()));
    expect_none(too_new(&version, &crates(&root())));
}

#[test]
fn every_package_makes_the_claim() {
    expect_none(unclaimed(&packages(&root()), &files(&root())));
}

#[test]
fn the_readme_tells_which_rust_is_needed() {
    let files = files(&root());
    let readme = files.iter().find(|file| file.path == "README.md").expect("a first page");
    expect_none(untold(claimed(&files).0, readme));
}

#[test]
fn a_crate_that_needs_a_newer_rust_is_found() {
    let rust_version = Some(Version::new(1, 80, 0));
    let crates = [Crate { rust_version, ..Crate::new("a", Version::new(1, 0, 0)) }];
    assert_eq!(too_new(&Version::new(1, 80, 0), &crates), []);
    assert_eq!(too_new(&Version::new(1, 79, 0), &crates).len(), 1);
}

#[test]
fn a_package_or_a_page_without_the_claim_is_found() {
    let package =
        Package { name: "a".to_owned(), folder: "a".to_owned(), dependencies: Vec::new() };
    let manifest = |text: &str| vec![File::new("a/Cargo.toml", text)];
    let packages = [package];
    assert_eq!(unclaimed(&packages, &manifest("rust-version.workspace = true\n")), []);
    assert_eq!(unclaimed(&packages, &manifest("rust-version = \"1.80\"\n")).len(), 1);
    let readme = File::new("README.md", "Rust (1.80 or newer)\n");
    assert_eq!(untold("1.80", &readme), []);
    assert_eq!(untold("1.81", &readme).len(), 1);
}
