//! The worked examples of the base game, with their exact numbers.

use edo_rules::{EndReason, PackageSet, Phase};

use super::game::{accepted, leaves, refused};
use super::position::{card, laid_out, position, seat};

#[test]
fn edo_ex_01_two_passes_of_starting_positions() {
    let mut game = laid_out("3 players");
    game.plays("red: start C1; blue: take K2; green: start C1");
    game.plays("green: take K1; blue: start C2; red: take K4");
    assert_eq!((game.sites("C1").as_str(), game.sites("C2").as_str()), ("red green", "blue"));
    assert_eq!(game.holds("red"), "13 ryo, 4 rice");
    assert_eq!(game.holds("blue"), "10 ryo, 2 rice, 2 stone");
    assert_eq!(game.holds("green"), "10 ryo, 3 rice, 2 wood");
    let taken: PackageSet = game.state.players.iter().filter_map(|p| p.package).collect();
    let left: Vec<&str> = PackageSet::ALL.difference(taken).iter().map(|p| p.id()).collect();
    assert_eq!(left, ["K3", "K5"]);
    for seat in game.state.seats.seats() {
        let player = game.state.player(seat);
        assert_eq!((player.points, player.officials(), player.samurai.len()), (0, 4, 1));
    }
}

#[test]
fn edo_ex_02_three_figures_move_for_five_ryo() {
    let text = "3 players; blue has 5 ryo; blue at C1 B1; blue does A1 money with 0";
    let two = "blue: move C1 W1; blue: move B1 EDO";
    let mut game = leaves(text, two, "blue", "2 ryo");
    game.plays("blue: move merchant C1");
    assert_eq!((game.holds("blue").as_str(), game.at("blue").as_str()), ("nothing", "EDO W1"));
}

#[test]
fn edo_ex_03_a_single_woodcutter() {
    let text = "3 players; blue at W1; blue has 0 ryo; blue does A1 wood with 1";
    leaves(text, "blue: produce W1", "blue", "3 wood");
}

#[test]
fn edo_ex_04_two_own_woodcutters_together_and_apart() {
    let text = "3 players; blue at W1 W1; blue has 0 ryo; blue does A1 wood with 2";
    leaves(text, "blue: produce W1; blue: produce W1", "blue", "4 wood");
    let apart = text.replace("W1 W1", "W1 W2");
    leaves(&apart, "blue: produce W1; blue: produce W2", "blue", "6 wood");
}

#[test]
fn edo_ex_05_too_few_samurai() {
    let text = "3 players; blue at S1; red at S1; blue has 0 ryo; blue does A2 stone with 2";
    let game = leaves(text, "blue: produce S1", "blue", "2 stone");
    assert!(game.tells("1 official of Seat 2 does nothing."));
}

#[test]
fn edo_ex_06_one_samurai_two_houses() {
    let text = "3 players; red at EDO; red has 8 ryo 4 wood 2 stone; red does A1 build with 2";
    let game = leaves(text, "red: build house EDO; red: build house EDO", "red", "2 points");
    assert_eq!(game.sites("EDO"), "red red");
}

#[test]
fn edo_ex_07_a_discounted_house() {
    let text = "3 players; red at C1; red has 2 ryo 2 wood 1 stone; red does S2 build with 1";
    leaves(text, "red: build house C1", "red", "1 points");
}

#[test]
fn edo_ex_08_income_with_a_tie() {
    let game = position("3 players; C1 pays 7; C1: red blue blue green");
    assert_eq!(game.income("C1"), [2, 4, 1]);
}

#[test]
fn edo_ex_09_the_weight_of_a_trading_post() {
    let game = position("3 players; C2 pays 6; C2: red green+");
    assert_eq!(game.income("C2"), [2, 0, 4]);
}

#[test]
fn edo_ex_10_a_sole_owner_and_a_fortress() {
    let text = "3 players; C3 pays 5; C3: green; red at C3; red has 10 ryo 6 stone;
        red does A1 build with 1";
    assert_eq!(position(text).income("C3"), [0, 0, 5]);
    assert_eq!(accepted(text, "red: build fortress C3").income("C3"), [0, 0, 5]);
}

