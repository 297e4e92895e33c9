//! Every game is complete, and each of its rules has a test.

use std::collections::BTreeMap;

use tests_tidy::{File, Game, TidyFault, expect_none, files, games, root, table_rows, tests};

/// Marks a row of RULES.md that tells something but asks for no behaviour.
const NOTE: &str = "[note]";

fn incomplete(game: &Game, files: &[File]) -> Vec<TidyFault> {
    let has = |start: &str, end: &str| {
        files.iter().any(|file| file.path.starts_with(start) && file.path.ends_with(end))
    };
    let protos = format!("protos/{}/", game.package.replace('.', "/"));
    let parts = [
        (game.path("README.md"), "", "say what the game is and how to start its service"),
        (game.path("RULES.md"), "", "write the rules, one row for each rule id"),
        (game.path("rules/tests/conformance.rs"), "", "let the game keep the common laws"),
        (game.path("rules/tests/golden/"), ".txt", "keep at least one whole match as text"),
        (game.path("server/tests/"), ".rs", "test the service as a client sees it"),
        (protos, ".proto", "write the game's messages in the folder of its package"),
    ];
    let missing = parts.into_iter().filter(|(start, end, _)| !has(start, end));
    missing.map(|(path, _, advice)| TidyFault::new(path, 1, format!("missing: {advice}"))).collect()
}

fn misnamed(game: &Game) -> Vec<TidyFault> {
    let page = game.path("game.toml");
    let expected_crate = format!("{}-server", game.folder);
    let faults =
        [("id", &game.id, &game.folder), ("server_crate", &game.server_crate, &expected_crate)];
    let faults = faults.into_iter().filter(|(_, value, expected)| value != expected);
    let findings = faults.map(|(key, value, expected)| {
        TidyFault::new(&page, 1, format!("{key} is {value:?}: after the folder it is {expected:?}"))
    });
    findings.collect()
}

fn shared(games: &[Game]) -> Vec<TidyFault> {
    let mut owners = BTreeMap::new();
    let mut findings = Vec::new();
    for game in games {
        for value in [format!("id {:?}", game.id), format!("port {}", game.port)] {
            if let Some(other) = owners.insert(value.clone(), &game.folder) {
                let advice = format!("{value} belongs to {other}: choose another");
                findings.push(TidyFault::new(game.path("game.toml"), 1, advice));
            }
        }
    }
    findings
}

/// A row of RULES.md.
struct Rule<'a> {
    id: &'a str,
    line: usize,
    is_note: bool,
}

impl Rule<'_> {
    fn prefix(&self) -> String {
        self.id.split('-').next().unwrap_or_default().to_lowercase() + "_"
    }

    /// How the names of its tests begin.
    fn test_prefix(&self) -> String {
        self.id.to_lowercase().replace(['-', '.'], "_") + "_"
    }
}

fn rules(text: &str) -> Vec<Rule<'_>> {
    let rows = table_rows(text).into_iter();
    let rules = rows.filter(|(_, cells)| is_rule_id(cells[0])).map(|(line, cells)| Rule {
        id: cells[0],
        line,
        is_note: cells.iter().any(|cell| cell.contains(NOTE)),
    });
    rules.collect()
}

fn is_rule_id(cell: &str) -> bool {
    let Some((prefix, rest)) = cell.split_once('-') else { return false };
    !prefix.is_empty()
        && prefix.chars().all(|c| c.is_ascii_uppercase())
        && rest.contains(|c: char| c.is_ascii_digit())
        && rest.chars().all(|c| c.is_ascii_alphanumeric() || c == '.' || c == '-')
}

fn untested_rules(page: &File, suites: &[&File]) -> Vec<TidyFault> {
    let rules = rules(&page.text);
    let tests: Vec<(&File, usize, &str)> = suites
        .iter()
        .flat_map(|file| tests(&file.text).into_iter().map(|(line, name)| (*file, line, name)))
        .collect();
    let mut findings = Vec::new();
    if rules.is_empty() {
        findings.push(TidyFault::new(&page.path, 1, "no table row begins with a rule id"));
    }
    for (index, rule) in rules.iter().enumerate() {
        let start = rule.test_prefix();
        if rules[..index].iter().any(|earlier| earlier.id == rule.id) {
            let advice = format!("{} is a row already: give this rule its own id", rule.id);
            findings.push(TidyFault::new(&page.path, rule.line, advice));
        } else if !rule.is_note && !tests.iter().any(|(_, _, name)| name.starts_with(&start)) {
            let advice = format!(
                "{} has no test: write {start}… under rules/tests, or mark a row without \
                 behaviour {NOTE}",
                rule.id
            );
            findings.push(TidyFault::new(&page.path, rule.line, advice));
        }
    }
    for (file, line, name) in tests {
        let claims = rules.iter().any(|rule| name.starts_with(&rule.prefix()));
        let known = rules.iter().any(|rule| name.starts_with(&rule.test_prefix()));
        if claims && !known {
            let advice = format!("{name} tests a rule that {} has no row for: add it", page.path);
            findings.push(TidyFault::new(&file.path, line, advice));
        }
    }
    findings
}

