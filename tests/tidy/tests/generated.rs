//! Generated files: what comes from the games' pages equals what they say now.

mod manifests;

use std::env;
use std::fs;
use std::path::Path;

use tests_tidy::{Game, TidyFault, expect_none, games, root};

/// `UPDATE=1` rewrites everything generated instead of complaining.
const ENV_UPDATE: &str = "UPDATE";

const MANIFEST: &str = "services/bakufu/games/Cargo.toml";
const LIST: &str = "services/bakufu/games/src/list.rs";

const BLOCK_BEGIN: &str = "# @generated from services/*/game.toml";
const BLOCK_END: &str = "# @end";

const COLUMNS_MAX: usize = 100;

const ADVICE: &str = "not what the game.toml files say: run UPDATE=1 cargo test -p tests-tidy";

/// What a file has to be, given what it is.
type Generator = fn(&str, &[Game]) -> Result<String, String>;

const GENERATORS: [(&str, Generator); 2] = [(MANIFEST, manifest), (LIST, list)];

/// A generated file and what it has to be, or why nobody can know.
struct Generated {
    path: String,
    text: Result<String, String>,
}

fn generated(root: &Path, games: &[Game]) -> Vec<Generated> {
    let known = |path: &str| fs::read_to_string(root.join(path)).unwrap_or_default();
    let edited = GENERATORS.iter().map(|(path, generate)| Generated {
        path: (*path).to_owned(),
        text: generate(&known(path), games),
    });
    edited.chain(manifests::manifests(root, games)).collect()
}

fn stale(root: &Path, games: &[Game], update: bool) -> Vec<TidyFault> {
    let all = generated(root, games);
    let mut findings = manifests::orphans(root, &all, update);
    for Generated { path, text } in all {
        let text = match text {
            Ok(text) => text,
            Err(advice) => {
                findings.push(TidyFault::new(path, 1, advice));
                continue;
            }
        };
        let known = fs::read_to_string(root.join(&path)).unwrap_or_default();
        if text == known {
            continue;
        }
        if update {
            write(&root.join(&path), &text);
        } else {
            let same = known.lines().zip(text.lines()).take_while(|(old, new)| old == new);
            findings.push(TidyFault::new(path, same.count() + 1, ADVICE));
        }
    }
    findings
}

fn write(path: &Path, text: &str) {
    let folder = path.parent().expect("a file lies in a folder");
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, text))
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

/// A game without its process: whoever needs that asks for it.
fn server_dependency(name: &str, folder: &str) -> String {
    format!("{name} = {{ path = \"../../{folder}/server\", default-features = false }}")
}

fn manifest(known: &str, games: &[Game]) -> Result<String, String> {
    let lines: Vec<&str> = known.lines().collect();
    let begin = lines.iter().position(|line| line.starts_with(BLOCK_BEGIN));
    let begin = begin.ok_or_else(|| format!("put back the line that begins {BLOCK_BEGIN:?}"))?;
    let length = lines[begin..].iter().position(|line| *line == BLOCK_END);
    let end = begin + length.ok_or_else(|| format!("close the block with {BLOCK_END:?}"))?;
    let block = games.iter().map(|game| server_dependency(&game.server_crate, &game.folder));
    let before = lines[..=begin].iter().map(|line| (*line).to_owned());
    let after = lines[end..].iter().map(|line| (*line).to_owned());
    let all: Vec<String> = before.chain(block).chain(after).collect();
    Ok(all.join("\n") + "\n")
}

