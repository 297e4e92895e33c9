//! Questions to the engine that testcontainers does not ask.

use std::process::Command;

/// Runs a command of the `docker` program and returns what it prints.
///
/// # Panics
/// If the command fails.
pub fn docker(arguments: &[&str]) -> String {
    let output = Command::new("docker").args(arguments).output();
    let output = output.expect("the docker program is installed, see deploy/engine --help");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "docker {}: {complaint}", arguments.join(" "));
    String::from_utf8(output.stdout).expect("docker prints text")
}

/// The id of an image of this engine.
///
/// # Panics
/// If there is no engine or no such image; the message says what to do.
pub fn image_id(image: &str) -> String {
    let question = ["image", "inspect", "--format={{.Id}}", image];
    let output = Command::new("docker").args(question).output().expect(NO_ENGINE);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{image} can't be started: {complaint}\n{NO_ENGINE}, then \
         `deploy/build --offline --profile dev --test-redis`; `./tests/run` does both"
    );
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

const NO_ENGINE: &str = "please run `deploy/engine`";