#[test]
fn every_game_is_complete() {
    let files = files(&root());
    expect_none(games(&root()).iter().flat_map(|game| incomplete(game, &files)).collect());
}

#[test]
fn games_are_named_after_their_folders() {
    expect_none(games(&root()).iter().flat_map(misnamed).collect());
}

#[test]
fn no_two_games_share_an_id_or_a_port() {
    expect_none(shared(&games(&root())));
}

#[test]
fn every_rule_has_a_test_and_every_rule_test_a_rule() {
    let files = files(&root());
    let mut findings = Vec::new();
    for game in games(&root()) {
        let folder = game.path("rules/tests/");
        let is_suite = |file: &&File| file.is_rust() && file.path.starts_with(&folder);
        let suites: Vec<&File> = files.iter().filter(is_suite).collect();
        match files.iter().find(|file| file.path == game.path("RULES.md")) {
            Some(page) => findings.extend(untested_rules(page, &suites)),
            None => findings.push(TidyFault::new(game.path("RULES.md"), 1, "write the rules")),
        }
    }
    expect_none(findings);
}

fn game(id: &str, port: u16) -> Game {
    Game {
        folder: id.to_owned(),
        id: id.to_owned(),
        title: id.to_owned(),
        package: format!("bakufu.{id}.v1"),
        server_crate: format!("{id}-server"),
        wire: "Wire".to_owned(),
        port,
    }
}

#[test]
fn every_missing_part_is_found() {
    let parts = [
        "services/go/README.md",
        "services/go/RULES.md",
        "services/go/rules/tests/conformance.rs",
        "services/go/rules/tests/golden/2p.txt",
        "services/go/server/tests/wire.rs",
        "protos/bakufu/go/v1/go.proto",
    ];
    let files: Vec<File> = parts.iter().map(|path| File::new(*path, "")).collect();
    assert_eq!(incomplete(&game("go", 1), &files), []);
    for missing in parts {
        let rest: Vec<File> = files.iter().filter(|file| file.path != missing).cloned().collect();
        assert_eq!(incomplete(&game("go", 1), &rest).len(), 1, "{missing}");
    }
}

#[test]
fn a_misnamed_game_is_found() {
    assert_eq!(misnamed(&game("go", 1)), []);
    assert_eq!(misnamed(&Game { id: "goh".to_owned(), ..game("go", 1) }).len(), 1);
    assert_eq!(misnamed(&Game { server_crate: "goh".to_owned(), ..game("go", 1) }).len(), 1);
}

#[test]
fn a_shared_id_or_port_is_found() {
    assert_eq!(shared(&[game("go", 1), game("nim", 2)]), []);
    assert_eq!(shared(&[game("go", 1), game("nim", 1)]).len(), 1);
    assert_eq!(shared(&[game("go", 1), game("go", 2)]).len(), 1);
}

#[test]
fn rules_and_tests_that_miss_each_other_are_found() {
    let check = |page: &str, suite: &str| {
        let page = File::new("RULES.md", page);
        let suite = File::new("rules/tests/a.rs", suite);
        untested_rules(&page, &[&suite]).iter().map(|found| found.line).collect::<Vec<usize>>()
    };
    let nothing: [usize; 0] = [];
    let page = "| id | rule |\n|---|---|\n| GO-1.1 | Black begins. |\n| GO-EX-03 | A ko. |\n";
    let both = "#[test]\nfn go_1_1_black_begins() {}\n#[test]\nfn go_ex_03_a_ko() {}\n";
    assert_eq!(check(page, both), nothing);
    assert_eq!(check(page, &both.replace("go_ex_03", "ex_03")), [4]);
    assert_eq!(check(page, &both.replacen("#[test]\n", "", 1)), [3]);
    assert_eq!(check(page, &format!("{both}#[test]\nfn go_1_10_nothing() {{}}\n")), [6]);
    let noted = page.replace("A ko.", "A ko. [note]");
    assert_eq!(check(&noted, "#[test]\nfn go_1_1_black_begins() {}\n"), nothing);
    assert_eq!(check(&format!("{page}| GO-1.1 | Again. |\n"), both), [5]);
    assert_eq!(check("no table\n", ""), [1]);
}
