//! Ronin: what they hinder, and how they are dispersed.

use super::game::{accepted, leaves, refused};
use super::position::{position, seat};

const BUILDER: &str = "red at C1; red has 40 ryo 9 wood 9 stone; red does A1 build with 1";

#[test]
fn edo_9_49_a_ronin_counts_as_a_samurai_for_the_yield() {
    let text =
        "3 players ronin; ronin W1 W1 S1; red at W1 S1; red has 0 ryo; red does A1 wood with 1";
    leaves(text, "red: produce W1", "red", "1 wood");
    let stone = text.replace("A1 wood", "A2 stone");
    leaves(&stone, "red: produce S1", "red", "2 stone");
}

#[test]
fn edo_9_50_two_ronin_bar_building_and_three_the_income_too() {
    let city =
        |ronin: &str| format!("3 players ronin; ronin {ronin}; C1: blue; C1 pays 5; {BUILDER}");
    accepted(&city("C1 W1 S1"), "red: build house C1");
    for kind in ["house", "post", "fortress"] {
        refused("EDO-9.50", &city("C1 C1 S1"), &format!("red: build {kind} C1"));
    }
    assert_eq!(position(&city("C1 C1 S1")).income("C1"), [0, 5, 0]);
    refused("EDO-9.50", &city("C1 C1 C1"), "red: build house C1");
    assert_eq!(position(&city("C1 C1 C1")).income("C1"), [0, 0, 0]);
}

#[test]
fn edo_9_51_ronin_do_not_hinder_trade() {
    let text =
        "3 players ronin; ronin C1 C1 C1; merchant C1; red at C1; current T01; red has 4 ryo;
        red does A2 trade with 1";
    leaves(text, "red: buy 2", "red", "2 wood");
}

#[test]
fn edo_9_52_own_samurai_have_to_outnumber_the_ronin_there() {
    let text = "3 players ronin; ronin W1 S1 R1; red at W1 C1 C2; red does A2 travel with 1";
    // Two against one.
    let mut game = accepted(text, "red: disperse W1; red: gather C1; red: face");
    assert!(game.tells("Seat 1 disperses 1 Ronin on Forestry 1 and gains 0 tokens."));
    assert_eq!(game.sides(), 7);
    game.draws(&[2]);
    assert_eq!((game.ronin().as_str(), game.at("red").as_str()), ("S1 S1 R1", "C2 W1 W1"));
    // One against one is not enough.
    let mut game = accepted(text, "red: disperse W1; red: face");
    assert!(game.tells("the Ronin stay") && game.sides() == 0 && game.active() == "blue");
    game.plays("blue: stay");
    refused("EDO-9.52", text, "red: disperse C1");
    refused("EDO-9.52", text, "red: disperse W1; red: gather W1");
    refused("EDO-5.9", text, "red: disperse W1; red: gather C3");
    // At most two come, and then the Ronin are faced without a question.
    let more = text.replace("red at W1 C1 C2", "red at C1 C2 C3");
    let mut game = accepted(&more, "red: disperse W1; red: gather C1; red: gather C2");
    assert!(game.tells("Seat 1 disperses 1 Ronin") && game.at("red") == "C3 W1 W1");
    game.draws(&[2]);
}

#[test]
fn edo_9_53_those_who_stood_there_or_were_paid_count_and_others_do_not() {
    let text = "3 players ronin; ronin W1 S1 R1; red at C1 C2; blue at W1 W1; red has 2 ryo;
        red does A2 travel with 1";
    let game = accepted(text, "red: move C1 W1; red: disperse W1; red: gather C2");
    assert!(game.tells("Seat 1 disperses 1 Ronin"));
    let game = accepted(text, "red: move C1 W1; red: disperse W1; red: face");
    assert!(game.tells("the Ronin stay"));
}

