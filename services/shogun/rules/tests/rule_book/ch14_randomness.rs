//! Everything that is left to chance, and nothing else.

use shogun_rules::{Phase, TowerStage};

use super::ch02_setup::drafting;
use super::ch10_winter::winter;
use super::game::acting;
use super::position::{fresh, sealed};

#[test]
fn sho_14_1_the_letters_are_drawn() {
    let first = |values: &[u32]| {
        let mut game = fresh("4 players");
        game.draws(values);
        let lines = game.report();
        let letters = lines.iter().filter_map(|line| line.split("line-up ").nth(1));
        letters.map(|rest| rest.trim_end_matches('.').to_string()).collect::<String>()
    };
    assert_eq!(first(&[0, 0, 0]), "ABCD");
    assert_eq!(first(&[3, 1, 0]), "DBAC");
}

#[test]
fn sho_14_2_the_first_seat_of_the_draft_is_drawn() {
    for (value, name) in [(0, "blue"), (3, "black"), (4, "purple")] {
        let mut game = fresh("5 players; option line_up draft");
        assert_eq!(game.sides(), 5);
        game.draws(&[value]).draws_all();
        assert_eq!(game.awaits(), [name]);
    }
}

#[test]
fn sho_14_3_cards_of_the_draft_are_drawn_from_a_set() {
    let mut game = fresh("5 players; option line_up draft");
    game.draws(&[0]);
    assert_eq!(game.sides(), 45);
    game.draws(&[44]);
    assert_eq!(game.sides(), 44);
    game.draws(&[0]);
    let open = game.state.draft.open.map(|card| card.expect("two cards are open").id());
    assert_eq!(open, ["yamato", "aki"]);
}

#[test]
fn sho_14_4_the_first_throw_is_chance() {
    let mut one = fresh("3 players");
    one.draws(&[0, 0]);
    let mut other = fresh("3 players");
    other.draws(&[0, 0]);
    while one.state.tower.stage != TowerStage::Still {
        one.draws(&[0]);
    }
    other.draws_all();
    assert_ne!(one.state.tower, other.state.tower);
    assert_eq!(other.state.tower.contents().total(), 0);
}

#[test]
fn sho_14_5_the_events_of_a_year_are_drawn() {
    let mut game = winter("blue kaga 1; blue rice 18");
    assert_eq!(game.state.phase, Phase::DrawYearEvents);
    for sides in [8, 7, 6, 5] {
        assert_eq!(game.sides(), sides);
        game.draws(&[0]);
    }
    assert_eq!(game.state.phase, Phase::LayOutActions);
}

#[test]
fn sho_14_6_action_cards_are_drawn_when_they_are_turned_up() {
    let mut game = acting("3 players; blue kaga 2");
    assert_eq!(game.state.action_cards[5], None);
    game.draws(&[4]);
    assert_eq!(game.state.action_cards[5], shogun_rules::Order::from_id("combat_move_b"));
}

#[test]
fn sho_14_7_special_cards_are_drawn_for_their_positions() {
    let mut game = winter("blue kaga 1; blue rice 18");
    game.draws(&[0, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!((game.state.phase, game.sides()), (Phase::LayOutSpecials, 5));
    game.draws(&[4, 0, 0, 0]);
    let shown: Vec<&str> = game.state.specials.iter().flatten().map(|card| card.id()).collect();
    assert_eq!(shown, ["recruit", "attack", "defence", "taxes", "rice"]);
}

#[test]
fn sho_14_8_the_event_of_a_season_is_drawn() {
    let drawn = |value: u32| {
        let mut game = sealed("3 players; blue kaga 1; open E01 E04 E08 E12");
        game.draws(&[value]);
        game.state.event.expect("it is drawn").id()
    };
    assert_eq!([drawn(0), drawn(1), drawn(2), drawn(3)], ["E01", "E04", "E08", "E12"]);
}

#[test]
fn sho_14_9_tied_bids_are_drawn() {
    let mut game = sealed("3 players; blue kaga 1; red noto 1; yellow ise 1");
    game.draws(&[0]);
    assert_eq!((game.state.phase, game.sides()), (Phase::RankBids, 3));
    game.draws(&[1, 1]);
    assert!(game.told("The special cards are chosen by Seat 2, Seat 3 and Seat 1."));
}

#[test]
fn sho_14_10_every_battle_is_a_throw() {
    let mut game =
        acting("3 players; blue kaga 3; actions combat_move_a; blue plans combat_move_a kaga");
    game.plays("blue: to noto; blue: with 2");
    // Three cubes: two draws to mix them, two for each on each shelf.
    let sides = [3, 2, 30, 5, 30, 5, 30, 5, 30, 5, 30, 5, 30, 5];
    for sides in sides {
        assert_eq!(game.sides(), sides);
        game.draws(&[sides - 1]);
    }
    assert_eq!(
        (game.stands("noto").as_str(), game.state.tower.stage),
        ("blue 1", TowerStage::Still)
    );
}

#[test]
fn sho_14_11_revolting_provinces_are_drawn_without_repetition() {
    let mut game = winter("red kaga 3; red noto 3; red hida 3; red mino 3; red rice 1");
    game.draws(&[2]);
    assert_eq!(game.sides(), 3);
    game.draws(&[2]);
    assert!(game.told("Against Seat 3 revolt Mino and Noto."));
}

#[test]
fn sho_14_12_a_choice_of_one_needs_no_draw() {
    let mut game = fresh("3 players");
    game.draws(&[0, 0]);
    assert_eq!(game.state.phase, Phase::SeedTower);
    let draft = drafting();
    assert_eq!(draft.sides(), 0);
    // A draw that is not pending is refused.
    let step = kit_rules::Step::Drawn(0);
    let mut state = draft.state.clone();
    let refusal =
        <shogun_rules::Shogun as kit_rules::Rules>::apply(&mut state, &step, &mut Vec::new());
    let refusal = refusal.expect_err("nothing is to be drawn");
    assert_eq!(kit_rules::Violation::rule(&refusal), "SHO-14.12");
}
