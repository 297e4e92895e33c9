//! The doubts about the texts, and how they are decided.

use shitenno_rules::{Action, EndReason, Phase, Tile, Tiles};

use super::ch09_end::{ended, hand_points};
use super::game::{accepted, refused};
use super::position::{fresh, position, province};

const TURN: &str = "honda sensei, ii hatamoto; turn honda";

#[test]
fn shi_amb_01_kanto_asks_for_three_samurai_and_the_tile() {
    let need = province("kanto").troops_needed(Some(shitenno_rules::Troop::Sohei));
    assert_eq!(need, [3, 0, 1, 0, 0]);
}

#[test]
fn shi_amb_02_the_sensei_gilds_in_the_odd_year() {
    let text = "honda sensei, ii hatamoto; kanto has honda; stock Sa";
    refused("SHI-4.17", text, "honda: gild kanto 1");
    accepted(&format!("{text}; turn honda"), "honda: end; honda: gild kanto 1");
}

#[test]
fn shi_amb_03_tiles_may_go_on_different_cards() {
    let text = format!("{TURN}; honda holds So Bu Sh; honda owns X X; hokkaido has ii ii ii");
    accepted(&text, "honda: control hokkaido troops: So Bu Sh, X Bu>So, X Sh>So");
}

#[test]
fn shi_amb_04_the_joker_is_one_troop() {
    let text = "honda hatamoto, ii sensei; turn honda; honda holds Sa Bu; chugoku shows Bu/D";
    accepted(text, "honda: control chugoku troops: Sa Bu, joker Sa");
    refused("SHI-8.4", text, "honda: aim chugoku troops; honda: joker Sa+Bu");
}

#[test]
fn shi_amb_05_title_points_come_on_top_of_the_position() {
    let totals = [("daimyo", "", 7), ("shomyo", "ii", 7)].map(|(title, kamon, points)| {
        let other = if title == "daimyo" { "sensei" } else { "daimyo" };
        let text = format!(
            "honda {title}, ii {other}; turn honda; kanto has {kamon}; honda holds K3 K3 K2"
        );
        let koku = if kamon.is_empty() { "K3 K2" } else { "K3 K3" };
        (accepted(&text, &format!("honda: control kanto koku: {koku}")).points("honda"), points)
    });
    assert!(totals.iter().all(|(found, due)| found == due), "{totals:?}");
}

#[test]
fn shi_amb_06_exchange_and_plus_one_both_help_at_the_end() {
    assert_eq!(hand_points("K1 Sa", "X", ""), 2);
    assert_eq!(hand_points("K1 Sa", "+1", ""), 2);
    assert_eq!(hand_points("K1 Sa", "X +1", ""), 3);
}

#[test]
fn shi_amb_07_a_final_plus_one_needs_a_koku() {
    assert_eq!(hand_points("Sa", "+1", ""), 0);
    assert_eq!(hand_points("Sa", "+1 X", ""), 2);
}

#[test]
fn shi_amb_08_the_deck_is_refilled_when_a_card_is_needed() {
    let text = "honda daimyo, ii sensei; turn honda; honda owns D; deck So; discard Bu";
    let mut game = accepted(text, "honda: draw");
    game.settles();
    assert_eq!((game.state.troop_deck.count, game.state.discard.total()), (0, 1));
}

#[test]
fn shi_amb_09_the_bonus_of_the_upper_tile_is_known_and_of_the_lower_ones_not() {
    let mut game = fresh(2, "");
    game.settles();
    assert!(
        game.state.provinces.iter().all(|land| land.top.is_some_and(|top| top.bonus.is_some()))
    );
    assert_eq!(game.state.unseen_tiles.total(), 16);
}

#[test]
fn shi_amb_10_a_lot_may_have_no_cards() {
    accepted("honda daimyo, sakai shomyo, ii sensei; stock Sa Bu", "honda: form 1: ");
}

#[test]
fn shi_amb_11_the_higher_title_wins_a_tie() {
    let game = ended("honda hatamoto, ii sensei; turn honda; honda points 9; ii points 9");
    assert_eq!(game.outcome().winners().next(), Some(game.seat("ii")));
}

#[test]
fn shi_amb_12_two_players_draw_their_titles_out_of_all_four() {
    let mut game = fresh(2, "");
    for _ in 0..8 {
        game.draws(&[0]);
    }
    game.draws(&[0]).draws(&[0]);
    assert_eq!([game.title("honda"), game.title("sakakibara")], ["hatamoto", "sensei"]);
}

#[test]
fn shi_amb_13_an_exchange_changes_one_half_of_a_double_card() {
    let text = format!("{TURN}; honda holds Bu+So So; honda owns X; hokkaido has ii ii ii");
    accepted(&text, "honda: control hokkaido troops: Bu+So So, X Bu>So");
}

#[test]
fn shi_amb_14_one_koku_of_a_card_is_exchanged_and_the_rest_stays_koku() {
    let text = format!("{TURN}; honda holds K3 Sa; honda owns X X; chugoku shows Bu/D");
    accepted(&text, "honda: control chugoku troops: K3 Sa, X koku>Sa, X koku>Bu");
    let text = format!("{TURN}; honda holds K3 Sa; honda owns X; chugoku shows Bu/D");
    refused("SHI-6.2", &text, "honda: aim chugoku troops");
}

