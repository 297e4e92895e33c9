//! The options, each turned round.

use shitenno_rules::{Joker, Options, Refill, Shitenno, TieBreak, TileOrder};

use super::ch09_end::{ended, hand_points};
use super::game::{accepted, refused, short};
use super::position::{fresh, position};

const TURN: &str = "honda hatamoto, ii sensei; turn honda";

#[test]
fn shi_4_5_lots_may_be_required_to_have_a_card() {
    let text = "honda daimyo, sakai shomyo, ii sensei; option full_lots; stock Sa Bu K1";
    refused("SHI-4.5", text, "honda: tile 4 on A; honda: offer");
    let mut game = accepted(text, "honda: form 4: Sa Bu K1; sakai: accept");
    game.plays("honda: tile 3 on A; honda: tile 2 on B; honda: present");
    let text = "honda daimyo, ii sensei; option full_lots; stock Sa Bu";
    refused("SHI-4.10", text, "honda: tile 3 on A; honda: tile 2 on B; honda: present");
    accepted(text, "honda: split A3: Sa | B2: Bu");
}

#[test]
fn shi_4_10_the_last_two_lots_may_leave_cards_out() {
    let text = "honda daimyo, ii sensei; option leave_out; stock Sa Bu K1 K2";
    let mut game = accepted(
        text,
        "honda: tile 4 on A; honda: tile 1 on B; honda: card Sa on A; honda: card K1 on B;
         honda: uncard Sa off A; honda: card Bu on A; honda: present; ii: choose A",
    );
    assert_eq!((game.hand("honda"), game.hand("ii")), ("K1".into(), "Bu".into()));
    assert_eq!(
        (short(&game.state.discard), short(&game.state.spent_koku)),
        ("Sa".into(), "K2".into())
    );
    assert!(game.report().contains(&"Nobody gets Samurai and Koku 2.".to_owned()));
    game.settles();
}

#[test]
fn shi_4_13_the_deck_may_be_refilled_at_once() {
    let text = "honda daimyo, ii sensei; option eager_refill; turn ii; koku left 20;
        deck Sa Bu So Sh; discard So Sh Sa";
    let mut game = accepted(text, "ii: end");
    game.settles();
    assert_eq!((game.state.troop_deck.count, game.state.discard.total()), (3, 0));
    let text =
        "honda daimyo, ii sensei; option eager_refill; turn ii; ii owns D; deck Sa; discard Bu";
    let mut game = accepted(text, "ii: draw");
    game.settles();
    assert_eq!((game.state.troop_deck.count, game.state.discard.total()), (1, 0));
}

#[test]
fn shi_7_3_exchanges_may_have_to_come_first() {
    let text = format!(
        "{TURN}; option exchanges_first; honda holds So Bu; honda owns X X +1;
        hokkaido has ii ii ii"
    );
    accepted(&text, "honda: control hokkaido troops: So Bu, X Bu>So, +1 So");
    let text = text.replace("So Bu", "So So");
    let covered = "honda: aim hokkaido troops; honda: pay So; honda: pay So; honda: +1 So";
    refused("SHI-7.3", &text, &format!("{covered}; honda: X So>Bu"));
}

#[test]
fn shi_7_8_plus_one_may_take_a_koku_card() {
    let text = format!("{TURN}; option koku_cards_only; honda holds Sh K1; honda owns X +1 +1");
    accepted(&text, "honda: control chubu koku: Sh K1, X Sh>koku, +1 koku");
    accepted(&text, "honda: control chubu koku: K1, +1 koku, +1 koku");
    refused("SHI-6.8", &text, "honda: aim chubu koku; honda: pay Sh; honda: X Sh>koku");
    let three = text.replace("Sh K1", "Sh Bu Sa").replace("X +1 +1", "X X X +1");
    let begun = "honda: aim chubu koku; honda: pay Sh; honda: pay Bu; honda: pay Sa";
    refused("SHI-7.8", &three, &format!("{begun}; honda: X Sh>koku; honda: +1 koku"));
    let text = text.replace("Sh K1", "Sh");
    refused("SHI-6.4", &text, "honda: aim chubu koku");
    accepted(&text.replace("; option koku_cards_only", ""), "honda: aim chubu koku");
}

