//! Bonus tiles.

use shitenno_rules::{Action, Event};

use super::game::{accepted, refused};
use super::position::position;

const TURN: &str = "honda sensei, ii hatamoto; turn honda";

#[test]
fn shi_7_1_a_tile_is_used_once() {
    let text = format!("{TURN}; honda holds Sa Bu; honda owns X X +1; chugoku shows Sa/X");
    let game = accepted(&text, "honda: control chugoku troops: Sa Bu, X Bu>Sa, +1 Sa");
    assert_eq!((game.tiles("honda"), game.state.used_tiles.total()), ("X X".into(), 2));
    let text = format!("{TURN}; honda holds Sa Bu Sa; honda owns X; chugoku shows Sa/X");
    let begun = "honda: aim chugoku troops; honda: pay Sa; honda: pay Sa; honda: pay Bu";
    refused("SHI-7.1", &text, &format!("{begun}; honda: X Bu>Sa; honda: X Sa>Bu"));
    refused("SHI-7.1", &text, &format!("{begun}; honda: +1 Sa"));
}

#[test]
fn shi_7_2_several_tiles_may_work_on_one_card_or_on_several() {
    let text = format!("{TURN}; honda holds Bu+So Sa Bu; honda owns X X +1; hokkaido has ii ii ii");
    accepted(&text, "honda: control hokkaido troops: Bu+So, X Bu>So, +1 So");
    accepted(&text, "honda: control hokkaido troops: Bu+So Sa, X Bu>So, X Sa>So");
}

#[test]
fn shi_7_3_tiles_work_in_the_announced_order() {
    let text = format!("{TURN}; honda holds So Bu; honda owns X +1; hokkaido has ii ii ii");
    accepted(&text, "honda: control hokkaido troops: So Bu, X Bu>So, +1 So");
    accepted(&text, "honda: control hokkaido troops: So Bu, +1 So, X Bu>So");
    // One more Bushi is no help, since a single exchange is left for two.
    refused(
        "SHI-6.8",
        &text,
        "honda: aim hokkaido troops; honda: pay So; honda: pay Bu; honda: +1 Bu",
    );
}

#[test]
fn shi_7_4_an_exchange_replaces_one_element_by_another() {
    let text = format!("{TURN}; honda owns X X; chugoku shows Bu/D; chubu has ii");
    for (hand, parts) in [
        ("Sa Sa K1", "Sa Sa K1, X koku>Bu"),
        ("Sa Sa Sh", "Sa Sa Sh, X Sh>Bu"),
        ("Sa+Sa So+Sh", "Sa+Sa So+Sh, X So>Bu"),
        ("Sa K3", "Sa K3, X koku>Sa, X koku>Bu"),
    ] {
        let text = format!("{text}; honda holds {hand}");
        accepted(&text, &format!("honda: control chugoku troops: {parts}"));
    }
    let text = format!("{text}; honda holds K3 Sh Sa");
    accepted(&text, "honda: control chubu koku: K3 Sh, X Sh>koku");
    refused("SHI-7.4", &text, "honda: aim chubu koku; honda: pay K3; honda: X Sh>koku");
    refused("SHI-7.4", &text, "honda: aim chubu koku; honda: pay K3; honda: X koku>koku");
}

#[test]
fn shi_7_5_plus_one_copies_what_is_there() {
    let text =
        format!("{TURN}; honda owns +1; honda holds Sa Bu K3; chugoku shows Bu/D; chubu has ii");
    accepted(&text, "honda: control chugoku troops: Sa Bu, +1 Sa");
    accepted(&text, "honda: control chubu koku: K3, +1 koku");
    refused("SHI-7.5", &text, "honda: aim chugoku troops; honda: pay Bu; honda: +1 Sa");
    refused("SHI-7.5", &text, "honda: aim chubu koku; honda: +1 koku");
}

#[test]
fn shi_7_6_a_draw_tile_draws_one_troop_card() {
    let text = format!("{TURN}; honda owns D D; deck Sa Bu");
    let mut game = position(&text);
    game.plays("honda: draw").draws_card("Bu");
    assert_eq!((game.hand("honda"), game.tiles("honda")), ("Bu".into(), "D".into()));
    game.plays("honda: draw").draws_card("Sa");
    assert_eq!(game.hand("honda"), "Sa Bu");
    game.refuses("SHI-7.6", "honda: draw");
}

#[test]
fn shi_7_6_a_draw_tile_needs_a_troop_card_somewhere() {
    let mut game = position(&format!("{TURN}; honda owns D; deck ; discard So"));
    game.plays("honda: draw");
    assert!(game.events.contains(&Event::DeckRefilled { count: 1 }));
    assert_eq!(game.sides(), 1);
    let text = format!("{TURN}; honda owns D; deck ; discard ");
    refused("SHI-7.6", &text, "honda: draw");
    assert_eq!(position(&text).legal_for("honda"), [Action::EndTurn]);
}

#[test]
fn shi_7_7_exchange_and_plus_one_work_in_payments_only() {
    let text = format!("{TURN}; honda owns X +1; honda holds Sa");
    refused("SHI-5.3", &text, "honda: X Sa>Bu");
    refused("SHI-5.3", &text, "honda: +1 Sa");
}

#[test]
fn shi_7_8_plus_one_counts_a_koku_that_an_exchange_made() {
    let text = format!("{TURN}; honda owns X X +1; honda holds Sh Bu");
    accepted(&text, "honda: control chubu koku: Sh Bu, X Sh>koku, +1 koku, X Bu>koku");
    let text = format!("{TURN}; honda owns X +1 +1; honda holds Sh");
    accepted(&text, "honda: control chubu koku: Sh, X Sh>koku, +1 koku, +1 koku");
}
