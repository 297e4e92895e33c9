//! Effects of titles.

use shitenno_rules::{Action, Phase};

use super::game::{accepted, refused};
use super::position::position;

#[test]
fn shi_8_1_the_daimyo_scores_two_more_for_each_kamon() {
    let text = "honda daimyo, ii sensei; turn honda; honda holds K3 Sa Sa Bu; chugoku shows Bu/D";
    let mut game = accepted(text, "honda: control chubu koku: K3");
    assert_eq!(game.points("honda"), 3 + 2);
    game.plays("honda: control chugoku troops: Sa Sa Bu");
    assert_eq!(game.points("honda"), 3 + 2 + 3 + 2);
}

#[test]
fn shi_8_2_the_shomyo_scores_one_more_for_each_kamon() {
    let text = "honda shomyo, ii sensei; turn honda; honda holds K3 K3; chugoku shows Bu/D";
    let game = accepted(text, "honda: control chubu koku: K3; honda: control chugoku koku: K3");
    assert_eq!(game.points("honda"), 3 + 1 + 3 + 1);
}

#[test]
fn shi_8_3_the_sensei_may_gild_one_own_kamon_when_the_turn_ends() {
    let text = "honda sensei, ii hatamoto; turn honda; kanto has honda ii; chubu has ii honda*";
    refused("SHI-8.3", text, "honda: gild kanto 1");
    let mut game = accepted(text, "honda: end");
    assert_eq!(game.legal_for("honda").len(), 2);
    game.refuses("SHI-8.3", "honda: gild kanto 2").refuses("SHI-8.3", "honda: gild chubu 2");
    game.refuses("SHI-8.3", "honda: gild kanto 3").refuses("SHI-8.3", "honda: gild kanto 0");
    game.plays("honda: gild kanto 1");
    assert_eq!((game.kamon("kanto"), game.points("honda")), ("honda* ii".into(), 0));
    assert_eq!(game.awaited(), "ii");
    let game = accepted(text, "honda: end; honda: decline");
    assert_eq!(game.kamon("kanto"), "honda ii");
}

#[test]
fn shi_8_3_nobody_else_gilds_and_the_sensei_needs_a_simple_kamon() {
    let text = "honda shomyo, ii hatamoto; turn honda; kanto has honda";
    assert_eq!(accepted(text, "honda: end").awaited(), "ii");
    let text = "honda sensei, ii hatamoto; turn honda; kanto has honda* ii";
    let game = accepted(text, "honda: end");
    assert!(!matches!(game.state.phase, Phase::Gild { .. }));
}

#[test]
fn shi_8_4_the_hatamoto_has_one_joker_troop_a_turn() {
    let text = "honda hatamoto, ii sensei; turn honda; honda holds Sa Sa Sh Sh;
        chugoku shows Bu/D; chubu shows Bu/D";
    let mut game = accepted(text, "honda: control chugoku troops: Sa Sa, joker Bu");
    assert_eq!(game.title("honda"), "hatamoto");
    game.refuses("SHI-6.2", "honda: aim chubu troops");
    let text = "honda hatamoto, ii sensei; turn honda; joker used; placed 1;
        honda holds Sa Sa Bu; chugoku shows Bu/D";
    refused("SHI-8.4", text, "honda: aim chugoku troops; honda: joker Bu");
    let text = text.replace("joker used; placed 1;", "");
    refused("SHI-8.4", &text, "honda: aim chugoku troops; honda: joker Bu; honda: joker Sa");
    refused("SHI-8.4", &text, "honda: aim chugoku troops; honda: joker Bu+Bu");
    refused("SHI-8.4", &text, "honda: aim chugoku troops; honda: joker K1");
    let text = text.replace("honda hatamoto", "honda shomyo");
    refused("SHI-8.4", &text, "honda: aim chugoku troops; honda: joker Bu");
}

#[test]
fn shi_8_5_the_joker_is_a_troop_like_any_other() {
    let text = "honda hatamoto, ii sensei; turn honda; honda owns +1 +1 X X; chugoku shows Sa/D";
    accepted(text, "honda: control chugoku troops: joker Sa, +1 Sa, +1 Sa");
    let parts = "joker Bu, +1 Bu, X Bu>Sa, X Bu>Sa, +1 Sa";
    let game = accepted(text, &format!("honda: control chugoku troops: {parts}"));
    assert_eq!((game.points("honda"), game.tiles("honda")), (3, "D".into()));
}

#[test]
fn shi_8_6_the_joker_can_become_a_koku() {
    let text = "honda hatamoto, ii sensei; turn honda; honda holds K2; honda owns X";
    let game = accepted(text, "honda: control chubu koku: K2, joker Sa, X Sa>koku");
    assert_eq!(game.points("honda"), 3);
    refused("SHI-6.8", text, "honda: aim chubu koku; honda: joker Sa; honda: X Sa>Bu");
}

#[test]
fn shi_8_7_titles_that_nobody_holds_do_nothing() {
    let text = "honda daimyo, sakai shomyo, ii hatamoto; turn honda; kanto has honda; koku left 9";
    let mut game = position(text);
    game.plays("honda: end; sakai: end");
    assert!(game.legal_for("ii").contains(&Action::EndTurn));
    game.plays("ii: end");
    assert_eq!(game.state.round, 2);
}
