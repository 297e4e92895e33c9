//! Dependencies point one way: from servers to pure crates, and never between games.

use std::collections::BTreeMap;
use std::process::Command;

use tests_tidy::{
    Dependency, File, Kind, Package, TidyFault, expect_none, files, games, packages, root,
};

const ORCHESTRATOR: &str = "services/match-orchestrator";
const CORE: &str = "match-orchestrator-core";
const DRAWS: &str = "match-orchestrator-draws";
/// What `cargo run` builds.
const DEFAULT: &str = "bakufu-cli";
/// What `cargo run` must not wait for.
const BUILT_APART: [&str; 4] = ["bakufu-lab", "bakufu-proofs", "bakufu-trials", "kit-conformance"];

/// What a pure crate may depend on: itself, and besides for builds and tests.
struct Allowed {
    crates: &'static [&'static str],
    aside: &'static [&'static str],
}

struct House {
    packages: Vec<Package>,
    /// The folders of the games under `services`.
    games: Vec<String>,
}

impl House {
    fn read() -> Self {
        let root = root();
        let games = games(&root).into_iter().map(|game| game.folder).collect();
        Self { packages: packages(&root), games }
    }

    fn game_of(&self, package: &Package) -> Option<&str> {
        let folder = package.folder.strip_prefix("services/")?.split('/').next()?;
        self.games.iter().map(String::as_str).find(|game| *game == folder)
    }

    fn package(&self, name: &str) -> Option<&Package> {
        self.packages.iter().find(|package| package.name == name)
    }

    fn allowed(&self, package: &Package) -> Option<Allowed> {
        let (crates, aside): (&[_], &[_]) = match package.name.as_str() {
            "kit-rules" => (&["thiserror"], &[]),
            CORE => (
                &[
                    "bytes",
                    "hex",
                    "hmac",
                    "kit-proto",
                    "kit-reason",
                    "kit-redact",
                    "kit-rules",
                    "libm",
                    "match-orchestrator-draws",
                    "precis-core",
                    "precis-profiles",
                    "prost",
                    "prost-types",
                    "sha2",
                    "subtle",
                    "thiserror",
                ],
                &["proptest"],
            ),
            DRAWS => (&["chacha20", "hkdf", "hmac", "sha2"], &["hex", "proptest"]),
            _ if self.game_of(package).is_some() && package.folder.ends_with("/rules") => (
                &["kit-rules", "thiserror"],
                &["kit-conformance", "kit-tables", "proptest", "serde"],
            ),
            _ => return None,
        };
        Some(Allowed { crates, aside })
    }

    /// Every package of the workspace that `from` builds with, with the first
    /// step and the way there. Tests of others are not built, own tests are.
    fn reached(&self, from: &Package) -> BTreeMap<&str, (Dependency, String)> {
        let mut reached = BTreeMap::new();
        let mut open = Vec::new();
        for first in &from.dependencies {
            open.push((first.name.as_str(), first, format!("{} → {}", from.name, first.name)));
        }
        while let Some((name, first, way)) = open.pop() {
            let Some(package) = self.package(name) else { continue };
            if package.name == from.name || reached.contains_key(package.name.as_str()) {
                continue;
            }
            for next in package.dependencies.iter().filter(|next| next.kind != Kind::Dev) {
                open.push((&next.name, first, format!("{way} → {}", next.name)));
            }
            reached.insert(package.name.as_str(), (first.clone(), way));
        }
        reached
    }
}

fn impure(house: &House) -> Vec<TidyFault> {
    let mut findings = Vec::new();
    for package in &house.packages {
        let Some(Allowed { crates, aside }) = house.allowed(package) else { continue };
        for dependency in &package.dependencies {
            let name = dependency.name.as_str();
            let is_aside = dependency.kind != Kind::Normal && aside.contains(&name);
            if !crates.contains(&name) && !is_aside {
                let advice = format!(
                    "{} is pure: it may depend on {crates:?}, its tests and build also on \
                     {aside:?}; remove {name}",
                    package.name
                );
                findings.push(TidyFault::new(package.manifest(), dependency.line, advice));
            }
        }
    }
    findings
}

