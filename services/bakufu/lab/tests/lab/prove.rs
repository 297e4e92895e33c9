//! `bakufu prove`.

use crate::command::{complains, lab, printed};

#[test]
fn draws_raise_no_suspicion_and_the_answers_can_be_repeated() {
    let words = ["prove", "draws", "--draws", "500000", "--seed", "7"];
    let told = printed(&words);
    for part in ["64 sides", "a game and its bot", "No suspicion", &words.join(" ")] {
        assert!(told.contains(part), "{part:?} is missing in:\n{told}");
    }
    assert!(!told.contains("suspicious"), "{told}");
    assert_eq!(told, printed(&words));
}

#[test]
fn nothing_leaks_and_the_figures_can_be_repeated() {
    let words = ["prove", "leaks", "--game", "shitenno", "--pairs", "0", "--seed", "7"];
    let told = printed(&words);
    for part in ["shitenno", "with a reveal", "No byte differs", &words.join(" ")] {
        assert!(told.contains(part), "{part:?} is missing in:\n{told}");
    }
    assert_eq!(told, printed(&words));
}

#[test]
fn no_size_tells_a_plan_and_the_figures_can_be_repeated() {
    let words = ["prove", "sizes", "--game", "shogun", "--matches", "2", "--seed", "7"];
    let told = printed(&words);
    for part in ["shogun", "board", "No plan can be told from another", &words.join(" ")] {
        assert!(told.contains(part), "{part:?} is missing in:\n{told}");
    }
    assert_eq!(told, printed(&words));
}

#[test]
fn a_game_that_is_not_there_has_nothing_to_prove() {
    complains(64, &["\"go\"", "samurai"], &["prove", "leaks", "--game", "go"]);
}

#[test]
fn a_door_that_holds_is_told_with_its_figures_and_its_seed() {
    let words = ["prove", "inputs", "--target", "settings", "--count", "500", "--seed", "9"];
    let told = printed(&words);
    assert!(told.starts_with("settings: 500 inputs, nothing found; "), "{told}");
    assert!(told.contains("(seed 9)"), "{told}");
}

#[test]
fn one_input_is_fed_again_as_a_finding_shows_it() {
    let words = ["prove", "inputs", "--target", "settings", "--input", "ORCHESTRATOR_STORE:78"];
    assert_eq!(printed(&words), "settings: nothing was found\n");
}

#[test]
fn a_door_or_an_input_that_is_none_is_a_usage_error() {
    for (words, hint) in [
        (&["prove", "inputs", "--target", "window"][..], "schema, json, settings"),
        (&["prove", "inputs", "--target", "settings", "--input", "78"], "FORM:HEX"),
        (&["prove", "inputs", "--target", "settings", "--input", "DOOR:78"], "ORCHESTRATOR_STORE"),
    ] {
        let ran = lab(words);
        assert_eq!((ran.code, ran.out.as_str()), (64, ""), "bakufu-lab {words:?}");
        assert!(ran.err.contains(hint), "{}", ran.err);
    }
}

#[test]
fn nothing_is_lost_in_a_few_histories_of_files() {
    let words = ["prove", "histories", "--store", "file", "--count", "5", "--seed", "9"];
    let told = printed(&words);
    for part in ["Nothing is lost in 5 histories", "crashes", &words.join(" ")] {
        assert!(told.contains(part), "{part:?} is missing in:\n{told}");
    }
}
