//! The worked examples of control actions, with their exact numbers.

use shitenno_rules::{Action, EndReason, Phase};

use super::game::{accepted, refused};
use super::position::position;

/// Pays, and returns the points and the tiles afterwards.
fn pays(title: &str, clauses: &str, control: &str) -> (u32, String) {
    let text = format!("honda {title}, ii {}; turn honda; {clauses}", other(title));
    let mut game = accepted(&text, &format!("honda: control {control}"));
    game.settles();
    (game.points("honda"), game.tiles("honda"))
}

/// Nobody can pay like this.
fn fails(rule: &str, title: &str, clauses: &str, control: &str) {
    let text = format!("honda {title}, ii {}; turn honda; {clauses}", other(title));
    refused(rule, &text, &format!("honda: {control}"));
}

fn other(title: &str) -> &'static str {
    if title == "daimyo" { "shomyo" } else { "daimyo" }
}

#[test]
fn shi_ex_02_three_samurai_and_half_a_double_card_take_kanto() {
    let text = "honda shomyo, sakakibara daimyo; turn sakakibara; kanto shows Bu/X;
        sakakibara holds Sa Sa Sa Bu+So";
    let mut game = accepted(text, "sakakibara: control kanto troops: Sa Sa Sa Bu+So");
    game.turns_up("So/+1");
    assert_eq!((game.points("sakakibara"), game.tiles("sakakibara")), (7, "X".into()));
    assert_eq!(
        (game.kamon("kanto"), game.hand("sakakibara")),
        ("sakakibara".into(), String::new())
    );
}

#[test]
fn shi_ex_03_six_koku_take_the_second_position_of_kanto() {
    let paid = pays(
        "shomyo",
        "kanto has ii; kanto shows So/+1; honda holds K1 K1 K1 K1 K2",
        "kanto koku: K1 K1 K1 K1 K2",
    );
    assert_eq!(paid, (7, "+1".into()));
}

#[test]
fn shi_ex_04_a_tile_of_this_turn_helps_to_take_chubu() {
    let text = "honda daimyo, ii shomyo; turn ii; kanto has honda; kanto shows So/+1;
        chubu has honda honda; chubu shows Bu/X; ii holds K1 K1 K1 K1 K2 Sh Bu";
    let mut game = accepted(text, "ii: control kanto koku: K1 K1 K1 K1 K2");
    game.settles();
    game.plays("ii: control chubu troops: Sh Bu, +1 Sh");
    assert_eq!((game.points("ii"), game.tiles("ii")), (14, "X".into()));
    assert_eq!(game.legal_for("ii"), [Action::EndTurn]);
}

#[test]
fn shi_ex_05_the_sensei_passes_and_may_still_gild() {
    let text = "honda daimyo, sakai sensei; turn sakai; kanto has sakai honda";
    let game = accepted(text, "sakai: end");
    assert_eq!(game.points("sakai"), 0);
    assert!(game.allows("sakai: gild kanto 1") && game.allows("sakai: decline"));
}

#[test]
fn shi_ex_06_two_tiles_on_one_double_card_take_the_last_position() {
    let paid = pays(
        "hatamoto",
        "hokkaido has ii ii ii; honda holds Bu+So; honda owns X +1",
        "hokkaido troops: Bu+So, X Bu>So, +1 So",
    );
    assert_eq!(paid, (9, String::new()));
}

#[test]
fn shi_ex_07_kanto_asks_for_three_samurai_besides_the_sohei() {
    let clauses = "kanto has ii; kanto shows So/+1; honda holds Sa Sa Sa So";
    assert_eq!(pays("sensei", clauses, "kanto troops: Sa Sa Sa So"), (6, "+1".into()));
    fails("SHI-6.2", "sensei", clauses, "control kanto troops: Sa Sa So");
}

#[test]
fn shi_ex_08_five_koku_for_four_are_fine_and_six_are_not() {
    let clauses = "hokkaido has ii; hokkaido shows Sh/D; honda holds K3 K2 K1";
    assert_eq!(pays("hatamoto", clauses, "hokkaido koku: K3 K2"), (4, "D".into()));
    fails("SHI-6.9", "hatamoto", clauses, "control hokkaido koku: K3 K2 K1");
}