fn strangers(house: &House) -> Vec<TidyFault> {
    let mut findings = Vec::new();
    for package in &house.packages {
        let own_game = house.game_of(package);
        let is_orchestrator = package.folder.starts_with(ORCHESTRATOR);
        let is_kit = package.folder.starts_with("services/kit/");
        if own_game.is_none() && !is_orchestrator && !is_kit {
            continue;
        }
        for (name, (first, way)) in house.reached(package) {
            let target = house.package(name).expect("only packages are reached");
            let game = house.game_of(target);
            let why = if game.is_some() && game != own_game {
                "only bakufu-games may know a game besides that game itself"
            } else if own_game.is_some() && name == DRAWS && first.name == name {
                "a game takes its random numbers as draws"
            } else if !is_orchestrator && target.folder.starts_with(ORCHESTRATOR) && name != DRAWS {
                "games and the kit know nothing of the orchestrator but its draws"
            } else {
                continue;
            };
            let advice = format!("{way}: {why}; remove the dependency");
            findings.push(TidyFault::new(package.manifest(), first.line, advice));
        }
    }
    findings
}

fn waited_for(house: &House) -> Vec<TidyFault> {
    let mut findings = Vec::new();
    for package in house.packages.iter().filter(|package| package.name == DEFAULT) {
        for (name, (first, way)) in house.reached(package) {
            if first.kind != Kind::Dev && BUILT_APART.contains(&name) {
                let advice = format!(
                    "{way}: experiments, benchmark and tests are built apart from what everybody \
                     builds; move what needs them to bakufu-lab"
                );
                findings.push(TidyFault::new(package.manifest(), first.line, advice));
            }
        }
    }
    findings
}

fn suites_that_look_inside(house: &House) -> Vec<TidyFault> {
    let mut findings = Vec::new();
    for suite in house.packages.iter().filter(|package| package.folder.starts_with("tests/")) {
        for dependency in &suite.dependencies {
            let name = dependency.name.as_str();
            let Some(target) = house.package(name) else { continue };
            let is_tool = ["kit-grpc", "kit-proto", "kit-service", "kit-testing"].contains(&name);
            if target.folder.starts_with("services/") && !is_tool {
                let advice = format!("suites speak gRPC only: reach {name} through its service");
                findings.push(TidyFault::new(suite.manifest(), dependency.line, advice));
            }
        }
    }
    findings
}

fn crates_with_std(house: &House, files: &[File]) -> Vec<TidyFault> {
    let mut findings = Vec::new();
    for package in house.packages.iter().filter(|package| house.allowed(package).is_some()) {
        let path = format!("{}/src/lib.rs", package.folder);
        let library = files.iter().find(|file| file.path == path);
        if !library.is_some_and(|file| file.lines().any(|(_, line)| line == "#![no_std]")) {
            let advice = "a pure crate has neither clock nor socket: add #![no_std]";
            findings.push(TidyFault::new(path, 1, advice));
        }
    }
    findings
}

#[test]
fn pure_crates_depend_on_their_short_lists_only() {
    let house = House::read();
    let pure = house.packages.iter().filter(|package| house.allowed(package).is_some()).count();
    assert_eq!(pure, 3 + house.games.len(), "kit-rules, core, draws and every game's rules");
    expect_none(impure(&house));
}

#[test]
fn neither_games_nor_orchestrator_nor_kit_know_what_they_serve() {
    expect_none(strangers(&House::read()));
}

#[test]
fn the_default_build_waits_for_no_experiment() {
    let house = House::read();
    for name in BUILT_APART.iter().chain(&[DEFAULT]) {
        assert!(house.package(name).is_some(), "{name} is a package");
    }
    expect_none(waited_for(&house));
}

/// What decides on matches and proves things about them runs anywhere.
#[test]
fn core_verifier_and_proofs_link_no_network() {
    for package in [CORE, "bakufu-offline", "bakufu-proofs"] {
        let tree = Command::new(env!("CARGO"))
            .args(["tree", "--offline", "--prefix", "none", "--edges", "normal,build", "-p"])
            .arg(package)
            .current_dir(root())
            .output()
            .expect("cargo runs");
        let tree = String::from_utf8_lossy(&tree.stdout).into_owned();
        assert!(tree.contains("prost "), "{package} has its dependencies: {tree}");
        for network in ["tokio", "tonic", "hyper", "redis", "socket2"] {
            let found = tree.lines().find(|line| line.starts_with(network));
            assert_eq!(found, None, "{package} must not link {network}");
        }
    }
}

