//! Where the binaries under test are, and which games there are.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::{env, fs};

/// The name of the orchestrator's binary.
pub const ORCHESTRATOR: &str = "match-orchestrator";

/// A game that the workspace ships.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ShippedGame {
    /// Its id, which is also the name of its binary.
    pub id: String,
    /// The package that builds the binary.
    pub package: String,
}

/// The folder of the whole workspace.
pub fn workspace_root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the harness lies two folders below the root")
}

/// Every game with a `game.toml`, sorted by id.
///
/// # Panics
/// If there is none, or one can't be read.
pub fn shipped_games() -> Vec<ShippedGame> {
    let services = fs::read_dir(workspace_root().join("services")).expect("there are services");
    let mut games: Vec<ShippedGame> = services
        .filter_map(|entry| {
            let text = fs::read_to_string(entry.ok()?.path().join("game.toml")).ok()?;
            let facts: toml::Table = text.parse().expect("a game.toml parses");
            let fact = |name: &str| facts[name].as_str().expect("it is text").to_owned();
            Some(ShippedGame { id: fact("id"), package: fact("server_crate") })
        })
        .collect();
    games.sort();
    assert!(!games.is_empty(), "some folder under services/ has a game.toml");
    games
}

/// The path of a binary of this build. Binaries that are missing are built,
/// all in one go.
///
/// # Panics
/// If it can't be built.
pub(crate) fn binary(name: &str) -> PathBuf {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(build_if_missing).join(name)
}

fn build_if_missing() -> PathBuf {
    let folder = build_folder();
    let mut wanted = vec![(ORCHESTRATOR.to_owned(), "match-orchestrator-server".to_owned())];
    wanted.extend(shipped_games().into_iter().map(|game| (game.id, game.package)));
    let missing = wanted.iter().filter(|(name, _)| !folder.join(name).exists());
    let packages: Vec<&str> =
        missing.flat_map(|(_, package)| ["-p", package.as_str()]).collect();
    if !packages.is_empty() {
        let profile = if folder.ends_with("release") { &["--release"][..] } else { &[] };
        let built = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .current_dir(workspace_root())
            .arg("build")
            .args(&packages)
            .args(profile)
            .arg("--target-dir")
            .arg(folder.parent().expect("a build folder lies in a target folder"))
            .status();
        let done = built.is_ok_and(|status| status.success());
        assert!(done, "run `cargo build {}` and see why it fails", packages.join(" "));
    }
    folder
}

/// The folder with the binaries, beside which the running test lies in `deps`.
fn build_folder() -> PathBuf {
    let test = env::current_exe().expect("a running test knows its path");
    let deps = test.parent().expect("a file lies in a folder");
    let folder = if deps.ends_with("deps") { deps.parent() } else { Some(deps) };
    folder.expect("deps lies in a build folder").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_game_names_its_package() {
        for game in shipped_games() {
            assert!(game.package.starts_with(&game.id), "{game:?}");
        }
    }
}
