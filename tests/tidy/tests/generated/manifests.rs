//! The Kubernetes manifests of each game, from one template for all of them.

use std::fs;
use std::path::Path;

use tests_tidy::{Game, TidyFault};

use super::{ADVICE, Generated};

/// The folder of the template: every file in it becomes a file of every game.
pub(super) const TEMPLATE: &str = "k8s/game";
/// The folder that is generated as a whole.
pub(super) const GAMES: &str = "k8s/base/games";

/// What the folder of the games has to hold.
pub(super) fn manifests(root: &Path, games: &[Game]) -> Vec<Generated> {
    let mut all =
        vec![Generated { path: format!("{GAMES}/kustomization.yaml"), text: list(games) }];
    for (name, template) in templates(root) {
        all.extend(games.iter().map(|game| Generated {
            path: format!("{GAMES}/{}/{name}", game.id),
            text: fill(&template, game).map(|text| format!("{}{text}", header(game))),
        }));
    }
    all
}

/// Files that no game and no template stands for any more.
pub(super) fn orphans(root: &Path, wanted: &[Generated], update: bool) -> Vec<TidyFault> {
    let mut found = Vec::new();
    walk(root, GAMES, &mut found);
    found.retain(|path| !wanted.iter().any(|generated| generated.path == *path));
    if update {
        for path in found.drain(..) {
            fs::remove_file(root.join(&path)).unwrap_or_else(|error| panic!("{path}: {error}"));
            // Only an empty folder goes, so a failure means that it is in use.
            let _ = fs::remove_dir(root.join(&path).parent().expect("a file lies in a folder"));
        }
    }
    found.into_iter().map(|path| TidyFault::new(path, 1, ADVICE)).collect()
}

/// The names and texts of the template's files, sorted.
fn templates(root: &Path) -> Vec<(String, String)> {
    let mut paths = Vec::new();
    walk(root, TEMPLATE, &mut paths);
    assert!(!paths.is_empty(), "{TEMPLATE} has no files: a game needs manifests");
    let named = paths.into_iter().map(|path| {
        let text = fs::read_to_string(root.join(&path)).unwrap_or_else(|error| {
            panic!("{path}: {error}");
        });
        (path[TEMPLATE.len() + 1..].to_owned(), text)
    });
    named.collect()
}

/// Puts what a game says about itself into the template.
fn fill(template: &str, game: &Game) -> Result<String, String> {
    let text = template
        .replace("${id}", &game.id)
        .replace("${ID}", &game.id.to_uppercase().replace('-', "_"))
        .replace("${title}", &game.title)
        .replace("${port}", &game.port.to_string());
    match text.split_once("${") {
        None => Ok(text),
        Some((_, rest)) => {
            let name = rest.split('}').next().unwrap_or_default();
            Err(format!("the template asks for {name:?}: it is id, ID, title or port"))
        }
    }
}

/// The list of all games, which is also where the orchestrator learns of them.
fn list(games: &[Game]) -> Result<String, String> {
    let folders: String = games.iter().map(|game| format!("- {}\n", game.id)).collect();
    let addresses: Vec<String> =
        games.iter().map(|game| format!("http://{}:{}", game.id, game.port)).collect();
    Ok(format!(
        "# @generated from services/*/game.toml by `UPDATE=1 cargo test -p tests-tidy`\n\
         apiVersion: kustomize.config.k8s.io/v1beta1\n\
         kind: Kustomization\n\
         resources:\n{folders}\
         configMapGenerator:\n\
         - name: games\n  literals:\n  - ORCHESTRATOR_GAMES={}\n",
        addresses.join(",")
    ))
}

fn header(game: &Game) -> String {
    format!(
        "# @generated from {} and {TEMPLATE} by `UPDATE=1 cargo test -p tests-tidy`\n",
        game.path("game.toml")
    )
}

/// All files under a folder, sorted; none if there is no such folder.
fn walk(root: &Path, folder: &str, found: &mut Vec<String>) {
    let Ok(entries) = fs::read_dir(root.join(folder)) else { return };
    let names = entries.filter_map(Result::ok).map(|entry| entry.file_name());
    let mut paths: Vec<String> =
        names.map(|name| format!("{folder}/{}", name.to_string_lossy())).collect();
    paths.sort();
    for path in paths {
        if root.join(&path).is_dir() { walk(root, &path, found) } else { found.push(path) }
    }
}

#[test]
fn a_template_is_filled_with_what_a_game_says() {
    let game = super::game("go-moku", "GoWire");
    let text = fill("${id} ${ID}_LISTEN ${title} ${port}\n", &game).unwrap();
    assert_eq!(text, "go-moku GO_MOKU_LISTEN GoWire 7101\n");
    let unknown = fill("a: ${colour}\n", &game).unwrap_err();
    assert!(unknown.contains("\"colour\""), "{unknown}");
}

#[test]
fn the_orchestrator_learns_of_every_game() {
    let text = list(&[super::game("go", "GoWire"), super::game("nim", "NimWire")]).unwrap();
    assert!(text.contains("\n- go\n- nim\n"), "{text}");
    assert!(text.ends_with("\n  - ORCHESTRATOR_GAMES=http://go:7101,http://nim:7101\n"), "{text}");
}

#[test]
fn manifests_of_a_game_that_is_gone_are_found_and_removed_on_request() {
    let folder = super::sample();
    let both = [super::game("go", "GoWire"), super::game("nim", "NimWire")];
    assert_eq!(super::stale(folder.path(), &both, true), []);
    let one = &both[..1];
    let gone = format!("{GAMES}/nim/service.yaml");
    let findings = super::stale(folder.path(), one, false);
    assert!(findings.iter().any(|found| found.file == gone), "{findings:?}");
    assert_eq!(super::stale(folder.path(), one, true), []);
    assert!(!folder.path().join(GAMES).join("nim").exists());
    let kept = fs::read_to_string(folder.path().join(GAMES).join("go/service.yaml")).unwrap();
    assert!(kept.ends_with("\nname: go\nport: 7101\n"), "{kept}");
}
