//! Experiments from the command line.

use crate::command::{bakufu, printed};

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
        let ran = bakufu(words);
        assert_eq!((ran.code, ran.out.as_str()), (64, ""), "bakufu {words:?}");
        assert!(ran.err.contains(hint), "{}", ran.err);
    }
}
