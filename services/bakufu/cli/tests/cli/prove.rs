//! `bakufu prove`.

use crate::command::printed;

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
