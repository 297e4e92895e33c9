//! The end of the game and the final score.

use edo_rules::{EndReason, Phase};

use super::game::Game;
use super::position::{position, seat};

/// Plays the round to its end without doing anything.
fn ended(text: &str) -> Game {
    let mut game = position(text);
    game.idles();
    assert!(matches!(game.state.phase, Phase::Over(_)), "{:?}", game.state.phase);
    game
}

#[test]
fn edo_8_1_twelve_points_or_an_empty_pile_end_the_game_after_the_round() {
    let game = ended("2 players; wages red; red has 12 points");
    assert_eq!(game.state.phase, Phase::Over(EndReason::Points));
    let mut game = position("2 players; wages red; red has 11 points");
    game.idles();
    assert!(matches!(game.state.phase, Phase::Plan(_)) && game.state.round == 2);
    let game = ended("2 players; round 10; top none; wages red");
    assert_eq!(game.state.phase, Phase::Over(EndReason::LastCard));
    // Nothing is advanced any more.
    assert_eq!((game.state.start_seat, game.state.round), (Some(seat("red")), 10));
    let step = kit_rules::Step::Act { seat: seat("red"), action: edo_rules::Action::EndTurn };
    let mut state = game.state;
    let refusal = <edo_rules::Edo as kit_rules::Rules>::apply(&mut state, &step, &mut Vec::new());
    assert_eq!(refusal.map_err(|v| kit_rules::Violation::rule(&v)), Err("EDO-8.1"));
}

#[test]
fn edo_8_2_a_game_has_ten_rounds_at_most() {
    let mut game = position("2 players");
    for round in 1..=10 {
        assert_eq!(game.state.round, round);
        game.plans_idly().idles();
    }
    assert_eq!(game.state.phase, Phase::Over(EndReason::LastCard));
}

#[test]
fn edo_8_3_the_round_is_finished_and_points_have_no_bound() {
    let text = "2 players; C1: blue; C1 pays 4; blue has 2 ryo; red at C1 EDO;
        red has 14 points 10 ryo 6 stone; red does A1 build with 1";
    let mut game = position(text);
    game.plays("red: build fortress EDO");
    assert_eq!((game.holds("red").as_str(), game.active()), ("17 points", "blue"));
    game.idles();
    assert_eq!(game.holds("blue"), "6 ryo");
    assert_eq!(game.state.phase, Phase::Over(EndReason::Points));
}

#[test]
fn edo_8_4_ryo_samurai_and_ronin_tokens_score_at_the_end() {
    let text = "2 players ronin; wages red; red at C1 C1 C2 C2 C2; red has 39 ryo 5 rice 12 points
        3 whites 2 tokens";
    let game = ended(text);
    assert_eq!(game.state.score(seat("red")).total(), 12 + 1 + 2 + 2);
    let told = "Seat 1 scores 17: 12 on the track, 1 for Ryo, 2 for samurai and 2 for Ronin.";
    assert!(game.tells(told), "{:?}", game.report());
    let line = |label: &str| {
        let red = &game.outcome().standings[0];
        red.score.iter().find(|line| line.label == label).map(|line| line.value)
    };
    assert_eq!((line("all points"), line("points for Ryo")), (Some(17), Some(1)));
}

#[test]
fn edo_8_5_resources_privileges_cards_and_white_officials_score_nothing() {
    let text = "2 players tokken; wages red; red owns S1 S2 Q01 Q05; red has 9 stone 12 points
        6 whites";
    assert_eq!(ended(text).state.score(seat("red")).total(), 12);
}

#[test]
fn edo_8_6_only_a_house_in_edo_can_win() {
    let text =
        "2 players; wages red; red has 19 ryo 15 points; blue has 0 points; EDO: blue fortress";
    assert_eq!(ended(text).places(), ["1 blue", "2 red"]);
    let samurai = format!("{text}; red at EDO; red has 1 rice 15 points");
    assert_eq!(ended(&samurai).places(), ["1 blue", "2 red"]);
}

#[test]
fn edo_8_7_ties_go_by_ryo_then_houses_in_edo_then_resources() {
    let tied = "2 players; wages red; red has 12 points 5 ryo; blue has 12 points";
    assert_eq!(ended(&format!("{tied} 6 ryo; EDO: blue red")).places(), ["1 blue", "2 red"]);
    // Income adds to the money: the city of these two is empty.
    let houses = "3 players; wages red; green has 0 points; red has 12 points 9 ryo;
        blue has 12 points 8 ryo; EDO pays 9; EDO: blue green green green blue red";
    let game = ended(houses);
    assert_eq!(
        (game.holds("red").as_str(), game.holds("blue").as_str()),
        ("11 ryo, 12 points", "11 ryo, 12 points")
    );
    assert_eq!(game.places(), ["1 blue", "2 red", "3 green"]);
    let goods = "2 players; wages red; red has 12 points 2 stone; blue has 12 points 3 stone";
    assert_eq!(ended(goods).places(), ["1 blue", "2 red"]);
    let equal = "2 players; wages red; red has 12 points 3 wood; blue has 12 points 3 stone";
    assert_eq!(ended(equal).places(), ["1 red", "1 blue"]);
}

#[test]
fn edo_8_8_without_any_house_in_edo_all_can_win() {
    let text = "2 players; wages red; red has 12 points; blue has 13 points";
    assert_eq!(ended(text).places(), ["1 blue", "2 red"]);
}

#[test]
fn edo_8_9_those_with_a_house_in_edo_stand_before_all_others() {
    let text = "3 players; wages red; EDO: green; red has 14 points; blue has 12 points;
        green has 1 points";
    assert_eq!(ended(text).places(), ["1 green", "2 red", "3 blue"]);
}
