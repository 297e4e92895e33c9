//! The services that ship as images, and what their images are called.

use std::fs;

use tests_harness::{ALL_IN_ONE, ORCHESTRATOR, shipped_games, workspace_root};

/// The Redis that matches are kept in, made from the host's package.
pub const REDIS_IMAGE: (&str, &str) = ("bakufu-test/redis", "local");

/// Every service with an image: the orchestrator, all games, everything in one.
pub fn all_services() -> Vec<String> {
    let games = shipped_games().into_iter().map(|game| game.id);
    let first = std::iter::once(ORCHESTRATOR.to_owned());
    first.chain(games).chain([ALL_IN_ONE.to_owned()]).collect()
}

/// The name and the tag of a service's image.
pub fn image_of(service: &str) -> (String, String) {
    (format!("bakufu/{service}"), version())
}

/// The version of the workspace.
///
/// # Panics
/// If its manifest can't be read.
pub fn version() -> String {
    let text = fs::read_to_string(workspace_root().join("Cargo.toml")).expect("there is one");
    let line = text.lines().find_map(|line| line.strip_prefix("version = \""));
    line.and_then(|rest| rest.strip_suffix('"')).expect("a workspace has a version").to_owned()
}
