//! Wages, income, store and clean-up.

use edo_rules::Phase;

use super::game::{accepted, leaves, refused};
use super::position::{position, seat};

#[test]
fn edo_5_14_in_turn_order_each_has_wages_then_income_then_the_store() {
    let text = "2 players; start blue; wages blue; C1: blue red; C1 pays 4; red at C1; blue at C1;
        red has 6 rice 6 stone; blue has 6 rice 7 stone";
    let mut game = position(text);
    game.plays("blue: pay");
    assert_eq!((game.active(), game.holds("blue").as_str()), ("blue", "3 ryo, 5 rice, 7 stone"));
    game.refuses("EDO-5.18", "blue: pay").plays("blue: discard rice; blue: discard stone");
    assert_eq!(game.active(), "red");
    game.plays("red: pay");
    assert_eq!((game.active(), game.holds("red").as_str()), ("red", "1 ryo, 5 rice, 6 stone"));
}

#[test]
fn edo_5_15_each_samurai_that_stays_eats_one_rice() {
    let text = "2 players; wages red; red at C1 C2 C2; red has 3 rice 1 wood";
    leaves(text, "red: pay", "red", "1 wood");
    let game = leaves(text, "red: home C2; red: home C1; red: pay", "red", "2 rice, 1 wood");
    assert_eq!(game.at("red"), "C2");
    let poor = text.replace("3 rice", "2 rice");
    refused("EDO-5.15", &poor, "red: pay");
    refused("EDO-5.9", &poor, "red: home EDO");
    refused("EDO-5.15", &poor, "red: end");
    // Without rice and on one space there is nothing to choose.
    let game = accepted(
        "2 players; start blue; wages blue; red at C1 C1; blue at C2 C1;
        blue has 2 rice",
        "blue: pay",
    );
    assert_eq!(game.at("red"), "");
}

#[test]
fn edo_5_16_officials_at_home_eat_nothing() {
    let text = "2 players; wages red; red at C1; red has 1 rice 4 whites";
    leaves(text, "red: pay", "red", "nothing");
}

#[test]
fn edo_5_17_cities_pay_by_weight_and_then_by_the_earlier_site() {
    let game = position("3 players; C1 pays 6; C1: red blue blue green");
    assert_eq!(game.income("C1"), [2, 3, 1]);
    // A trading post counts two, and a fortress nothing.
    let game = position("3 players; C1 pays 6; C1: red green+ fortress");
    assert_eq!(game.income("C1"), [2, 0, 4]);
    let game = position("3 players; C1 pays 6; C1: fortress");
    assert_eq!(game.income("C1"), [0, 0, 0]);
    // Edo pays as well.
    let text = "3 players; wages red; EDO pays 8; EDO: blue red; C1 pays 4; C1: red; red at C1;
        red has 1 rice";
    leaves(text, "red: pay", "red", "7 ryo");
    assert!(accepted(text, "red: pay").tells("Seat 1 earns 7 Ryo: 3 in Edo, 4 in Kawagoe."));
}

#[test]
fn edo_5_18_ten_resources_can_be_kept() {
    let text = "2 players; wages red; red at C1; red has 30 ryo 5 rice 3 wood 4 stone";
    let mut game = position(text);
    game.plays("red: pay").refuses("EDO-5.18", "red: stay").plays("red: discard wood");
    assert_eq!(game.holds("red"), "30 ryo, 4 rice, 2 wood, 4 stone");
    let even = text.replace("5 rice", "4 rice");
    leaves(&even, "red: pay", "red", "30 ryo, 3 rice, 3 wood, 4 stone");
    refused(
        "EDO-5.18",
        &text.replace("3 wood", "0 wood").replace("4 stone", "9 stone"),
        "red: pay; red: discard wood",
    );
    // Of one kind alone there is nothing to choose.
    let one = "2 players; wages red; red at C1; red has 14 rice";
    leaves(one, "red: pay", "red", "10 rice");
}

#[test]
fn edo_5_18_the_limit_holds_only_after_wages() {
    let text = "2 players; red has 9 rice 9 wood; red does A1 supply with 1";
    leaves(text, "red: collect", "red", "11 rice, 9 wood");
}

#[test]
fn edo_5_19_the_marker_passes_and_the_cards_move_up() {
    let mut game = position("3 players; start green; round 4; current T02; top T09");
    assert_eq!(game.state.trade.pile.len(), 5);
    game.plans_idly().idles();
    assert_eq!(game.state.start_seat, Some(seat("red")));
    let trade = game.state.trade;
    assert_eq!(trade.current.map(|card| card.id()), Some("T09"));
    assert!(trade.top.is_some() && trade.pile.len() == 4 && game.state.round == 5);
    let red = game.state.player(seat("red"));
    assert!(red.plan.is_empty() && red.shown == [None; 3]);
    assert_eq!(red.staff().own, 5);
}

#[test]
fn edo_5_20_what_is_hired_or_bought_is_planned_with_next_round() {
    let text = "2 players; red has 1 rice; red does A2 recruit with 1";
    let mut game = accepted(text, "red: recruit");
    game.idles();
    assert!(matches!(game.state.phase, Phase::Plan(_)));
    game.plays("red: lay 1 A1 wood; red: add 1 white");
    let mut game = accepted("2 players; red has 5 ryo; red does A3 buy with 1", "red: card S3");
    game.idles().plays("red: lay 1 S3 travel");
}