#[test]
fn shi_ex_09_a_koku_is_no_sohei() {
    let clauses = "chugoku shows So/D; honda holds Sa Sa K3 So";
    fails("SHI-6.1", "daimyo", clauses, "control chugoku troops: Sa Sa K3");
}

#[test]
fn shi_ex_10_half_a_spent_card_is_lost() {
    let text = "honda daimyo, ii sensei; turn honda; honda holds Sh Sh Bu+Sh Bu Bu;
        chubu shows Sh/X; kyushu shows Bu/X";
    let mut game = accepted(text, "honda: control chubu troops: Sh Sh Bu+Sh");
    game.settles();
    assert_eq!(game.hand("honda"), "Bu Bu");
    game.refuses("SHI-6.2", "honda: aim kyushu troops");
}

#[test]
fn shi_ex_11_the_joker_is_the_hatamotos_once_a_turn() {
    let shikoku = "shikoku shows Sh/X; honda holds So+Sh So";
    let paid = pays("hatamoto", shikoku, "shikoku troops: So+Sh So, joker So");
    assert_eq!(paid, (5, "X".into()));
    let kyushu = "kyushu has ii ii ii; honda holds Bu; honda owns +1";
    assert_eq!(pays("hatamoto", kyushu, "kyushu troops: Bu, joker Bu, +1 Bu"), (9, String::new()));
    let two = "kyushu has ii ii ii; honda holds Bu Bu Bu";
    fails("SHI-8.4", "sensei", two, "control kyushu troops: Bu Bu, joker Bu");
    let text =
        "honda hatamoto, ii sensei; turn honda; shikoku shows Sh/D; honda holds So+Sh So Bu Bu;
        kyushu shows Bu/D";
    let mut game = accepted(text, "honda: control shikoku troops: So+Sh So, joker So");
    game.refuses("SHI-6.2", "honda: aim kyushu troops");
}

#[test]
fn shi_ex_12_koku_become_troops_one_by_one() {
    let one = "chugoku has ii; chugoku shows Sa/+1; honda holds Sa+Sa K2; honda owns X";
    assert_eq!(pays("shomyo", one, "chugoku troops: Sa+Sa K2, X koku>Sa"), (5, "+1".into()));
    let two = "chugoku has ii ii; chugoku shows Bu/D; honda holds Sa K3; honda owns X X";
    let paid = pays("sensei", two, "chugoku troops: Sa K3, X koku>Sa, X koku>Bu");
    assert_eq!(paid, (6, "D".into()));
}

#[test]
fn shi_ex_13_tiles_help_to_pay_in_koku() {
    let a = "kyushu has ii; kyushu shows So/X; honda holds K3 Sh; honda owns X";
    assert_eq!(pays("sensei", a, "kyushu koku: K3 Sh, X Sh>koku"), (4, "X".into()));
    let b = "tohoku shows Sa/D; honda holds K3; honda owns +1 +1";
    assert_eq!(pays("daimyo", b, "tohoku koku: K3, +1 koku, +1 koku"), (7, "D".into()));
    let c = "chugoku has ii ii ii; honda holds Sa+Sa; honda owns +1 X";
    fails("SHI-7.5", "daimyo", c, "control chugoku troops: Sa+Sa, +1 Bu, X Bu>Sa");
    let d = "chubu has ii; chubu shows Bu/+1; honda holds K3; honda owns X";
    let paid = pays("hatamoto", d, "chubu koku: K3, joker Sa, X Sa>koku");
    assert_eq!(paid, (4, "+1".into()));
}

#[test]
fn shi_ex_14_a_full_province_takes_nobody() {
    let clauses = "kansai has ii ii ii ii; honda holds K3 K3 K3 K2";
    fails("SHI-5.5", "daimyo", clauses, "control kansai koku: K3 K3 K3 K2");
}