#[test]
fn edo_ex_11_both_offers_with_the_trading_post() {
    let text = "3 players; current T04; merchant C1; C1: blue+; blue at C1; blue has 10 ryo 3 rice;
        blue does A2 trade with 1";
    leaves(text, "blue: point; blue: buy 3", "blue", "3 wood, 1 points");
    let without = text.replace("C1: blue+; ", "");
    let game = leaves(&without, "blue: point", "blue", "6 ryo, 1 points");
    assert_eq!(game.active(), "green");
}

#[test]
fn edo_ex_12_an_official_placed_and_then_moved() {
    let text = "3 players; green at C1; green has 3 ryo; green does A2 travel with 2";
    let all = "green: place B2; green: travel B2 EDO; green: travel C1 R2";
    let game = leaves(text, all, "green", "3 ryo");
    assert_eq!(
        (game.at("green").as_str(), game.state.player(seat("green")).officials()),
        ("EDO R2", 3)
    );
    // A white official could do the second part, not the first.
    accepted(&text.replace("with 2", "with 1 1"), all);
    refused("EDO-6.7", &text.replace("with 2", "with 0 2"), "green: place B2");
}

#[test]
fn edo_ex_13_two_rice_for_three_samurai() {
    let text = "3 players; wages red; red at C1 C2 C3; red has 2 rice";
    refused("EDO-5.15", text, "red: pay");
    let game = leaves(text, "red: home C2; red: pay", "red", "nothing");
    assert_eq!(game.at("red"), "C1 C3");
    let none = "red: home C1; red: home C2; red: home C3";
    leaves(text, none, "red", "2 rice");
}

#[test]
fn edo_ex_14_thirteen_resources_and_a_token() {
    let text = "3 players tokken; wages blue; blue owns Q07; blue has 5 rice 4 wood 4 stone";
    let mut game = position(text);
    game.plays("blue: pay; blue: discard wood; blue: discard stone; blue: discard stone");
    assert_eq!(
        (game.holds("blue").as_str(), game.privileges_of("blue").as_str()),
        ("5 rice, 3 wood, 2 stone", "Q07")
    );
    assert!(!matches!(game.state.phase, Phase::Store { .. }));
}

#[test]
fn edo_ex_15_recruit_and_buy() {
    let mut game = position("2 players; blue has 6 ryo 1 rice; start blue");
    game.plays("blue: lay 1 A2 recruit; blue: add 1 own; blue: lay 2 A3 buy; blue: add 2 own");
    game.plays("blue: lay 3 A1 money; blue: seal; red: lay 1 A1 money; red: lay 2 A2 stone");
    game.plays("red: lay 3 A3 harvest; red: seal; blue: recruit; red: stay; blue: card S1");
    assert_eq!(game.holds("blue"), "1 ryo");
    let blue = game.state.player(seat("blue"));
    assert!(blue.whites == 1 && blue.cards.contains(card("S1")));
    game.idles().plays("blue: lay 1 S1 wood; blue: add 1 white");
}

#[test]
fn edo_ex_16_the_end_by_points_and_the_house_in_edo() {
    let text = "3 players; wages red; EDO: blue green; red at C1 C1 C1; blue at C1 C1 C1 C1;
        green at C1 C1; red has 23 ryo 3 rice 12 points; blue has 37 ryo 4 rice 10 points;
        green has 17 ryo 2 rice 9 points; EDO pays 7";
    let mut game = position(text);
    game.idles();
    // Edo pays 4 and 3, which makes 41 and 20 Ryo.
    assert_eq!(game.state.phase, Phase::Over(EndReason::Points));
    assert_eq!(game.holds("blue"), "41 ryo, 10 points");
    assert_eq!(game.holds("green"), "20 ryo, 9 points");
    let totals = ["red", "blue", "green"].map(|colour| game.state.score(seat(colour)).total());
    assert_eq!(totals, [14, 14, 11]);
    assert_eq!(game.places(), ["1 blue", "2 green", "3 red"]);
}

#[test]
fn edo_ex_17_the_end_by_the_pile() {
    let mut game = position("3 players; round 9; current T01; top T02; wages red");
    game.idles();
    assert_eq!((game.state.round, game.state.trade.top), (10, None));
    game.plans_idly().idles();
    assert_eq!(game.state.phase, Phase::Over(EndReason::LastCard));
}
