//! `bakufu prove`.

use crate::command::{complains, printed};

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
fn a_game_that_is_not_there_has_nothing_to_prove() {
    complains(64, &["\"go\"", "samurai"], &["prove", "leaks", "--game", "go"]);
}
