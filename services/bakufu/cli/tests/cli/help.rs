//! Help and versions.

use crate::command::{bakufu, printed};

#[test]
fn every_command_explains_itself_with_an_example() {
    for command in [
        "up",
        "games",
        "play",
        "join",
        "board",
        "export",
        "verify",
        "admin",
        "bench",
        "capacity",
        "prove",
        "prove draws",
        "prove histories",
        "prove inputs",
        "prove leaks",
        "prove policy",
        "prove timing",
        "compact",
        "completions",
    ] {
        let words: Vec<&str> = command.split(' ').chain(["--help"]).collect();
        let help = printed(&words);
        let (_, examples) = help.split_once("Examples:\n").expect("the help has examples");
        assert!(examples.contains(&format!("bakufu {command}")), "{help}");
        assert!(printed(&["--help"]).contains(words[0]), "{command} is in the overview");
    }
}

#[test]
fn the_version_is_printed() {
    assert_eq!(printed(&["--version"]), format!("bakufu {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn what_can_not_be_parsed_is_a_usage_error() {
    for words in [
        &["fly"][..],
        &["play"],
        &["play", "samurai"],
        &["play", "samurai", "--seats", "many"],
        &["play", "samurai", "--seats", "2", "--seed", "odd"],
        &["play", "samurai", "--seats", "2", "--option", "captures"],
        &["play", "samurai", "--seats", "2", "--seed", "2a", "--server", "http://127.0.0.1:1"],
        &["play", "samurai", "--seats", "2", "--watch", "--json"],
        &["play", "samurai", "--human", "--json"],
        &["play", "samurai", "--human", "--seat", "0"],
        &["play", "samurai", "--seats", "2", "--seat", "1"],
        &["join"],
        &["board", "0123"],
        &["board", "0123", "--png", "a.png", "--width", "0"],
        &["board", "0123", "--svg", "a.svg", "--width", "9999"],
        &["verify"],
        &["prove", "draws", "--draws", "few"],
        &["compact", "a.redb", "b.redb"],
        &["completions", "cmd"],
        &["up", "--listen", "here"],
        &["up", "--store", "paper"],
        &["up", "--store", "memory", "--data", "/tmp"],
        &["bench", "--seconds", "0"],
        &["bench", "--concurrency", "0"],
        &["capacity", "--matches", "0"],
        &["capacity", "--store", "paper"],
    ] {
        let ran = bakufu(words);
        assert_eq!((ran.code, ran.out.as_str()), (64, ""), "bakufu {words:?}");
        assert!(ran.err.starts_with("error: "), "{}", ran.err);
    }
}
