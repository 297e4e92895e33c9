//! YAML files of the workspace, read as the tools read them.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::{env, fs};

use serde_json::Value;
use tests_harness::workspace_root;

/// A Python with PyYAML to use instead of the one that the test command installs.
const ENV_PYTHON: &str = "MANIFESTS_PYTHON";

/// The only document of a file.
pub(crate) fn read(path: &str) -> Value {
    let root = workspace_root();
    let python = env::var_os(ENV_PYTHON).map(PathBuf::from);
    let python = python.unwrap_or_else(|| root.join("target/venv/bin/python"));
    let file = fs::File::open(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    let output = Command::new(&python)
        .arg(root.join("tests/manifests/python/objects.py"))
        .stdin(Stdio::from(file))
        .output();
    let output = output.unwrap_or_else(|error| {
        panic!(
            "{}: {error}: run tests/run once, or let {ENV_PYTHON} name one with PyYAML",
            python.display()
        )
    });
    assert!(output.status.success(), "{path}: {}", String::from_utf8_lossy(&output.stderr));
    let documents: Vec<Value> = serde_json::from_slice(&output.stdout).expect("a list in JSON");
    let [document] = <[Value; 1]>::try_from(documents).expect("a file holds one document");
    document
}

/// The entries of a map, or nothing.
pub(crate) fn entries(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    value.as_object().into_iter().flatten().map(|(name, entry)| (name.as_str(), entry))
}

/// The texts of a list, or the names of a map, which compose takes alike.
pub(crate) fn names(value: &Value) -> Vec<&str> {
    let listed = value.as_array().into_iter().flatten().filter_map(Value::as_str);
    listed.chain(entries(value).map(|(name, _)| name)).collect()
}