#[test]
fn shi_8_4_the_joker_may_stand_for_a_double_card() {
    let text = format!("{TURN}; option card_joker; honda holds Sa; chugoku shows Bu/D");
    let game = accepted(&text, "honda: control chugoku troops: Sa, joker Sa+Bu");
    assert_eq!(game.points("honda"), 3);
    refused("SHI-8.4", &text, "honda: aim chugoku troops; honda: joker K2");
}

#[test]
fn shi_8_6_the_joker_may_be_no_help_for_koku() {
    let text = format!("{TURN}; option troop_joker; honda holds K2 K1; honda owns X");
    refused("SHI-8.6", &text, "honda: aim chubu koku; honda: joker Sa");
    refused("SHI-6.4", &text.replace("K2 K1", "K2"), "honda: aim chubu koku");
    accepted(
        &format!("{text}; honda holds Sa Sa; chugoku shows Sa/D"),
        "honda: control chugoku troops: Sa Sa, joker Sa",
    );
}

#[test]
fn shi_6_9_waste_may_be_allowed() {
    let text = format!("{TURN}; option waste; honda holds K3 K2 Sa; honda owns +1 X");
    let game = accepted(&text, "honda: control chubu koku: K3 K2 Sa, +1 koku, X Sa>Bu");
    assert_eq!((game.points("honda"), game.hand("honda")), (3, String::new()));
    refused("SHI-6.4", &text, "honda: aim chubu koku; honda: pay Sa; honda: announce");
}

#[test]
fn shi_10_2_the_bonus_may_stay_hidden_until_the_tile_is_taken() {
    let mut game = fresh(2, "option hidden_bonus");
    game.settles();
    assert!(
        game.state.provinces.iter().all(|land| land.top.is_some_and(|top| top.bonus.is_none()))
    );
    let text = format!("{TURN}; option hidden_bonus; honda holds K3; chubu shows Bu/?");
    let mut game = position(&text);
    game.plays("honda: control chubu koku: K3");
    assert_eq!(game.tiles("honda"), "");
    game.draws(&[0]);
    assert_eq!(game.tiles("honda"), "X");
    game.settles();
    assert_eq!(game.turn().placed, 1);
}

#[test]
fn shi_9_5_each_kind_of_tile_may_count_at_the_end_or_not() {
    let hand = |option: &str| hand_points("K1 Sa", "X +1 D", option);
    assert_eq!(hand(""), 3);
    assert_eq!(hand("option no_final_exchange"), 2);
    assert_eq!(hand("option no_final_plus_one"), 2);
    assert_eq!(hand("option final_draw"), 4);
    assert_eq!(hand_points("Sa", "+1", "option free_final_plus_one"), 1);
    assert_eq!(hand_points("Sa", "+1", ""), 0);
}

#[test]
fn shi_7_8_a_final_plus_one_may_take_a_koku_card() {
    let hand = |cards: &str, option: &str| hand_points(cards, "X +1 +1", option);
    assert_eq!((hand("Sa", ""), hand("Sa", "option koku_cards_only")), (3, 1));
    assert_eq!((hand("Sa K1", ""), hand("Sa K1", "option koku_cards_only")), (4, 4));
    let free = "option koku_cards_only; option free_final_plus_one";
    assert_eq!(hand("Sa", free), 3);
}

#[test]
fn shi_9_9_fewer_seals_may_win_a_tie() {
    let text =
        "honda hatamoto, ii sensei; option fewer_seals; turn honda; honda points 9; ii points 9";
    let game = ended(text);
    assert_eq!(game.outcome().winners().next(), Some(game.seat("honda")));
}

#[test]
fn the_defaults_are_those_of_the_rules_page() {
    use kit_rules::Rules;
    let expected = Options {
        lots_may_be_empty: true,
        split_uses_all_cards: true,
        refill: Refill::Lazy,
        tile_order: TileOrder::Any,
        plus_one_on_exchanged_koku: true,
        joker: Joker::OneTroop,
        joker_becomes_koku: true,
        waste_is_refused: true,
        top_bonus_is_visible: true,
        final_exchange: true,
        final_plus_one: true,
        final_plus_one_needs_koku: true,
        final_draw: false,
        tie_break: TieBreak::MoreSeals,
    };
    assert_eq!(Options::default(), expected);
    for option in Shitenno::FACTS.options {
        assert_eq!(option.values.first(), Some(&option.default), "{}", option.name);
    }
}
