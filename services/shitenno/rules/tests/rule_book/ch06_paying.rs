//! Paying for a control action.

use shitenno_rules::{Action, Event};

use super::game::{accepted, refused, short};
use super::position::position;

const TURN: &str = "honda sensei, ii hatamoto; turn honda";

#[test]
fn shi_6_1_a_payment_is_troops_or_koku() {
    let text = format!("{TURN}; honda holds Sh Sh K3 Bu; chubu shows Bu/D");
    refused("SHI-6.1", &text, "honda: aim chubu troops; honda: pay K3");
    refused("SHI-6.1", &text, "honda: aim chubu koku; honda: pay Sh");
    accepted(&text, "honda: control chubu troops: Sh Sh Bu");
    accepted(&format!("{text}; honda owns X"), "honda: control chubu troops: Sh Sh K3, X koku>Bu");
}

#[test]
fn shi_6_2_the_pool_holds_the_figures_and_the_tile() {
    let text = format!("{TURN}; honda holds Sh Sh So; chubu shows So/D");
    accepted(&text, "honda: control chubu troops: Sh Sh So");
    refused("SHI-6.2", &text.replace("So/D", "Bu/D"), "honda: aim chubu troops");
    refused("SHI-6.2", &text, "honda: aim chubu troops; honda: pay Sh; honda: announce");
}

#[test]
fn shi_6_3_the_last_position_asks_for_the_own_troop_only() {
    let text = format!("{TURN}; kanto has ii ii ii; honda holds Sa+Sa Sa Sa");
    accepted(&text, "honda: control kanto troops: Sa+Sa Sa Sa");
    refused("SHI-6.3", &text.replace("Sa Sa", "Sa Bu"), "honda: aim kanto troops");
}

#[test]
fn shi_6_4_koku_reach_the_price_whatever_the_tile_shows() {
    for face in ["Sa", "Bu", "So", "Sh"] {
        let text = format!("{TURN}; honda holds K2 K1; chubu shows {face}/D");
        accepted(&text, "honda: control chubu koku: K2 K1");
        let poor = text.replace("K2 K1", "K2");
        refused("SHI-6.4", &poor, "honda: aim chubu koku");
    }
}

#[test]
fn shi_6_5_cards_are_spent_whole_and_once() {
    let text = format!("{TURN}; honda holds Sh Sh Bu+Sh Bu; chubu shows Bu/D; kyushu shows Sh/D");
    let mut game = accepted(&text, "honda: control chubu troops: Sh Bu+Sh");
    assert_eq!(
        (game.hand("honda"), short(&game.state.discard)),
        ("Bu Sh".into(), "Sh Bu+Sh".into())
    );
    game.refuses("SHI-6.2", "honda: aim kyushu troops");
    let text = format!("{TURN}; honda holds K3 K2; kyushu shows Sh/D");
    refused("SHI-6.5", &text, "honda: aim kyushu koku; honda: pay K3; honda: back; honda: pay K1");
}

#[test]
fn shi_6_6_more_koku_than_the_price_may_be_paid() {
    let text = format!("{TURN}; honda holds K2 K2");
    let game = accepted(&text, "honda: control chubu koku: K2 K2");
    assert_eq!((game.points("honda"), game.hand("honda")), (3, String::new()));
}

#[test]
fn shi_6_7_cards_and_joker_make_the_pool_before_tiles_work() {
    let text = "honda hatamoto, ii sensei; turn honda; honda holds Sh K1; honda owns X +1;
        chubu shows So/D";
    accepted(text, "honda: control chubu troops: Sh K1, X koku>So, +1 Sh");
    accepted(text, "honda: control chubu troops: Sh, joker So, +1 Sh");
    accepted(text, "honda: control chubu troops: joker Sh, Sh K1, X koku>So");
    let begun = "honda: aim chubu troops; honda: pay Sh; honda: pay K1; honda: +1 Sh";
    refused("SHI-6.7", text, &format!("{begun}; honda: pay Sh"));
    refused("SHI-6.7", text, &format!("{begun}; honda: joker So"));
}