#[test]
fn shi_ex_22_a_draw_tile_between_two_actions() {
    let text = "honda sensei, ii daimyo; turn honda; honda holds K3 Sa Sa; chubu shows Bu/D;
        chugoku shows Sa/+1; deck Sa+Bu Sh";
    let mut game = accepted(text, "honda: control chubu koku: K3");
    game.settles();
    game.plays("honda: draw").draws_card("Sa+Bu");
    game.plays("honda: control chugoku troops: Sa Sa Sa+Bu");
    assert_eq!((game.tiles("honda"), game.points("honda")), ("+1".into(), 6));
    let mut game = accepted(text, "honda: control chubu koku: K3");
    game.settles();
    game.plays("honda: draw").draws_card("Sh");
    assert_eq!(game.legal_for("honda"), [Action::EndTurn]);
}

#[test]
fn shi_ex_26_the_last_kamon_lets_the_others_play_their_turns() {
    let text = "honda daimyo, sakakibara shomyo, sakai sensei, ii hatamoto; turn honda; round 5;
        koku left 4; honda supply 1; honda holds K3; chubu shows Sa/D";
    let mut game = accepted(text, "honda: control chubu koku: K3; honda: end");
    for name in ["sakakibara", "sakai", "ii"] {
        assert_eq!(game.awaited(), name);
        game.plays(&format!("{name}: end"));
    }
    assert_eq!(game.state.phase, Phase::Over(EndReason::KamonPlaced));
    assert_eq!(game.state.koku_deck.count, 4);
}

#[test]
fn shi_ex_27_the_last_koku_cards_are_divided_and_played_with() {
    let text = "honda daimyo, sakakibara shomyo, sakai sensei, ii hatamoto; turn ii; round 5;
        koku left 4";
    let mut game = accepted(text, "ii: end");
    game.divides_somehow();
    assert_eq!((game.state.round, game.state.koku_deck.count), (6, 0));
    game.everyone_passes();
    assert_eq!((game.state.phase, game.state.round), (Phase::Over(EndReason::KokuDrawn), 6));
}

#[test]
fn shi_ex_28_two_kamon_a_year_and_no_more_than_the_supply() {
    let text = "honda daimyo, ii sensei; turn honda; placed 2; honda holds K3";
    refused("SHI-5.2", text, "honda: aim chubu koku");
    let text = "honda daimyo, ii sensei; turn honda; honda supply 1; honda holds K3 K3";
    refused("SHI-5.12", text, "honda: control chubu koku: K3; honda: aim chugoku koku");
}

#[test]
fn shi_ex_29_the_same_province_twice() {
    let text = "honda daimyo, ii sensei; turn honda; kyushu shows So/D;
        honda holds Bu+Bu So Bu Bu Sa";
    let mut game = accepted(text, "honda: control kyushu troops: Bu+Bu So");
    game.turns_up("Sa/X");
    assert_eq!(game.points("honda"), 5);
    game.plays("honda: control kyushu troops: Bu Bu Sa");
    assert_eq!((game.points("honda"), game.tiles("honda")), (11, "X D".into()));
    assert_eq!(game.kamon("kyushu"), "honda honda");
}

#[test]
fn shi_ex_30_a_sensei_who_placed_nothing_gilds_one_simple_kamon() {
    let text = "honda sensei, ii daimyo; turn honda; kanto has honda; chubu has ii honda*";
    let mut game = position(text);
    game.plays("honda: end");
    game.refuses("SHI-8.3", "honda: gild chubu 2").refuses("SHI-8.3", "honda: gild chubu 1");
    assert_eq!(game.legal_for("honda").len(), 2);
    game.plays("honda: gild kanto 1");
    assert!(!matches!(game.state.phase, Phase::Gild { .. }));
}

#[test]
fn shi_ex_31_a_tile_of_the_own_kind_asks_for_four() {
    let text = "honda daimyo, ii sensei; turn honda; tohoku shows Bu/+1; honda holds Bu+Bu Bu Bu";
    accepted(text, "honda: control tohoku troops: Bu+Bu Bu Bu");
    refused("SHI-6.2", &text.replace("Bu/+1", "Sh/+1"), "honda: aim tohoku troops");
}
