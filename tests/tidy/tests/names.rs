//! Packages are named after their folders, and every file says what it is.

use tests_tidy::{File, Package, TidyFault, expect_none, files, packages, root};

/// Names that say nothing about what is inside.
const NAMES_REFUSED: [&str; 4] = ["mod.rs", "utils.rs", "util.rs", "helpers.rs"];

/// A library says what it is, what it is not, and where to start reading.
const LIBRARY_DOC_LINES_MIN: usize = 3;

fn misnamed_packages(packages: &[Package]) -> Vec<TidyFault> {
    let misnamed = packages.iter().filter_map(|package| {
        let folder = package.folder.strip_prefix("services/").unwrap_or(&package.folder);
        let expected = folder.replace('/', "-");
        let advice = format!("{} lies in {}: call it {expected}", package.name, package.folder);
        (package.name != expected).then(|| TidyFault::new(package.manifest(), 2, advice))
    });
    misnamed.collect()
}

fn misnamed_files(files: &[File]) -> Vec<TidyFault> {
    let misnamed = files.iter().filter(|file| NAMES_REFUSED.contains(&file.name()));
    let advice =
        "the name says nothing: a module is a noun or a step, a folder's module its sibling";
    misnamed.map(|file| TidyFault::new(&file.path, 1, advice)).collect()
}

fn undocumented(files: &[File]) -> Vec<TidyFault> {
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| file.is_rust()) {
        let doc = file.text.lines().take_while(|line| line.starts_with("//!"));
        let lines = doc.filter(|line| line.starts_with("//! ")).count();
        if !file.text.starts_with("//! ") {
            findings.push(TidyFault::new(&file.path, 1, "open the file with one //! sentence"));
        } else if file.path.ends_with("/src/lib.rs") && lines < LIBRARY_DOC_LINES_MIN {
            let advice = "say what the library is, what it is not, and where to start reading";
            findings.push(TidyFault::new(&file.path, 1, advice));
        }
    }
    findings
}

#[test]
fn packages_are_named_after_their_folders() {
    expect_none(misnamed_packages(&packages(&root())));
}

#[test]
fn files_have_names_that_say_something() {
    expect_none(misnamed_files(&files(&root())));
}

#[test]
fn every_file_says_what_it_is() {
    expect_none(undocumented(&files(&root())));
}

#[test]
fn a_misnamed_package_is_found() {
    let package = |name: &str, folder: &str| Package {
        name: name.to_owned(),
        folder: folder.to_owned(),
        dependencies: Vec::new(),
    };
    let good = [
        package("samurai-rules", "services/samurai/rules"),
        package("kit-rules-server", "services/kit/rules-server"),
        package("tests-e2e", "tests/e2e"),
    ];
    assert_eq!(misnamed_packages(&good), []);
    let findings = misnamed_packages(&[package("bakufu-e2e", "tests/e2e")]);
    assert_eq!(findings.len(), 1);
    assert!(findings[0].to_string().starts_with("tests/e2e/Cargo.toml:2: "));
}

#[test]
fn a_misnamed_file_is_found() {
    let paths = ["a/src/mod.rs", "a/src/utils.rs", "a/src/helpers.rs", "a/src/tile.rs"];
    assert_eq!(misnamed_files(&paths.map(|path| File::new(path, ""))).len(), 3);
}

#[test]
fn a_file_without_its_sentence_is_found() {
    assert_eq!(undocumented(&[File::new("a/src/tile.rs", "//! A tile.\n\nstruct Tile;\n")]), []);
    for (path, text) in [
        ("a/src/tile.rs", "use core::fmt;\n//! A tile.\n"),
        ("a/src/tile.rs", ""),
        ("a/src/lib.rs", "//! A game.\n//!\n//! Of tiles.\n"),
    ] {
        assert_eq!(undocumented(&[File::new(path, text)]).len(), 1, "{text:?}");
    }
}