#[test]
fn shi_amb_15_paying_more_is_allowed_and_no_duty() {
    let text = format!("{TURN}; honda holds K3 K2 K2");
    accepted(&text, "honda: control chubu koku: K3");
    accepted(&text, "honda: control chubu koku: K2 K2");
}

#[test]
fn shi_amb_16_nobody_has_to_place() {
    let text = format!("{TURN}; honda holds K3 K3");
    accepted(&text, "honda: end");
}

#[test]
fn shi_amb_17_no_card_is_split() {
    let text = format!("{TURN}; honda holds K3; chugoku shows Bu/X; chubu shows Bu/X");
    let mut game = accepted(&text, "honda: control chugoku koku: K3");
    assert_eq!(game.hand("honda"), "");
    game.settles().refuses("SHI-6.4", "honda: aim chubu koku");
}

#[test]
fn shi_amb_18_a_tile_adds_to_the_printed_figures() {
    let text = format!("{TURN}; honda holds Bu; chugoku shows Bu/D");
    refused("SHI-6.2", &text, "honda: aim chugoku troops");
    accepted(
        &text.replace("holds Bu", "holds Bu Sa Sa"),
        "honda: control chugoku troops: Bu Sa Sa",
    );
}

#[test]
fn shi_amb_19_every_last_position_asks_for_its_own_kind() {
    for (id, count) in [("chugoku", 3), ("kyushu", 3), ("tohoku", 4), ("kansai", 4)] {
        let need = province(id).troops_needed(None);
        assert_eq!(need[province(id).troop().index()], count);
        assert_eq!(need.iter().sum::<u8>(), count);
    }
}

#[test]
fn shi_amb_20_price_and_points_are_one_number() {
    let text = format!("{TURN}; kanto has ii ii ii; honda holds K3 K3 K3 K2");
    let game = accepted(&text, "honda: control kanto koku: K3 K3 K3 K2");
    assert_eq!(game.points("honda"), 11);
}

#[test]
fn shi_amb_21_any_own_simple_kamon_can_be_gilded() {
    let text = format!("{TURN}; kanto has honda ii honda; chubu has honda*; kyushu has honda");
    let mut game = accepted(&text, "honda: end");
    let gilds = |action: &&Action| matches!(action, Action::Gild { .. });
    assert_eq!(game.legal_for("honda").iter().filter(gilds).count(), 3);
    game.plays("honda: gild kanto 3");
    assert_eq!(game.kamon("kanto"), "honda ii honda*");
}

#[test]
fn shi_amb_22_the_joker_can_help_to_pay_koku() {
    let text = "honda hatamoto, ii sensei; turn honda; honda holds K2; honda owns X";
    accepted(text, "honda: control chubu koku: K2, joker Sh, X Sh>koku");
}

#[test]
fn shi_amb_23_a_draw_tile_waits_for_the_own_turn_and_the_end_of_an_action() {
    let text = "honda sensei, ii hatamoto; honda owns D; stock Sa";
    refused("SHI-4.17", text, "honda: draw");
    let text = format!("{TURN}; honda owns D; honda holds K3");
    refused("SHI-6.11", &text, "honda: aim chubu koku; honda: draw");
    position(&format!("{TURN}; ii owns D")).does_not_await("ii: draw");
}

#[test]
fn shi_amb_24_the_year_is_played_to_its_end() {
    let text = "honda daimyo, ii hatamoto; turn honda; koku left 0; ii holds K3";
    let mut game = accepted(text, "honda: end; ii: control chubu koku: K3; ii: end");
    assert_eq!(game.settles().state.phase, Phase::Over(EndReason::KokuDrawn));
}

#[test]
fn shi_amb_25_superfluous_cards_are_refused() {
    let text = format!("{TURN}; honda holds K3 K1");
    refused("SHI-6.9", &text, "honda: control chubu koku: K3 K1");
}

#[test]
fn shi_amb_26_served_players_are_skipped() {
    let text = "honda daimyo, sakakibara shomyo, sakai sensei, ii hatamoto; stock Sa Bu";
    let mut game = accepted(text, "honda: form 4: Sa; sakakibara: accept; honda: form 3: Bu");
    assert_eq!(game.awaited(), "sakai");
    game.plays("sakai: refuse");
    assert_eq!(game.awaited(), "ii");
}

#[test]
fn shi_amb_27_an_exchange_may_come_after_a_plus_one() {
    let text = format!("{TURN}; honda holds Bu So; honda owns X X +1; hokkaido has ii ii ii");
    accepted(&text, "honda: control hokkaido troops: Bu So, +1 Bu, X Bu>So, X Bu>So");
    accepted(&text, "honda: control hokkaido troops: Bu So, X Bu>So, +1 So");
}

#[test]
fn shi_amb_28_there_are_two_of_each_tile() {
    let all = Tiles::all();
    assert!(all.kinds().all(|tile| all.count(tile) == 2));
    assert_eq!((all.kinds().count(), Tile::COUNT), (12, 12));
}

#[test]
fn shi_amb_29_an_exchanged_koku_can_be_counted_once_more() {
    let text = format!("{TURN}; honda holds Bu; honda owns X +1 +1");
    accepted(&text, "honda: control chubu koku: Bu, X Bu>koku, +1 koku, +1 koku");
}
