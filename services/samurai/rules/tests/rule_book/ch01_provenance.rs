//! Provenance of the rules and the data.

use super::game::refused;

const RULES: &str = include_str!("../../../RULES.md");
const DATA: &str = include_str!("../../data/samurai.toml");

#[test]
fn sam_1_1_every_rule_bears_a_mark_of_origin() {
    let marks = ["[book]", "[public]", "[reconstructed]", "[derived]"];
    // Doubts and worked examples are about rules, and are none themselves.
    let about_rules = ["| SAM-AMB", "| SAM-EX"];
    let is_rule = |line: &&str| {
        line.starts_with("| SAM-") && !about_rules.iter().any(|start| line.starts_with(start))
    };
    let rows: Vec<&str> = RULES.lines().filter(is_rule).collect();
    assert!(rows.len() > 100, "the table has {} rows", rows.len());
    for row in rows {
        assert!(marks.iter().any(|mark| row.contains(mark)), "no origin: {row}");
    }
}

#[test]
fn sam_1_2_the_public_sources_of_the_data_are_named_in_it() {
    for source in ["github.com/dleclercpro/Samurai", "github.com/IsaacGHoward/Samurai-Board-Game"] {
        assert!(DATA.contains(source), "{source}");
    }
}

#[test]
fn sam_1_3_the_ronin_stays_although_one_of_those_programs_moves_it() {
    refused("SAM-9.2", "2 players; red ronin_1 @ hida", "red: lift hida");
}

#[test]
fn sam_1_4_reconstructed_values_are_marked_in_the_data() {
    assert!(DATA.contains("[reconstructed]"));
}
