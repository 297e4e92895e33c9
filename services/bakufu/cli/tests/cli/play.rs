//! `bakufu play`.

use crate::command::{complains, json, printed};

#[test]
fn a_seed_repeats_the_whole_match_and_another_gives_another() {
    let play = |seed: &str| printed(&["play", "samurai", "--seats", "2", "--seed", seed]);
    let first = play("c0ffee");
    assert_eq!(first, play("c0ffee"));
    assert_ne!(first, play("c0ffef"));
}

#[test]
fn options_change_a_seeded_match() {
    let play = |option: &str| {
        printed(&["play", "samurai", "--seats", "2", "--seed", "2a", "--option", option])
    };
    assert_ne!(play("figure_placement=random"), play("figure_placement=players"));
}

#[test]
fn without_a_seed_matches_differ() {
    let played = || json(&["play", "samurai", "--seats", "2", "--json"]);
    let (first, second) = (played(), played());
    assert_ne!(first["match_id"], second["match_id"]);
    assert_ne!(first["turns"], second["turns"]);
}

#[test]
fn watching_tells_the_same_as_waiting() {
    let play = |more: &[&str]| {
        let words = ["play", "samurai", "--seats", "3", "--seed", "01"];
        printed(&[&words[..], more].concat())
    };
    assert_eq!(play(&[]), play(&["--watch"]));
}

#[test]
fn the_standings_rank_every_seat() {
    for seats in 2..=4u64 {
        let played =
            json(&["play", "samurai", "--seats", &seats.to_string(), "--seed", "05", "--json"]);
        assert_eq!(played["seats"], seats);
        let standings = played["standings"].as_array().expect("a list of places");
        let number = |place: &serde_json::Value, key: &str| place[key].as_u64().expect("a number");
        let mut ranked: Vec<u64> = standings.iter().map(|place| number(place, "seat")).collect();
        ranked.sort_unstable();
        assert_eq!(ranked, (1..=seats).collect::<Vec<_>>());
        let ranks: Vec<u64> = standings.iter().map(|place| number(place, "rank")).collect();
        assert_eq!(ranks[0], 1);
        assert!(ranks.is_sorted(), "{ranks:?}");
        assert!(
            standings.iter().all(|place| place["name"].as_str().is_some_and(|it| !it.is_empty()))
        );
    }
}

#[test]
fn turns_are_numbered_without_a_gap_and_say_something() {
    let played = json(&["play", "samurai", "--seats", "3", "--seed", "06", "--json"]);
    let turns = played["turns"].as_array().expect("a list of turns");
    let first = turns[0]["number"].as_u64().expect("a number");
    for (number, turn) in (first..).zip(turns) {
        assert_eq!(turn["number"], number);
        let sentences = turn["sentences"].as_array().expect("a list of sentences");
        assert!(!sentences.is_empty());
        assert!(sentences.iter().all(|it| it.as_str().is_some_and(|it| !it.is_empty())));
    }
}

#[test]
fn people_learn_how_to_keep_the_record() {
    let told = printed(&["play", "samurai", "--seats", "2", "--seed", "07"]);
    for part in ["place", "seed commitment", "--export FILE"] {
        assert!(told.contains(part), "{part:?} is missing in:\n{told}");
    }
}

#[test]
fn what_does_not_exist_is_refused_with_what_does() {
    let play = ["play", "samurai", "--seats", "2", "--option"];
    let with = |option| [&play[..], &[option]].concat();
    complains(64, &["\"go\"", "samurai"], &["play", "go", "--seats", "2"]);
    complains(64, &["2 to 4 seats", "not 5"], &["play", "samurai", "--seats", "5"]);
    complains(64, &["2 to 4 seats", "not 1"], &["play", "samurai", "--seats", "1"]);
    complains(64, &["\"color\"", "start_hand", "captures"], &with("color=red"));
    complains(64, &["\"blind\"", "chosen", "random"], &with("start_hand=blind"));
}
