//! The frame: players, rounds and ranks.

use kit_rules::{Rules, SeatCount, Violation};
use shitenno_rules::{Options, Phase, Shitenno};

use super::game::accepted;
use super::position::{fresh, position};

#[test]
fn shi_1_1_two_three_or_four_play() {
    for number in 1..=8 {
        let seats = SeatCount::new(number).expect("a number of seats");
        let table = Shitenno::setup(&Options::default(), seats, &mut Vec::new());
        match number {
            2..=4 => assert_eq!(table.expect("a table of the game").seats, seats),
            _ => assert_eq!(table.expect_err("no table of the game").rule(), "SHI-1.1"),
        }
    }
}

#[test]
fn shi_1_3_a_round_is_a_division_and_then_a_turn_for_everyone() {
    let mut game = fresh(3, "");
    game.settles();
    assert_eq!((game.state.round, game.state.phase), (1, Phase::FormLot));
    game.divides_somehow();
    assert_eq!(game.state.round, 1);
    game.refuses("SHI-1.3", &format!("{}: offer", game.awaited().to_owned()));
    game.everyone_passes().settles();
    assert_eq!((game.state.round, game.state.phase), (2, Phase::FormLot));
}

#[test]
fn shi_1_4_more_seals_go_first_wherever_one_sits() {
    let text = "honda hatamoto, sakakibara daimyo, sakai sensei; stock Sa Bu";
    let mut game = position(text);
    assert_eq!(game.awaited(), "sakakibara");
    game.does_not_await("honda: form 4: Sa");
    game.plays("sakakibara: form 4: Sa; sakai: refuse");
    assert_eq!(game.awaited(), "honda");
}

#[test]
fn shi_1_5_old_titles_order_the_division_and_new_ones_the_turns() {
    let game =
        accepted("honda daimyo, ii sensei; stock Sa", "honda: split A1: Sa | B4: ; ii: choose B");
    assert_eq!(game.turn().active, game.seat("ii"));
}

#[test]
fn shi_1_6_points_are_scored_at_once() {
    let mut game = position("honda daimyo, ii sensei; turn honda; honda holds K3 K2");
    assert_eq!(game.points("honda"), 0);
    game.plays("honda: control kanto koku: K3 K2");
    assert_eq!(game.points("honda"), 7);
}