#[test]
fn suites_speak_grpc_only() {
    expect_none(suites_that_look_inside(&House::read()));
}

#[test]
fn pure_crates_do_without_std() {
    expect_none(crates_with_std(&House::read(), &files(&root())));
}

/// A house of packages, each written as `folder: dependency, dependency`; a
/// dependency for tests ends in a question mark.
fn sample(packages: &[&str]) -> House {
    let packages = packages.iter().map(|line| {
        let (folder, dependencies) = line.split_once(": ").unwrap_or((line, ""));
        let dependencies = dependencies.split(", ").filter(|name| !name.is_empty()).map(|name| {
            let kind = if name.ends_with('?') { Kind::Dev } else { Kind::Normal };
            Dependency { name: name.trim_end_matches('?').to_owned(), kind, line: 7 }
        });
        let name = folder.trim_start_matches("services/").replace('/', "-");
        Package { name, folder: folder.to_owned(), dependencies: dependencies.collect() }
    });
    House { packages: packages.collect(), games: vec!["go".to_owned(), "nim".to_owned()] }
}

#[test]
fn an_impure_dependency_is_found() {
    let good =
        ["services/go/rules: kit-rules, thiserror, kit-tables?", "services/go/server: tokio"];
    assert_eq!(impure(&sample(&good)), []);
    for bad in [
        "services/kit/rules: serde",
        "services/go/rules: kit-tables",
        "services/go/rules: tokio?",
        "services/match-orchestrator/core: redis",
        "services/match-orchestrator/draws: kit-rules",
    ] {
        let findings = impure(&sample(&[bad]));
        assert_eq!(findings.len(), 1, "{bad}");
        assert_eq!(findings[0].line, 7);
    }
}

#[test]
fn a_stranger_is_found_at_any_distance() {
    let good = ["services/go/server: go-rules, kit-rules-server", "services/go/rules"];
    let kit = "services/kit/rules-server: match-orchestrator-draws";
    let draws = "services/match-orchestrator/draws";
    assert_eq!(strangers(&sample(&[&good[..], &[kit, draws]].concat())), []);
    for bad in [
        &["services/match-orchestrator/server: go-rules?", "services/go/rules"][..],
        &[
            "services/match-orchestrator/store: bakufu-games",
            "services/bakufu/games: go-server",
            "services/go/server",
        ],
        &["services/go/server: nim-rules", "services/nim/rules"],
        &["services/go/server: match-orchestrator-store", "services/match-orchestrator/store"],
        &["services/go/server: match-orchestrator-draws", draws],
        &["services/kit/redact: go-rules?", "services/go/rules"],
    ] {
        assert_eq!(strangers(&sample(bad)).len(), 1, "{bad:?}");
    }
}

#[test]
fn an_experiment_in_the_default_build_is_found_at_any_distance() {
    let proofs = "services/bakufu/proofs";
    let good = ["services/bakufu/cli: go-server, kit-conformance?", "services/kit/conformance"];
    assert_eq!(waited_for(&sample(&good)), []);
    for bad in [
        &["services/bakufu/cli: bakufu-proofs", proofs][..],
        &["services/bakufu/cli: go-server", "services/go/server: bakufu-proofs", proofs],
    ] {
        assert_eq!(waited_for(&sample(bad)).len(), 1, "{bad:?}");
    }
}

#[test]
fn a_suite_that_looks_inside_is_found() {
    let inside = ["tests/e2e: kit-proto, go-rules", "services/kit/proto", "services/go/rules"];
    let findings = suites_that_look_inside(&sample(&inside));
    assert_eq!(findings.len(), 1);
    assert!(findings[0].advice.contains("go-rules"));
}

#[test]
fn a_pure_crate_with_std_is_found() {
    let house = sample(&["services/go/rules"]);
    let with = |text: &str| vec![File::new("services/go/rules/src/lib.rs", text)];
    assert_eq!(crates_with_std(&house, &with("//! Go.\n#![no_std]\n")), []);
    assert_eq!(crates_with_std(&house, &with("//! Go, but not #![no_std]\n")).len(), 1);
    assert_eq!(crates_with_std(&house, &[]).len(), 1);
}
