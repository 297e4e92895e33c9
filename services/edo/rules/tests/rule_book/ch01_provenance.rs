//! Provenance of the rules and the data.

use std::path::Path;

use edo_rules::{BuildingKind, Edo, Price};
use kit_rules::Rules;
use kit_tables::DataFile;

const RULES: &str = include_str!("../../../RULES.md");
const DATA: &str = include_str!("../../data/edo.toml");

#[test]
fn edo_1_1_every_rule_bears_a_mark_of_origin() {
    let marks = ["[publisher]", "[public]", "[reconstructed]", "[derived]"];
    // Doubts and worked examples are about rules, and are none themselves.
    let about_rules = ["| EDO-AMB", "| EDO-EX"];
    let is_rule = |line: &&str| {
        line.starts_with("| EDO-") && !about_rules.iter().any(|start| line.starts_with(start))
    };
    let rows: Vec<&str> = RULES.lines().filter(is_rule).collect();
    assert!(rows.len() > 150, "the table has {} rows", rows.len());
    for row in rows {
        assert!(marks.iter().any(|mark| row.contains(mark)), "no origin: {row}");
    }
}

#[test]
fn edo_1_2_no_value_of_the_base_game_is_passed_off_as_the_publishers() {
    let data = DataFile::read(DATA);
    let of_base = ["start_ryo", "officials", "houses", "ryo_per_point", "recruit_rice"];
    for name in of_base {
        assert_ne!(data.get("parameters").get(name).text("origin"), "publisher", "{name}");
    }
    for card in data.rows("cards") {
        assert_ne!(card.text("origin"), "publisher", "{card:?}");
    }
    for (rows, inner) in [("trading_cards", "point"), ("packages", "contents")] {
        for row in data.rows(rows) {
            assert_eq!(row.get(inner).text("origin"), "reconstructed", "{row:?}");
        }
    }
    assert!(RULES.contains("reconstructed"), "the page says which values are ours");
}

#[test]
fn edo_1_2_what_was_concluded_from_the_publishers_text_is_not_the_publishers() {
    let data = DataFile::read(DATA);
    for privilege in data.rows("privileges") {
        assert_eq!(privilege.text("origin"), "reconstructed", "{privilege:?}");
    }
    let row = |id: &str| {
        let start = format!("| {id} |");
        RULES.lines().find(|line| line.starts_with(&start)).expect("the rule has a row")
    };
    // As many outer cities as players, and the counts of privileges.
    for id in ["EDO-3.2", "EDO-9.25"] {
        assert!(row(id).ends_with("| [reconstructed] |"), "{id}");
    }
    assert!(row("EDO-5.18").contains("that it is in all, and when it is looked at, is ours"));
}

#[test]
fn edo_1_2_whoever_chooses_the_game_reads_what_is_reconstructed_and_where() {
    let summary = Edo::FACTS.summary;
    assert!(summary.contains("Most numbers of the base game are reconstructed"), "{summary}");
    let file = summary.split_whitespace().last().unwrap().trim_end_matches('.');
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    assert_eq!(std::fs::read_to_string(workspace.join(file)).unwrap(), DATA);
}

#[test]
fn edo_1_3_a_value_of_the_data_file_is_the_value_of_the_game() {
    let data = DataFile::read(DATA);
    let house = data.rows("buildings").next().expect("houses come first").get("price");
    let amount = |name: &str| house.number_or_zero(name) as u8;
    let price = Price {
        ryo: amount("ryo"),
        rice: amount("rice"),
        wood: amount("wood"),
        stone: amount("stone"),
    };
    assert_eq!(BuildingKind::House.price(), price);
}
