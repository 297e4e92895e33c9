//! Promises of a release: its licence, and the versions that it has.

use tests_tidy::{File, Game, TidyFault, expect_none, files, games, root, table_rows};

/// The first and last words of the licence's parts, in their order.
const LICENCE_PARTS: [&str; 6] = [
    "Apache License",
    "Version 2.0, January 2004",
    "TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION",
    "9. Accepting Warranty or Additional Liability.",
    "END OF TERMS AND CONDITIONS",
    "Copyright [yyyy] [name of copyright owner]",
];
/// How long the text is that the licence's owner publishes.
const LICENCE_BYTES: usize = 11_358;

const CHANGELOG: &str = "CHANGELOG.md";

fn changed_licence(licence: &File) -> Vec<TidyFault> {
    let mut rest = licence.text.as_str();
    for part in LICENCE_PARTS {
        let Some((_, after)) = rest.split_once(part) else {
            let advice = format!("{part:?} is missing: take the licence as it is published");
            return vec![TidyFault::new(&licence.path, 1, advice)];
        };
        rest = after;
    }
    if licence.text.len() == LICENCE_BYTES {
        return Vec::new();
    }
    let bytes = licence.text.len();
    let advice = format!("{bytes} bytes instead of {LICENCE_BYTES}: leave it as it is published");
    vec![TidyFault::new(&licence.path, 1, advice)]
}

/// A game's title and the version of its rules.
fn rules_version<'a>(game: &'a Game, files: &'a [File]) -> Result<(&'a str, &'a str), TidyFault> {
    let path = game.path("rules/src/game.rs");
    let file = files.iter().find(|file| file.path == path);
    let version = file.and_then(|file| file.text.split_once("rules_version: \""));
    let version = version.and_then(|(_, rest)| rest.split('"').next());
    let advice = "say here with rules_version which version of the rules this is";
    version.map(|version| (game.title.as_str(), version)).ok_or(TidyFault::new(path, 1, advice))
}

fn untold_rules(version: (&str, &str), changelog: &File) -> Vec<TidyFault> {
    let (title, number) = version;
    let mut rows = table_rows(&changelog.text).into_iter();
    if rows.any(|(_, cells)| cells.starts_with(&[title, number])) {
        return Vec::new();
    }
    let advice = format!("add a row | {title} | {number} | … | below Unreleased: what changed?");
    vec![TidyFault::new(&changelog.path, 1, advice)]
}

fn find<'a>(files: &'a [File], path: &str) -> &'a File {
    let found = files.iter().find(|file| file.path == path);
    found.unwrap_or_else(|| panic!("{path}:1: write this page"))
}

#[test]
fn the_licence_is_the_one_that_manifests_claim_and_whole() {
    let files = files(&root());
    let manifest = find(&files, "Cargo.toml");
    assert!(manifest.text.contains("license = \"Apache-2.0\""), "LICENSE has another");
    expect_none(changed_licence(find(&files, "LICENSE")));
}

#[test]
fn the_changelog_tells_of_the_rules_of_every_game() {
    let files = files(&root());
    let changelog = find(&files, CHANGELOG);
    let games = games(&root());
    let findings = games.iter().flat_map(|game| match rules_version(game, &files) {
        Ok(version) => untold_rules(version, changelog),
        Err(finding) => vec![finding],
    });
    expect_none(findings.collect());
}

#[test]
fn a_licence_that_was_touched_is_found() {
    let whole = find(&files(&root()), "LICENSE").text.clone();
    let check = |text: &str| changed_licence(&File::new("LICENSE", text)).len();
    assert_eq!(check(&whole), 0);
    assert_eq!(check(&whole.replace("[yyyy]", "2026")), 1);
    assert_eq!(check(&whole.replace("Derivative", "derivative ")), 1);
    assert_eq!(check(&whole[..whole.len() / 2]), 1);
}

#[test]
fn a_version_that_the_changelog_does_not_tell_is_found() {
    let changelog = File::new(CHANGELOG, "| Go | 1.1.0 | More. |\n| Nim | 1.2.0 | Less. |\n");
    assert_eq!(untold_rules(("Go", "1.1.0"), &changelog), []);
    for untold in [("Go", "1.2.0"), ("Nim", "1.1.0"), ("Chess", "1.1.0")] {
        assert_eq!(untold_rules(untold, &changelog).len(), 1, "{untold:?}");
    }
}

#[test]
fn a_game_that_hides_its_version_is_found() {
    for game in games(&root()) {
        let with = |text: &str| vec![File::new(game.path("rules/src/game.rs"), text)];
        let told = with("rules_version: \"1.2.3\",\n");
        assert_eq!(rules_version(&game, &told), Ok((game.title.as_str(), "1.2.3")));
        assert!(rules_version(&game, &with("rules_version: VERSION,\n")).is_err());
        assert!(rules_version(&game, &[]).is_err());
    }
}
