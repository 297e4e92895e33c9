//! The odd year: the control turn.

use shitenno_rules::Action;

use super::game::{accepted, refused};
use super::position::position;

const TURN: &str = "honda sensei, ii hatamoto; turn honda";

#[test]
fn shi_5_1_everyone_takes_one_turn_in_the_order_of_titles() {
    let mut game =
        position("honda hatamoto, sakakibara daimyo, sakai shomyo; turn sakakibara; koku left 9");
    let mut order = Vec::new();
    for _ in 0..3 {
        order.push(game.awaited().to_owned());
        game.plays(&format!("{}: end", order[order.len() - 1]));
    }
    assert_eq!(order, ["sakakibara", "sakai", "honda"]);
    assert_eq!(game.state.round, 2);
}

#[test]
fn shi_5_2_a_turn_places_two_kamon_at_most() {
    let text = format!("{TURN}; honda holds K3 K3 K3 K3");
    let mut game =
        accepted(&text, "honda: control chugoku koku: K3; honda: control chubu koku: K3");
    game.settles();
    assert_eq!(game.turn().placed, 2);
    assert_eq!(game.legal_for("honda"), [Action::UseDraw, Action::EndTurn]);
    game.refuses("SHI-5.2", "honda: aim hokkaido koku");
}

#[test]
fn shi_5_3_a_control_action_pays_places_scores_and_takes_the_tile() {
    let text = "honda daimyo, ii sensei; turn honda; honda holds K3 K2 K1; kanto shows So/X";
    let mut game = position(text);
    game.refuses("SHI-5.3", "honda: pay K3").refuses("SHI-5.3", "honda: announce");
    game.refuses("SHI-5.3", "honda: back");
    game.plays("honda: control kanto koku: K3 K2");
    assert_eq!((game.hand("honda"), game.kamon("kanto")), ("K1".into(), "honda".into()));
    assert_eq!((game.points("honda"), game.tiles("honda")), (7, "X".into()));
    assert_eq!(game.state.players[0].supply, 11);
}

#[test]
fn shi_5_4_the_leftmost_free_position_is_filled() {
    let text = format!("{TURN}; honda holds K3 K3; kyushu has ii honda");
    let game = accepted(&text, "honda: control kyushu koku: K3 K3");
    assert_eq!(game.kamon("kyushu"), "ii honda honda");
}

#[test]
fn shi_5_5_a_province_with_four_kamon_takes_no_more() {
    let text = format!("{TURN}; honda holds K3 K3 K3 K3; chubu has ii ii honda ii");
    refused("SHI-5.5", &text, "honda: aim chubu koku");
    assert!(!position(&text).allows("honda: aim chubu koku"));
}

#[test]
fn shi_5_6_both_kamon_of_a_turn_may_go_to_one_province() {
    let text = format!("{TURN}; honda holds K3 K2 K2; chubu shows Sa/X");
    let mut game = accepted(&text, "honda: control chubu koku: K3");
    game.turns_up("Bu/+1");
    game.plays("honda: control chubu koku: K2 K2");
    assert_eq!((game.kamon("chubu"), game.tiles("honda")), ("honda honda".into(), "X +1".into()));
    assert_eq!(game.points("honda"), 7);
}

#[test]
fn shi_5_7_the_tile_is_taken_however_one_paid() {
    for payment in ["koku: K3", "troops: Sh Sh Bu"] {
        let text = format!("{TURN}; honda holds K3 Sh Sh Bu; chubu shows Bu/X");
        let game = accepted(&text, &format!("honda: control chubu {payment}"));
        assert_eq!(game.tiles("honda"), "X");
    }
}

#[test]
fn shi_5_8_the_fourth_position_has_no_tile() {
    let text = format!("{TURN}; honda holds K3 K3 K3; chubu has ii ii ii");
    let game = accepted(&text, "honda: control chubu koku: K3 K3 K3");
    assert_eq!((game.tiles("honda"), game.points("honda")), (String::new(), 9));
    assert_eq!(game.turn().placed, 1);
}

#[test]
fn shi_5_9_a_tile_just_taken_can_be_used_at_once() {
    let text = format!("{TURN}; honda holds K3 Sa Sa; chubu shows Bu/+1; chugoku shows Sa/D");
    accepted(&text, "honda: control chubu koku: K3; honda: control chugoku troops: Sa Sa, +1 Sa");
}

#[test]
fn shi_5_10_cards_and_tiles_are_kept_without_limit() {
    let hand = "Sa Sa Sa Sa Sa Sa Bu Bu Bu Bu Bu Bu So So So So So So K1 K1 K1 K1 K1 K1 K1";
    let text = format!(
        "honda hatamoto, ii daimyo; turn honda; honda holds {hand}; honda owns X X X D D +1 +1"
    );
    let mut game = position(&text);
    game.plays("honda: end").settles();
    assert_eq!(game.state.players[0].hand.total(), 25);
    assert_eq!(game.tiles("honda"), "X X X +1 +1 D D");
}

#[test]
fn shi_5_11_passing_is_always_allowed() {
    let text = format!("{TURN}; honda holds K3 K3");
    let mut game = position(&text);
    assert!(game.allows("honda: end"));
    game.plays("honda: end");
    assert!(game.report().contains(&"Seat 1 passes.".to_owned()));
}

#[test]
fn shi_5_12_only_kamon_of_the_supply_are_placed() {
    let text = format!("{TURN}; honda holds K3 K3; honda supply 1");
    let mut game = accepted(&text, "honda: control chubu koku: K3");
    game.refuses("SHI-5.12", "honda: aim chugoku koku");
    assert_eq!(game.legal_for("honda"), [Action::UseDraw, Action::EndTurn]);
}

#[test]
fn shi_5_13_a_turn_goes_on_until_it_is_ended_and_then_the_sensei_gilds() {
    let text = format!("{TURN}; honda owns D; honda holds K3; koku left 9; kanto has honda");
    let mut game = position(&text);
    game.plays("honda: draw; honda: control chubu koku: K3; honda: end");
    game.refuses("SHI-8.3", "honda: end").refuses("SHI-1.3", "honda: accept");
    game.plays("honda: decline");
    assert_eq!(game.awaited(), "ii");
    game.plays("ii: end");
    assert_eq!(game.state.round, 2);
}