#[test]
fn shi_6_8_a_payment_has_to_cover_every_kind() {
    let text = format!("{TURN}; honda holds Sh Sh So; honda owns X; chubu shows So/D");
    let begun = "honda: aim chubu troops; honda: pay Sh; honda: pay Sh; honda: pay So";
    accepted(&text, &format!("{begun}; honda: announce"));
    refused("SHI-6.8", &text, &format!("{begun}; honda: X Sh>So"));
    refused("SHI-6.2", &text, "honda: aim chubu troops; honda: pay Sh; honda: announce");
}

#[test]
fn shi_6_9_a_payment_with_a_part_too_many_is_refused() {
    let text = format!("{TURN}; chubu has ii; honda holds K3 K2 K1 K1; honda owns +1 X");
    accepted(&text, "honda: control chubu koku: K3 K2");
    accepted(&text, "honda: control chubu koku: K3 K1");
    accepted(&text, "honda: control chubu koku: K3, +1 koku");
    refused("SHI-6.9", &text, "honda: control chubu koku: K3 K2 K1");
    refused("SHI-6.9", &text, "honda: control chubu koku: K3 K1, +1 koku");
    refused(
        "SHI-6.9",
        &text,
        "honda: aim chubu koku; honda: pay K3; honda: pay K2; honda: +1 koku",
    );
}

#[test]
fn shi_6_9_what_tiles_need_is_not_too_much() {
    // Each tile of the odd chain finds its element only because of the one before.
    let text = format!("{TURN}; honda holds Bu So; honda owns +1 X X; hokkaido shows So/D");
    accepted(&text, "honda: control hokkaido troops: Bu So, +1 Bu, X Bu>So, X Bu>So");
    let text = format!("{TURN}; honda holds So So So; honda owns X X; hokkaido shows So/D");
    accepted(&text, "honda: control hokkaido troops: So So So, X So>Bu, X Bu>So");
    refused("SHI-6.8", &text, "honda: control hokkaido troops: So So So, X So>Bu, X So>Bu");
    refused(
        "SHI-6.8",
        &text.replace("X X", "X"),
        "honda: control hokkaido troops: So So So, X So>Bu",
    );
}

#[test]
fn shi_6_10_troop_cards_are_discarded_koku_and_tiles_leave_the_game() {
    let text = format!("{TURN}; honda holds Sh Sh K2; honda owns X; chubu shows So/D");
    let game = accepted(&text, "honda: control chubu troops: Sh Sh K2, X koku>So");
    assert_eq!(short(&game.state.discard), "Sh Sh");
    assert_eq!(short(&game.state.spent_koku), "K2");
    assert_eq!((game.state.used_tiles.total(), game.tiles("honda")), (1, "D".into()));
}

#[test]
fn shi_6_11_a_control_action_is_announced_as_a_whole() {
    let text = format!("{TURN}; honda holds Sh Sh So; honda owns D; chubu shows So/D");
    let mut game = position(&text);
    game.plays("honda: aim chubu troops; honda: pay Sh");
    for action in ["draw", "end", "aim chubu koku"] {
        game.refuses("SHI-6.11", &format!("honda: {action}"));
    }
    assert_eq!((game.hand("honda"), game.kamon("chubu")), ("So Sh Sh".into(), String::new()));
    game.plays("honda: back; honda: back");
    assert_eq!(game.state, position(&text).state);
    game.plays("honda: draw");
}

#[test]
fn shi_6_11_what_is_set_out_is_taken_back_step_by_step() {
    let text = format!("{TURN}; honda holds Sh So K1; honda owns X +1; chubu shows So/D");
    let mut game = position(&text);
    game.plays("honda: aim chubu troops; honda: pay Sh; honda: pay So; honda: +1 Sh");
    assert!(game.legal_for("honda").contains(&Action::Control));
    game.plays("honda: back; honda: back; honda: back; honda: back");
    assert_eq!(game.state.plan, None);
    let taken_back = |event: &&Event| matches!(event, Event::PartTakenBack { .. });
    assert_eq!(game.events.iter().filter(taken_back).count(), 3);
    game.plays("honda: control chubu troops: Sh So K1, X koku>Sh");
}