fn list(_: &str, games: &[Game]) -> Result<String, String> {
    let wires: Vec<String> = games
        .iter()
        .map(|game| format!("{}::{}", game.server_crate.replace('-', "_"), game.wire))
        .collect();
    let shipped: Vec<String> =
        wires.iter().map(|wire| format!("ShippedGame::of::<{wire}>()")).collect();
    // As rustfmt has it: on one line if it fits, else a line for each.
    let on_one_line = format!("    vec![{}]", shipped.join(", "));
    let body = if on_one_line.len() <= COLUMNS_MAX {
        on_one_line
    } else {
        let lines: String = shipped.iter().map(|game| format!("        {game},\n")).collect();
        format!("    vec![\n{lines}    ]")
    };
    let visits: String =
        wires.iter().map(|wire| format!("    visitor.visit::<{wire}>();\n")).collect();
    Ok(format!(
        "//! @generated from services/*/game.toml by `UPDATE=1 cargo test -p tests-tidy`\n\n\
         use crate::{{ShippedGame, Visitor}};\n\n\
         /// Every game that ships with Bakufu, sorted by id.\n\
         pub fn shipped() -> Vec<ShippedGame> {{\n{body}\n}}\n\n\
         /// Shows every game that ships with Bakufu with its types, sorted by id.\n\
         pub fn visit_shipped(visitor: &mut impl Visitor) {{\n{visits}}}\n"
    ))
}

fn update_is_asked_for() -> bool {
    env::var(ENV_UPDATE).is_ok_and(|value| !matches!(value.as_str(), "" | "0"))
}

#[test]
fn generated_parts_are_fresh() {
    let root = root();
    expect_none(stale(&root, &games(&root), update_is_asked_for()));
}

fn game(id: &str, wire: &str) -> Game {
    Game {
        folder: id.to_owned(),
        id: id.to_owned(),
        title: wire.to_owned(),
        package: format!("bakufu.{id}.v1"),
        server_crate: format!("{id}-server"),
        wire: wire.to_owned(),
        port: 7101,
    }
}

/// A workspace whose generated parts are older than any game.
fn sample() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let manifest = format!("[dependencies]\n{BLOCK_BEGIN} by hand\nold.path = \"\"\n{BLOCK_END}\n");
    write(&folder.path().join(MANIFEST), &manifest);
    write(&folder.path().join(LIST), "//! Old.\n");
    let template = folder.path().join(manifests::TEMPLATE).join("service.yaml");
    write(&template, "name: ${id}\nport: ${port}\n");
    folder
}

#[test]
fn a_stale_part_is_found_and_rewritten_on_request() {
    let folder = sample();
    let games = [game("go", "GoWire"), game("nim", "NimWire")];
    let findings = stale(folder.path(), &games, false);
    let places: Vec<_> = findings.iter().map(|found| (found.file.as_str(), found.line)).collect();
    let new = ["kustomization.yaml", "go/service.yaml", "nim/service.yaml"]
        .map(|name| format!("{}/{name}", manifests::GAMES));
    assert_eq!(places[..2], [(MANIFEST, 3), (LIST, 1)]);
    assert_eq!(places[2..], [(&*new[0], 1), (&*new[1], 1), (&*new[2], 1)]);
    assert_eq!(stale(folder.path(), &games, true), []);
    assert_eq!(stale(folder.path(), &games, false), []);
    let manifest = fs::read_to_string(folder.path().join(MANIFEST)).unwrap();
    assert_eq!(
        manifest,
        format!(
            "[dependencies]\n{BLOCK_BEGIN} by hand\n{}\n{}\n{BLOCK_END}\n",
            server_dependency("go-server", "go"),
            server_dependency("nim-server", "nim")
        )
    );
}

#[test]
fn a_manifest_without_its_marks_is_never_rewritten() {
    let folder = sample();
    fs::write(folder.path().join(MANIFEST), "[dependencies]\n").unwrap();
    let findings = stale(folder.path(), &[game("go", "GoWire")], true);
    assert_eq!(findings.len(), 1);
    assert_eq!(fs::read_to_string(folder.path().join(MANIFEST)).unwrap(), "[dependencies]\n");
}

#[test]
fn a_list_breaks_where_the_formatter_breaks_it() {
    let short = list("", &[game("go", "GoWire"), game("nim", "NimWire")]).unwrap();
    assert!(short.contains(
        "\n    vec![ShippedGame::of::<go_server::GoWire>(), ShippedGame::of::<nim_server::NimWire>()]\n"
    ));
    let long = list("", &[game("samurai", "SamuraiWire"), game("shogun", "ShogunWire")]).unwrap();
    assert!(long.contains(
        "\n    vec![\n        ShippedGame::of::<samurai_server::SamuraiWire>(),\n        \
         ShippedGame::of::<shogun_server::ShogunWire>(),\n    ]\n"
    ));
}