#[test]
fn edo_9_54_one_official_of_a_slot_may_disperse() {
    let text = "3 players ronin; ronin W1 S1 R1; red at W1 W1 S1 S1; red does A2 travel with 1 2";
    let mut game = position(text);
    game.plays("red: disperse W1; red: face").draws(&[0]);
    game.refuses("EDO-9.54", "red: disperse S1").plays("red: travel S1 W1; red: halt");
    // Another slot of the round may disperse again.
    let mut game = position("2 players ronin; ronin W1 S1 R1; red at W1 W1 S1 S1; red has 9 rice");
    game.plays("red: lay 1 A2 travel; red: add 1 own; red: lay 2 A1 money; red: lay 3 A3 travel");
    game.plays("red: seal; blue: lay 1 A1 money; blue: lay 2 A2 stone; blue: lay 3 A3 travel");
    game.plays("blue: seal; red: disperse W1; red: face").draws(&[0]);
    game.plays("blue: stay; blue: stay");
    assert!(!game.allows("red: disperse S1"), "slot 3 has no official");
    let mut game = position("2 players ronin; ronin W1 S1 R1; red at W1 W1 S1 S1; red has 9 rice");
    game.state.players[0].whites = 1;
    game.plays("red: lay 1 A2 travel; red: add 1 own; red: lay 2 A3 travel; red: add 2 white");
    game.plays("red: lay 3 A1 money; red: seal; blue: lay 1 A1 money; blue: lay 2 A2 stone");
    game.plays("blue: lay 3 A3 travel; blue: seal; red: disperse W1; red: face").draws(&[0]);
    game.plays("blue: stay; red: disperse S1; red: face");
    assert!(game.tells("Seat 1 disperses 1 Ronin on Quarry 1"));
}

#[test]
fn edo_9_55_tiles_stay_out_of_the_bag_until_all_are_relocated() {
    let text = "3 players ronin; ronin C1 C1 C1; red at C1 C1 C2 C3; red does A2 travel with 1";
    let mut game = accepted(text, "red: disperse C1; red: gather C2; red: gather C3");
    for left in [7, 6, 5] {
        assert_eq!(game.sides(), left);
        // The lowest tile each time: rice, wood, stone, with a choice of two.
        game.draws(&[0]);
        let id = ["R2", "W2", "S2"][7 - left as usize];
        game.plays(&format!("red: send {id}"));
    }
    assert_eq!((game.ronin().as_str(), game.sides()), ("W2 S2 R2", 0));
}

#[test]
fn edo_9_56_those_still_waiting_hold_nobody_and_a_later_one_may_join_an_earlier() {
    let text = "3 players ronin; ronin W1 W1 R1; red at W1 W1 W1; red does A2 travel with 1";
    let mut game = accepted(text, "red: disperse W1");
    // Wood: W1 has to be left although another Ronin stands there.
    game.draws(&[1]);
    assert_eq!(game.ronin(), "W1 W2 R1");
    // An open tile: W2 attracts now.
    game.draws(&[5]);
    assert!(game.allows("red: send W2") && !game.allows("red: send W1"));
    game.refuses("EDO-9.47", "red: send W1").plays("red: send W2");
    assert_eq!(game.ronin(), "W2 W2 R1");
}

#[test]
fn edo_9_57_one_two_and_three_ronin_bring_no_one_and_two_tokens() {
    for (ronin, tokens) in [("W1 S1 R1", 0), ("W1 W1 R1", 1), ("W1 W1 W1", 2)] {
        let text = format!(
            "3 players ronin; ronin {ronin}; red at W1 W1 W1 W1; red does A2 travel with 1"
        );
        let game = accepted(&text, "red: disperse W1");
        assert_eq!(game.state.player(seat("red")).ronin_tokens, tokens, "{ronin}");
    }
}

#[test]
fn edo_9_58_a_token_is_a_point_at_the_end_only() {
    let text = "3 players ronin; ronin W1 W1 W1; red at W1 W1 W1 W1; blue has 14 tokens;
        red has 11 points; red does A2 travel with 1";
    // The supply of fifteen is short: one token is left.
    let mut game = accepted(text, "red: disperse W1");
    assert_eq!(game.state.player(seat("red")).ronin_tokens, 1);
    assert_eq!(game.state.score(seat("red")).ronin, 1);
    game.idles();
    assert_eq!(game.state.round, 2, "eleven points and a token do not end the game");
}
