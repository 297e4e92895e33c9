//! Locations of the binaries under test, and the list of games.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::{env, fs};

/// The name of the orchestrator's binary.
pub const ORCHESTRATOR: &str = "match-orchestrator";
/// The name of the binary with everything in one process.
pub const ALL_IN_ONE: &str = "bakufu";

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

/// The path of a binary of this build. One that is missing is built.
///
/// # Panics
/// If it can't be built.
pub fn binary(name: &str) -> PathBuf {
    static BUILDING: Mutex<()> = Mutex::new(());
    let folder = build_folder();
    let path = folder.join(name);
    let _one_at_a_time = BUILDING.lock().unwrap_or_else(PoisonError::into_inner);
    if !path.exists() {
        build(&package_of(name), &folder);
    }
    path
}

fn package_of(name: &str) -> String {
    match name {
        ORCHESTRATOR => "match-orchestrator-server".to_owned(),
        ALL_IN_ONE => "bakufu-cli".to_owned(),
        game => {
            let games = shipped_games();
            let shipped = games.into_iter().find(|shipped| shipped.id == game);
            shipped.unwrap_or_else(|| panic!("no package builds {game}")).package
        }
    }
}

fn build(package: &str, folder: &Path) {
    let profile = if folder.ends_with("release") { &["--release"][..] } else { &[] };
    let built = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .current_dir(workspace_root())
        .args(["build", "-p", package])
        .args(profile)
        .arg("--target-dir")
        .arg(folder.parent().expect("a build folder lies in a target folder"))
        .status();
    let done = built.is_ok_and(|status| status.success());
    assert!(done, "run `cargo build -p {package}` and see why it fails");
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
