//! Slips of the text, read as they must be meant.

use shogun_rules::{Phase, TableFacts};

use super::ch02_setup::{all_blind, drafting};
use super::ch10_winter::winter;
use super::game::{Game, acting};
use super::position::{fresh, province, sealed, seat};

/// Blue attacks Noto of red with three.
fn attack(noto: &str, out: &str) -> Game {
    let mut game = acting(&format!(
        "3 players; blue kaga 4; {noto}; actions combat_move_a; blue plans combat_move_a kaga"
    ));
    game.plays("blue: to noto; blue: with 3").comes_out(out);
    game
}

#[test]
fn sho_slip_01_the_loser_hands_the_card_over() {
    let game = attack("red noto 1 !1", "blue 3 red 1");
    assert_eq!(game.state.holding(province("noto")).owner, Some(seat("blue")));
}

#[test]
fn sho_slip_02_groups_are_placed_not_single_armies() {
    for (seats, groups, armies) in [(3, 9, 27), (4, 8, 25), (5, 7, 23)] {
        let table = TableFacts::of(kit_rules::SeatCount::new(seats).expect("a table"));
        assert_eq!((table.groups.len(), table.groups.iter().sum::<u8>()), (groups, armies));
        let mut game = fresh(&format!("{seats} players"));
        game.draws_all();
        assert_eq!(game.state.provinces_of(seat("red")).len(), groups);
    }
}

#[test]
fn sho_slip_03_a_tie_without_markers_has_none_to_remove() {
    assert_eq!(attack("red noto 1", "blue 1 red 1").stands("noto"), "neutral");
    assert_eq!(attack("red noto 1 !2", "blue 1 red 1").stands("noto"), "neutral");
}

#[test]
fn sho_slip_04_after_a_tie_everything_goes_where_it_belongs() {
    let game = attack("red noto 1 castle", "blue 2 red 1 farmers 1");
    assert_eq!((game.stands("noto").as_str(), game.stock("castle")), ("neutral", 28));
    assert!(game.state.neutral().contains(province("noto")));
    assert_eq!(game.tray(), "");
    assert_eq!(attack("red noto 1 !1", "blue 1 red 1 farmers 1").tray(), "farmers 1");
}

#[test]
fn sho_slip_05_a_held_revolt_costs_armies() {
    let mut game =
        acting("3 players; blue kaga 4 !2; actions collect_rice; blue plans collect_rice kaga");
    game.comes_out("blue 4 farmers 2");
    assert_eq!(game.stands("kaga"), "blue 2 !3");
}

#[test]
fn sho_slip_06_winter_revolts_are_like_others() {
    let mut game = winter("red kaga 2 !1; tray farmers 1 yellow 1");
    assert_eq!(game.thrown(), "yellow 1 red 2 farmers 3");
    game.comes_out("red 1 farmers 2");
    assert_eq!((game.stands("kaga").as_str(), game.tray().as_str()), ("neutral", "farmers 1"));
}

#[test]
fn sho_slip_07_everyone_pays_and_takes_a_card() {
    let mut game = sealed(
        "3 players; blue kaga 1; yellow noto 1; red ise 1; blue plans bid chest_3;
         yellow plans bid chest_2; red plans bid chest_1",
    );
    game.draws(&[0]);
    assert_eq!(["blue", "yellow", "red"].map(|name| game.chests(name)), [15, 16, 17]);
    game.plays("blue: pick attack; yellow: pick defence; red: pick taxes");
    assert_eq!(game.state.turn_order.iter().flatten().count(), 3);
}

#[test]
fn sho_slip_08_the_marker_needs_an_owner() {
    let mut game =
        acting("3 players; blue kaga 4 !1; actions collect_taxes; blue plans collect_taxes kaga");
    game.comes_out("farmers 1");
    assert_eq!(game.state.holding(province("kaga")).markers, 0);
}

#[test]
fn sho_slip_09_the_pair_of_the_own_last_turn_counts() {
    let mut game = drafting();
    all_blind(&mut game, &["blue"]);
    // Yellow sees the pair that blue left, but has had no turn of its own.
    game.refuses("SHO-2.10", "yellow: exchange");
    all_blind(&mut game, &["yellow", "red"]);
    assert!(game.allows("blue: exchange"));
}

#[test]
fn sho_slip_10_farmers_cancel_like_armies() {
    let mut game = acting(
        "3 players; blue kaga 4 !2; inside farmers 2; actions collect_rice;
         blue plans collect_rice kaga",
    );
    let before = game.state.farmers;
    game.comes_out("blue 1 farmers 4");
    assert_eq!((game.state.farmers - before, game.tray().as_str()), (1, "farmers 3"));
}

#[test]
fn sho_slip_11_farmers_alone_turn_a_defence_into_a_tie() {
    assert_eq!(attack("red noto 1", "blue 1 farmers 2").stands("noto"), "neutral");
    assert_eq!(attack("red noto 1", "blue 3 farmers 2").stands("noto"), "blue 1");
}

#[test]
fn sho_slip_12_one_open_event_is_drawn_and_the_rest_stays_open() {
    let mut game = sealed("3 players; blue kaga 1; open E02 E05 E09 E11");
    game.draws(&[2]);
    let open: Vec<&str> = game.state.events_open.iter().map(|card| card.id()).collect();
    assert_eq!(
        (game.state.event.map(|card| card.id()), open),
        (Some("E09"), vec!["E02", "E05", "E11"])
    );
}

#[test]
fn sho_slip_13_only_the_draft_has_open_province_cards() {
    let mut game = fresh("3 players");
    assert_eq!(game.state.draft.open, [None, None]);
    game.draws_all();
    assert_eq!(game.state.draft.open, [None, None]);
    assert!(drafting().state.draft.open.iter().all(Option::is_some));
    assert!(matches!(game.state.phase, Phase::Plan(_)));
}

#[test]
fn sho_slip_14_ties_cost_points_not_buildings() {
    let rice = "blue rice 9; yellow rice 9; red rice 9";
    let game =
        winter(&format!("{rice}; blue kaga 1 castle; red etchu 1 castle; yellow noto 1 castle"));
    // One province, one castle, and two of three points for the shared most.
    assert_eq!(["blue", "yellow", "red"].map(|name| game.points(name)), [4, 4, 4]);
}
