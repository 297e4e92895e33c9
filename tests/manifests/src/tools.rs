//! The programs that the suite needs, and what to do without them.

use std::env;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tests_tidy::root;

/// A kubectl to use instead of the one that is found.
pub(crate) const ENV_KUBECTL: &str = "MANIFESTS_KUBECTL";
/// A Python with `kubernetes-validate` to use instead of the one that is found.
pub(crate) const ENV_PYTHON: &str = "MANIFESTS_PYTHON";

/// Where the test command unpacks kubectl if the system's is too old.
const KUBECTL_UNPACKED: &str = "target/kubectl/usr/bin/kubectl";
/// Where the test command installs tools written in Python.
const PYTHON_INSTALLED: &str = "target/venv/bin/python";
/// The first kustomize that has everything the overlays use.
const KUSTOMIZE_MIN: u32 = 5;

/// Why a tool could not do its work.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// There is no such tool.
    #[error("{what} is missing: {remedy}")]
    Missing {
        /// What is not there.
        what: String,
        remedy: String,
    },
    /// The tool refused.
    #[error("{program} failed: {said}")]
    Failed {
        program: String,
        /// What it wrote about that.
        said: String,
    },
    /// The tool wrote something else than what it was asked for.
    #[error("{program} wrote what cannot be read: {why}")]
    Unreadable { program: String, why: String },
}

/// The kubectl that renders.
///
/// # Errors
/// If there is none that is new enough.
pub(crate) fn kubectl() -> Result<PathBuf, ToolError> {
    let named = env::var_os(ENV_KUBECTL).map(PathBuf::from);
    let found = [root().join(KUBECTL_UNPACKED), PathBuf::from("kubectl")];
    let candidates = named.map_or(found.to_vec(), |named| vec![named]);
    let is_new = |path: &PathBuf| {
        let said = run(path, &["version", "--client"], Path::new("."), "");
        said.is_ok_and(|said| kustomize_major(&said) >= Some(KUSTOMIZE_MIN))
    };
    candidates.into_iter().find(is_new).ok_or_else(|| ToolError::Missing {
        what: format!("a kubectl with kustomize {KUSTOMIZE_MIN} or newer"),
        remedy: format!(
            "install the package kubernetes-client of Debian 13 or newer, run tests/run once, \
             or let {ENV_KUBECTL} name one"
        ),
    })
}

/// The Python that reads YAML and knows the schemas of the API.
///
/// # Errors
/// If it is not there, or its packages are not.
pub(crate) fn python() -> Result<PathBuf, ToolError> {
    let named = env::var_os(ENV_PYTHON).map(PathBuf::from);
    let path = named.unwrap_or_else(|| root().join(PYTHON_INSTALLED));
    match run(&path, &["-c", "import kubernetes_validate, yaml"], Path::new("."), "") {
        Ok(_) => Ok(path),
        Err(_) => Err(ToolError::Missing {
            what: "a Python with the package kubernetes-validate".to_owned(),
            remedy: format!(
                "run tests/run once, or: python3 -m venv target/venv && target/venv/bin/pip \
                 install kubernetes-validate, or let {ENV_PYTHON} name one"
            ),
        }),
    }
}

/// Runs a program to its end and returns what it wrote.
///
/// # Errors
/// If it cannot be started or does not succeed.
pub(crate) fn run(
    program: impl AsRef<OsStr>,
    arguments: &[&str],
    folder: &Path,
    input: &str,
) -> Result<String, ToolError> {
    let name = program.as_ref().to_string_lossy().into_owned();
    let failed = |said: String| ToolError::Failed { program: name.clone(), said };
    let mut child = Command::new(program.as_ref())
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| failed(error.to_string()))?;
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let input = input.to_owned();
    // A thread of its own: the program may write before it has read everything.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().map_err(|error| failed(error.to_string()))?;
    // A program that fails early reads nothing; then its own words say more.
    let _ = writer.join().expect("writing to a pipe does not panic");
    if !output.status.success() {
        return Err(failed(String::from_utf8_lossy(&output.stderr).trim().to_owned()));
    }
    String::from_utf8(output.stdout)
        .map_err(|error| ToolError::Unreadable { program: name, why: error.to_string() })
}

fn kustomize_major(said: &str) -> Option<u32> {
    let (_, rest) = said.split_once("Kustomize Version: v")?;
    rest.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_of_kustomize_is_what_counts() {
        let said = "Client Version: v1.32.4\nKustomize Version: v5.5.0\n";
        assert_eq!(kustomize_major(said), Some(5));
        assert_eq!(kustomize_major("Client Version: version.Info{Major:\"1\"}"), None);
    }

    #[test]
    fn a_program_that_fails_is_quoted() {
        let here = Path::new(".");
        let error = run("sh", &["-c", "echo no >&2; exit 3"], here, "").unwrap_err();
        assert_eq!(error.to_string(), "sh failed: no");
        let said = run("sh", &["-c", "cat"], here, "yes").unwrap();
        assert_eq!(said, "yes");
    }
}
