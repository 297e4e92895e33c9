//! A copy of the examples with their protos, where files can be generated.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

use tempfile::TempDir;
use tests_harness::workspace_root;

/// Where the examples lie, below the root.
const EXAMPLES: &str = "services/bakufu/examples";
/// What somebody may have generated or installed beside the examples.
const NOT_COPIED: [&str; 3] = ["python/bakufu", "node/gen", "node/node_modules"];
/// Where the test command installs programs of Python and Node.
const VENV: &str = "target/venv/bin";
const NODE_MODULES: &str = "target/node-examples/node_modules";
/// Ends a program that hangs; all of them take seconds.
const SECONDS_MAX: &str = "240";

/// A root of its own.
pub(crate) struct Fixture {
    root: TempDir,
}

impl Fixture {
    /// A fixture with nothing generated yet, but everything installed.
    pub(crate) fn set() -> Self {
        let root = TempDir::new().expect("a folder can be made");
        for folder in ["protos", EXAMPLES] {
            let (from, to) = (workspace_root().join(folder), root.path().join(folder));
            copy_folder(&from, &to).expect("sources can be copied");
        }
        let modules = root.path().join(EXAMPLES).join("node/node_modules");
        let linked = std::os::unix::fs::symlink(workspace_root().join(NODE_MODULES), modules);
        linked.expect("a link can be made");
        Self { root }
    }

    /// Runs commands of a shell in the root, which must all succeed, and returns
    /// what they printed.
    pub(crate) fn run(&self, commands: &str) -> String {
        let path = env::var("PATH").unwrap_or_default();
        let output = Command::new("timeout")
            .args([SECONDS_MAX, "bash", "-e", "-c", commands])
            .env("PATH", format!("{}:{path}", workspace_root().join(VENV).display()))
            .current_dir(self.root.path())
            .output()
            .expect("coreutils and bash are everywhere");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert!(output.status.success(), "{commands}\n{}\n{out}\n{err}", output.status);
        out
    }
}

/// Says what to run if a program or package that the examples need is missing.
///
/// # Panics
/// If something is missing.
pub(crate) fn assert_installed() {
    let wanted = [
        format!("{VENV}/python -c 'import grpc_status, grpc_tools'"),
        format!("node --version && test -x {NODE_MODULES}/.bin/tsx"),
        "curl --version && jq --version".to_owned(),
    ];
    for check in wanted {
        let root = workspace_root();
        let done = Command::new("sh").args(["-c", &check]).current_dir(root).output();
        let installed = done.is_ok_and(|output| output.status.success());
        assert!(installed, "run tests/run once, which installs what is missing for: {check}");
    }
}

/// The example in Rust, which cargo has built beside this test.
pub(crate) fn rust_example() -> PathBuf {
    let test = env::current_exe().expect("a running test knows its path");
    let built = test.ancestors().nth(2).expect("it lies in deps").join("examples/play");
    let command = "cargo build -p bakufu-examples --example play";
    assert!(built.exists(), "{} is missing: run {command}", built.display());
    built
}

fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        if NOT_COPIED.iter().any(|folder| path.ends_with(folder)) {
            continue;
        }
        let copy = to.join(path.file_name().expect("an entry has a name"));
        if path.is_dir() {
            copy_folder(&path, &copy)?;
        } else {
            fs::copy(&path, copy)?;
        }
    }
    Ok(())
}
