//! Winter.

use shogun_rules::{Event, Shortage};

use super::game::{Game, acting};
use super::position::position;

const ALL: &str = "season autumn; actions build_castle build_temple build_theatre collect_rice
    collect_taxes deploy_5 deploy_3 deploy_1_move combat_move_a combat_move_b";

/// The winter that follows; its card costs nothing unless the text says more.
pub(crate) fn winter(text: &str) -> Game {
    acting(&format!("3 players; event E06; open E07; {ALL}; {text}"))
}

#[test]
fn sho_10_1_loss_revolts_scoring_year_end() {
    let mut game = winter("red kaga 3; blue noto 1; blue rice 1; open E08");
    game.draws_all();
    let order = |wanted: fn(&Event) -> bool| game.events.iter().position(wanted);
    let steps = [
        order(|event| matches!(event, Event::RiceLost { .. })),
        order(|event| matches!(event, Event::RevoltBegins { .. })),
        order(|event| matches!(event, Event::PointsTold { .. })),
        order(|event| matches!(event, Event::YearEnds { .. })),
    ];
    assert!(steps.is_sorted() && steps[0].is_some(), "{steps:?}");
}

#[test]
fn sho_10_2_the_last_card_costs_rice() {
    let game = winter("red kaga 3; red rice 9; blue noto 1; blue rice 2; open E01");
    assert!(game.told("The winter of year 1 begins, and E01 costs everyone 5 rice."));
    assert!(game.told("Seat 3 loses 5 rice and has 4."));
    assert!(game.told("Seat 1 loses 2 rice and has 0."));
}

#[test]
fn sho_10_3_every_province_needs_one_rice() {
    let fed = winter("red kaga 3; red noto 1; red rice 2");
    assert!(!fed.report().iter().any(|line| line.contains("lacks")));
    let hungry = winter("red kaga 3; red noto 1; red rice 1");
    assert!(hungry.told("Seat 3 lacks 1 rice: 1 province revolts with 1 farmer more."));
}

#[test]
fn sho_10_4_players_revolt_in_autumns_order() {
    let mut game = winter("red kaga 3; blue noto 3; order red - blue");
    assert!(game.told("Against Seat 3 revolt Kaga."));
    assert!(!game.told("Against Seat 1 revolt Noto."));
    game.comes_out("red 2");
    assert!(game.told("Against Seat 1 revolt Noto."));
}

#[test]
fn sho_10_5_the_table_of_shortages() {
    let row = |missing| Shortage::of(missing).map(|row| (row.provinces, row.farmers));
    assert_eq!(row(0), None);
    let rows: Vec<_> = (1..=9).filter_map(row).collect();
    let stated = [(1, 1), (1, 2), (2, 2), (2, 2), (2, 3), (2, 3), (3, 3), (3, 3), (3, 3)];
    assert_eq!(rows, stated);
    assert_eq!(row(45), Some((3, 3)));
}

#[test]
fn sho_10_6_chance_names_the_provinces_before_the_first_revolt() {
    let mut game = winter("red kaga 3; red noto 3; red hida 3; red mino 3; red rice 1");
    // Three are missing: two of four revolt.
    assert_eq!(game.sides(), 4);
    game.draws(&[3]);
    assert_eq!(game.sides(), 3);
    game.draws(&[1]);
    assert!(game.told("Against Seat 3 revolt Kaga and Noto."));
    assert_eq!(game.awaits(), ["red"]);
    // Who has no more than the table says needs no draw.
    let all = winter("red kaga 3; red noto 3; red hida 3; red rice 0");
    assert_eq!(all.sides(), 3);
    let mut few = winter("red kaga 3; red noto 3; red rice 0");
    few.draws(&[0]);
    assert!(few.told("Against Seat 3 revolt Kaga."));
    let one = winter("red kaga 3; red rice 0");
    assert_eq!(one.thrown(), "red 3 farmers 1");
}

#[test]
fn sho_10_7_the_player_chooses_the_order() {
    let text = "red kaga 3; red noto 2; red hida 3; red mino 3; red rice 1";
    let mut game = winter(text);
    game.draws(&[1, 2]);
    assert!(game.told("Against Seat 3 revolt Kaga and Noto."));
    game.refuses("SHO-10.7", "red: fight mino").refuses("SHO-3.2", "red: stay");
    game.plays("red: fight noto");
    assert_eq!(game.thrown(), "red 2 farmers 2");
    game.comes_out("red 2 farmers 1");
    // The last one comes by itself.
    assert_eq!(
        (game.stands("noto").as_str(), game.thrown().as_str()),
        ("red 1", "red 3 farmers 2")
    );
}

#[test]
fn sho_10_8_the_shortage_is_not_counted_again() {
    let mut game = winter("red kaga 3; red noto 3; red hida 3; red mino 3; red rice 1");
    game.draws(&[0, 0]).plays("red: fight kaga").comes_out("farmers 2");
    assert_eq!(game.stands("kaga"), "neutral");
    // One province less would mean one revolt less; but two were drawn.
    assert_eq!(game.stands("hida"), "red 0");
    game.comes_out("red 3");
}

#[test]
fn sho_10_9_what_was_lost_does_not_score() {
    let mut game = winter("red kaga 3 castle; red noto 1; red rice 1");
    game.draws(&[0]).comes_out("red 1 farmers 1");
    assert_eq!(game.stands("kaga"), "neutral");
    assert_eq!(game.points("red"), 1);
    let kept = position("3 players; red kaga 3");
    assert_eq!(kept.points("red"), 0);
}
