//! Modules together, two by two and all at once.

use edo_rules::Event;

use super::game::{accepted, leaves};
use super::position::laid_out;

#[test]
fn edo_9_60_tokens_are_laid_out_before_ronin_and_both_before_the_starts() {
    let game = laid_out("3 players jiin tokken ronin");
    let order: Vec<&str> = game
        .events
        .iter()
        .map(|event| match event {
            Event::StartSeat { .. } => "start",
            Event::ProfitLaid { .. } => "profit",
            Event::CardCurrent { .. } | Event::CardTurnedUp { .. } => "trade",
            Event::DemandTurnedUp { .. } | Event::PrivilegeTurnedUp { .. } => "tokken",
            Event::RoninAppeared { .. } => "ronin",
            _ => "other",
        })
        .collect();
    let mut order = order;
    order.dedup();
    assert_eq!(order, ["start", "profit", "trade", "tokken", "ronin"]);
}

#[test]
fn edo_9_61_one_travel_slot_may_place_move_fulfil_and_disperse() {
    let text = "3 players tokken ronin; demands D06 D07 D08 next D09; ronin W1 S1 R1; red at W1 W1;
        red has 11 ryo; red does S3 travel with 3 1";
    let mut game = accepted(text, "red: place B1; red: travel B1 W1; red: halt; red: fulfil 1");
    game.draws_all().plays("red: disperse W1").draws(&[2]);
    assert_eq!((game.holds("red").as_str(), game.active()), ("1 points", "blue"));
}

#[test]
fn edo_9_62_ronin_never_bar_a_demand_of_the_palace() {
    let text =
        "3 players tokken ronin; demands D11 D12 D13 next D14; ronin C1 C1 C1; red at EDO C1;
        red has 4 stone; red does A1 build with 1";
    leaves(text, "red: fulfil 2", "red", "1 points");
    // And they never come to Edo.
    let game = laid_out("3 players ronin");
    let mut relocating = super::position::position("3 players ronin; ronin W1 S1 R1; selecting");
    relocating.plays("red: select W1").draws(&[4]).refuses("EDO-9.46", "red: send EDO");
    assert!(!game.ronin().contains("EDO"));
}

#[test]
fn edo_9_63_full_production_ignores_ronin_and_neutral_samurai() {
    let text = "2 players tokken ronin; ronin W1 W1 S1; red owns Q10; red at W1; red has 0 ryo;
        red does A1 wood with 1";
    leaves(text, "red: produce W1", "red", "1 wood");
    leaves(text, "red: produce W1 full", "red", "3 wood");
}

#[test]
fn edo_9_64_free_roads_matter_for_paid_movement_only() {
    let temple = "3 players jiin ronin; ronin W1 S1 R1; red temple V1; red at C1 C2; red has 0 ryo;
        red does A2 travel with 2";
    leaves(temple, "red: move C1 EDO", "red", "nothing");
    let bare = temple.replace("red temple V1; ", "");
    for text in [temple, &bare] {
        let game = leaves(
            text,
            "red: travel C1 C3; red: halt; red: disperse W1; red: gather C2",
            "red",
            "nothing",
        );
        assert!(game.at("red").contains("W1"));
    }
}

#[test]
fn edo_9_64_a_temple_and_a_privilege_serve_the_same_turn() {
    let text = "3 players jiin tokken; red owns Q01; C1: blue; red at V1 C1;
        red has 4 ryo 4 wood 1 rice 1 stone; red does A1 build with 2";
    let game = accepted(text, "red: build temple V1; red: build house C1 first");
    assert_eq!((game.sites("C1").as_str(), game.holds("red").as_str()), ("red blue", "2 points"));
}
