//! No test is left out: a manifest turns off only what has nothing to run.

use tests_tidy::{File, TidyFault, expect_none, files, root, tests};

/// What a manifest turns off in one of its targets.
struct TurnedOff<'a> {
    /// `lib` or `bin`.
    target: &'a str,
    /// `test` or `doctest`.
    what: &'a str,
    /// Where it says so, from one.
    line: usize,
}

fn turned_off(manifest: &str) -> Vec<TurnedOff<'_>> {
    let mut found = Vec::new();
    let mut table = "";
    for (line, text) in (1..).zip(manifest.lines()) {
        if text.starts_with('[') {
            table = text.trim_matches(['[', ']']);
        } else if let Some((what, "false")) = text.split_once(" = ")
            && matches!((table, what), ("lib", "test" | "doctest") | ("bin", "test"))
        {
            found.push(TurnedOff { target: table, what, line });
        }
    }
    found
}

/// Whether a file of this target has something that would not run.
fn has(file: &File, off: &TurnedOff<'_>) -> bool {
    let is_main = file.path.ends_with("/main.rs");
    if is_main != (off.target == "bin") {
        return false;
    }
    match off.what {
        "test" => !tests(&file.text).is_empty(),
        _ => file.text.lines().any(|line| {
            let line = line.trim_start();
            line.starts_with("/// ```") || line.starts_with("//! ```")
        }),
    }
}

fn left_out(files: &[File]) -> Vec<TidyFault> {
    let mut findings = Vec::new();
    for manifest in files.iter().filter(|file| file.path.ends_with("/Cargo.toml")) {
        let folder = manifest.path.trim_end_matches("Cargo.toml");
        let sources = format!("{folder}src/");
        for off in turned_off(&manifest.text) {
            let lost = files.iter().find(|file| {
                file.path.starts_with(&sources) && file.path.ends_with(".rs") && has(file, &off)
            });
            if let Some(lost) = lost {
                let why = format!("{} = false leaves out what is in {}", off.what, lost.path);
                findings.push(TidyFault::new(&manifest.path, off.line, why));
            }
        }
    }
    findings
}

/// Files of test programs that are named in the manifest, and so not found by
/// cargo, which no module of theirs names.
fn unreached(files: &[File]) -> Vec<TidyFault> {
    let named = files.iter().filter(|file| file.path.ends_with("/Cargo.toml"));
    let named = named.filter(|file| file.text.lines().any(|line| line == "autotests = false"));
    let mut findings = Vec::new();
    for manifest in named {
        let folder = manifest.path.replace("Cargo.toml", "tests/");
        for file in files.iter().filter(|file| file.path.starts_with(&folder)) {
            let Some((folder, name)) =
                file.path.strip_suffix(".rs").and_then(|p| p.rsplit_once('/'))
            else {
                continue;
            };
            let declared = format!("mod {name};");
            let parents = [format!("{folder}/main.rs"), format!("{folder}.rs")];
            let mut parents = files.iter().filter(|file| parents.contains(&file.path));
            if name != "main" && !parents.any(|file| file.text.lines().any(|it| it == declared)) {
                let advice = format!("no test program has this file: add `{declared}` above it");
                findings.push(TidyFault::new(&file.path, 1, advice));
            }
        }
    }
    findings
}

#[test]
fn every_test_and_example_runs() {
    expect_none(left_out(&files(&root())));
}

#[test]
fn every_file_of_tests_belongs_to_a_program() {
    expect_none(unreached(&files(&root())));
}

#[test]
fn a_file_that_belongs_to_no_program_is_found() {
    let files = [
        File::new("a/b/Cargo.toml", "[package]\nautotests = false\n"),
        File::new("a/b/tests/main.rs", "mod one;\n"),
        File::new("a/b/tests/one.rs", "mod two;\n"),
        File::new("a/b/tests/one/two.rs", ""),
        File::new("a/b/tests/one/three.rs", ""),
        File::new("a/b/tests/two.rs", ""),
        File::new("a/c/Cargo.toml", "[package]\n"),
        File::new("a/c/tests/one.rs", ""),
    ];
    let lost: Vec<String> = unreached(&files).into_iter().map(|finding| finding.file).collect();
    assert_eq!(lost, ["a/b/tests/one/three.rs", "a/b/tests/two.rs"]);
}

#[test]
fn a_test_that_is_left_out_is_found() {
    let package = |lib: &str, source: &str| {
        let manifest = format!("[lib]\n{lib} = false\n\n[[bin]]\ntest = false\n");
        [File::new("a/b/Cargo.toml", manifest), File::new("a/b/src/lib.rs", source)]
    };
    assert_eq!(left_out(&package("test", "#[test]\nfn one_is_one() {}\n")).len(), 1);
    assert_eq!(left_out(&package("doctest", "/// ```\n/// one();\n/// ```\n")).len(), 1);
    assert_eq!(left_out(&package("doctest", "#[test]\nfn one_is_one() {}\n")).len(), 0);
    let mut with_main = package("doctest", "").to_vec();
    with_main.push(File::new("a/b/src/main.rs", "#[test]\nfn two() {}\n"));
    assert_eq!(left_out(&with_main).len(), 1);
}
