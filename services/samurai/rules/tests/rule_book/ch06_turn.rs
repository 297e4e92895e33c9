//! Structure of a turn.

use kit_rules::{Pending, Rules};
use samurai_rules::{Event, Phase, Samurai};

use super::game::{accepted, refused};
use super::position::{position, seat};

#[test]
fn sam_6_1_turns_go_clockwise() {
    let text = "3 players; green to move; green holds ship_2; red holds ship_2; blue holds ship_2;
        red pool nothing; blue pool nothing; green pool nothing";
    let mut game = position(text);
    game.does_not_await("red: ship_2 @ pacific_1");
    game.plays("green: ship_2 @ pacific_1; green: end");
    assert_eq!(game.active(), "red");
    game.plays("red: ship_2 @ pacific_2; red: end");
    assert_eq!(game.active(), "blue");
}

#[test]
fn sam_6_2_actions_come_first_then_the_refill_then_the_next_player() {
    let mut game = position(
        "2 players; red to move; red holds ship_2 ship_1a samurai_3 rice_4 rice_3;
         blue holds rice_2",
    );
    game.plays("red: ship_2 @ pacific_1; red: samurai_3 @ kai");
    assert_eq!(game.sizes("red"), (3, 15));
    game.plays("red: end");
    assert!(matches!(game.state.phase, Phase::Refill { .. }));
    game.draws_all();
    assert_eq!((game.sizes("red"), game.active()), ((5, 13), "blue"));
}

#[test]
fn sam_6_3_each_tile_action_uses_one_tile_of_the_hand() {
    let text = "2 players; red rice_4 @ kai; red to move; mito rice; tateyama helmet;
        red holds ship_2 figure_exchange tile_exchange";
    let mut game = position(text);
    game.plays("red: ship_2 @ pacific_1");
    assert_eq!(game.hand("red"), ["tile_exchange", "figure_exchange"]);
    game.plays("red: pick mito rice; red: swap tateyama helmet");
    assert_eq!(game.hand("red"), ["tile_exchange"]);
    game.plays("red: lift kai; red: redeploy hida");
    assert!(game.hand("red").is_empty());
}

#[test]
fn sam_6_4_one_plain_tile_and_any_number_with_the_character() {
    accepted(
        "2 players",
        "red: ship_2 @ pacific_1; red: samurai_3 @ kai; red: ship_1a @ pacific_2;
         red: ronin_1 @ hida; red: ship_1b @ pacific_3",
    );
    refused("SAM-6.4", "2 players", "red: samurai_3 @ kai; red: rice_2 @ hida");
    refused("SAM-6.4", "2 players; red rice_3 @ noto", "red: samurai_3 @ kai; red: lift noto");
}

#[test]
fn sam_6_5_a_turn_takes_at_least_one_tile() {
    refused("SAM-6.5", "2 players; red to move; red holds samurai_3", "red: end");
    accepted("2 players", "red: ship_2 @ pacific_1; red: end");
    accepted(
        "2 players; mito rice; tateyama helmet",
        "red: pick mito rice; red: swap tateyama helmet; red: end",
    );
}

#[test]
fn sam_6_6_the_player_chooses_the_order() {
    accepted("2 players", "red: samurai_3 @ kai; red: ship_2 @ pacific_1");
    accepted("2 players", "red: ship_2 @ pacific_1; red: samurai_3 @ kai");
}

#[test]
fn sam_6_7_only_tiles_of_the_hand_are_played() {
    let text = "2 players; red to move; red holds samurai_3";
    accepted(text, "red: samurai_3 @ kai");
    refused("SAM-6.7", text, "red: rice_4 @ kai");
    refused("SAM-6.7", text, "red: pick mito helmet");
    refused("SAM-6.7", &format!("{text}; red rice_4 @ hida"), "red: lift hida");
    refused(
        "SAM-6.7",
        "2 players; red to move; red holds ship_2",
        "red: ship_2 @ pacific_1; red: ship_2 @ pacific_2",
    );
}

#[test]
fn sam_6_8_a_player_may_stop_after_any_tile() {
    let text = "2 players; red to move; red holds ship_2 ship_1a; blue holds rice_2";
    let mut game = position(text);
    game.plays("red: ship_2 @ pacific_1");
    assert!(game.allows("red: end") && game.allows("red: ship_1a @ pacific_2"));
    game.plays("red: end").draws_all();
    assert_eq!(game.active(), "blue");
}

#[test]
fn sam_6_9_the_hand_is_filled_up_to_five_from_the_own_pool() {
    let mut game = position(
        "2 players; red to move; red holds rice_4 rice_3; red pool ship_2 ship_1a; blue holds rice_2",
    );
    game.plays("red: rice_4 @ kai; red: end");
    assert!(matches!(Samurai::pending(&game.state), Pending::Draw { sides } if sides.get() == 2));
    game.draws(&[1]);
    assert!(matches!(Samurai::pending(&game.state), Pending::Draw { sides } if sides.get() == 1));
    game.draws(&[0]);
    assert_eq!(game.hand("red"), ["rice_3", "ship_2", "ship_1a"]);
    assert_eq!(game.report().last().unwrap(), "Seat 1 draws 2 tiles: ship 2 and ship 1a.");
    assert_eq!(game.active(), "blue");
}

#[test]
fn sam_6_9_an_empty_pool_gives_nothing() {
    let text =
        "2 players; red to move; red holds rice_4 rice_3; red pool nothing; blue holds rice_2";
    let game = accepted(text, "red: rice_4 @ kai; red: end");
    assert_eq!((game.hand("red"), game.active()), (vec!["rice_3"], "blue"));
}

#[test]
fn sam_6_10_who_cannot_play_passes_and_the_next_one_plays() {
    let text = "3 players; red to move; red holds rice_4; red pool nothing; blue holds nothing;
        blue pool nothing; green holds rice_4";
    let game = accepted(text, "red: rice_4 @ kai; red: end");
    assert!(game.events.contains(&Event::Passed { seat: seat("blue") }));
    assert_eq!(game.active(), "green");
}

#[test]
fn sam_6_10_nobody_passes_who_can_play() {
    let text = "2 players; red to move; red holds rice_4; red pool nothing; blue holds rice_4";
    let mut game = accepted(text, "red: rice_4 @ kai; red: end");
    assert!(!game.report().iter().any(|line| line.contains("passes")));
    game.refuses("SAM-6.5", "blue: end");
}

#[test]
fn sam_6_11_other_hands_always_have_something_to_play() {
    // The two exchanges alone: the tile exchange still has tiles to lift.
    let text = "2 players; red to move; red holds rice_4; red pool nothing; blue rice_2 @ hida;
        blue holds figure_exchange tile_exchange; blue pool nothing; only; edo helmet buddha rice";
    let game = accepted(text, "red: rice_4 @ kai; red: end");
    assert_eq!(game.active(), "blue");
    assert!(!game.report().iter().any(|line| line.contains("passes")), "{:?}", game.report());
    assert!(game.allows("blue: lift hida") && !game.allows("blue: pick edo rice"));
}

#[test]
fn sam_6_12_a_player_without_tiles_still_wins_figures() {
    let text = "2 players; wakayama rice; blue holds nothing; blue pool nothing;
        blue samurai_3 @ settsu; red to move; red holds rice_2; red pool nothing";
    let game = accepted(text, "red: rice_2 @ ise");
    assert_eq!(game.captured("blue"), [0, 0, 1]);
}
