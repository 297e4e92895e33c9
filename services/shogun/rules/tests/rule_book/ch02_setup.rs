//! The setup: side, first provinces, tower, events.

use shogun_rules::{Cube, Cubes, Event, Options, Phase, ProvinceSet, Side, TableFacts, TowerStage};

use super::game::{acting, ids};
use super::position::{fresh, province, seat};

#[test]
fn sho_2_1_the_sun_side_is_the_usual_one() {
    assert_eq!(Options::default().side, Side::Sun);
    assert_eq!(fresh("3 players; moon").state.options.side, Side::Moon);
}

#[test]
fn sho_2_2_eight_provinces_are_out_with_three() {
    let out = |text: &str| {
        let in_play = fresh(text).state.in_play();
        ids(ProvinceSet::ALL.difference(in_play).iter()).join(" ")
    };
    assert_eq!(out("3 players"), "awa_boso echigo iwami izumo kazusa mutsu sanuki tosa");
    assert_eq!(out("3 players; moon"), "awa_boso echigo iwami iyo izumo kazusa mutsu tosa");
    assert_eq!((out("4 players"), out("5 players; moon")), (String::new(), String::new()));
    let text = "3 players; blue aki 3; actions combat_move_a; blue plans combat_move_a aki";
    let mut game = acting(text);
    assert_eq!(game.targets("blue"), ["bingo", "iyo"]);
    game.refuses("SHO-2.2", "blue: to iwami");
    let with_four = acting(&text.replace("3 players", "4 players"));
    assert_eq!(with_four.targets("blue"), ["bingo", "iwami", "iyo"]);
}

#[test]
fn sho_2_3_everyone_gets_chests_and_cubes() {
    for (seats, chests) in [(3, 18), (4, 15), (5, 12)] {
        let game = fresh(&format!("{seats} players"));
        for seat in game.state.seats.seats() {
            let player = game.state.player(seat);
            assert_eq!((player.chests(), player.supply, player.rice), (chests, 62, 0));
            assert_eq!(player.points.total(), 0);
        }
    }
}

#[test]
fn sho_2_4_provinces_come_from_a_list_or_are_drafted() {
    assert!(matches!(fresh("4 players").state.phase, Phase::DrawLetter { .. }));
    assert_eq!(fresh("4 players; option line_up draft").state.phase, Phase::DrawFirst);
}

#[test]
fn sho_2_4_the_moon_side_is_drafted_unless_something_else_is_said() {
    let is_drafted = |text: &str| {
        let game = fresh(text);
        assert_eq!(game.state.check(), Ok(()), "{text}");
        game.state.phase == Phase::DrawFirst
    };
    for seats in 3..=5 {
        assert!(!is_drafted(&format!("{seats} players")));
        assert!(is_drafted(&format!("{seats} players; moon")));
        assert!(is_drafted(&format!("{seats} players; moon; option line_up draft")));
        assert!(!is_drafted(&format!("{seats} players; moon; option line_up fixed")));
    }
}

#[test]
fn sho_2_5_letters_are_drawn_and_the_last_seat_gets_the_last() {
    let mut game = fresh("3 players");
    assert_eq!(game.sides(), 3);
    game.draws(&[1]);
    assert_eq!(game.stands("yamato"), "blue 5");
    assert_eq!(game.sides(), 2);
    game.draws(&[1]);
    let line = |name: &str| ids(game.state.provinces_of(seat(name)).iter()).join(" ");
    assert_eq!(line("yellow"), "bingo bitchu bizen etchu hida hoki omi settsu shinano");
    assert_eq!(line("red"), "harima izu mino musashi owari sagami suruga tajima tamba");
    assert_eq!(game.state.neutral().len(), 10);
    assert!(game.told("Seat 3 takes line-up A."));
    let mut moon = fresh("5 players; moon; option line_up fixed");
    moon.draws_all();
    assert_eq!((moon.state.neutral().len(), moon.state.check()), (10, Ok(())));
}

#[test]
fn sho_2_6_groups_are_those_of_the_table() {
    let groups = |seats: u32| TableFacts::of(kit_rules::SeatCount::new(seats).unwrap()).groups;
    assert_eq!(groups(3), [5, 4, 4, 3, 3, 2, 2, 2, 2]);
    assert_eq!(groups(4), [5, 4, 4, 3, 3, 2, 2, 2]);
    assert_eq!(groups(5), [5, 4, 4, 3, 3, 2, 2]);
    let mut game = drafting();
    game.plays("blue: blind").draws(&[0]).refuses("SHO-2.6", "blue: group 6");
    game.plays("blue: group 5").draws_all();
    game.plays("yellow: blind").draws_all().plays("yellow: group 2").draws_all();
    game.plays("red: blind").draws_all().plays("red: group 2").draws_all();
    game.plays("blue: blind").draws(&[0]).refuses("SHO-2.6", "blue: group 5");
}

#[test]
fn sho_2_7_two_cards_lie_open() {
    let game = drafting();
    assert_eq!(game.state.draft.open, [Some(province("aki")), Some(province("awa_shikoku"))]);
    assert_eq!(game.state.draft_deck().len(), 35);
}

#[test]
fn sho_2_8_a_drawn_seat_begins_and_turns_go_clockwise() {
    let mut game = fresh("3 players; option line_up draft");
    assert_eq!(game.sides(), 3);
    game.draws(&[1]).draws_all();
    for name in ["yellow", "red", "blue", "yellow"] {
        assert_eq!(game.awaits(), [name]);
        game.plays(&format!("{name}: blind")).draws(&[0]);
        game.plays(&format!("{name}: group 2")).draws_all();
    }
}

#[test]
fn sho_2_9_a_card_is_taken_and_then_a_group_is_placed() {
    let mut game = drafting();
    game.refuses("SHO-2.9", "blue: take kaga").refuses("SHO-2.9", "blue: group 5");
    game.plays("blue: take aki").refuses("SHO-2.9", "blue: take awa_shikoku");
    game.plays("blue: group 4");
    assert_eq!((game.stands("aki").as_str(), game.supply("blue")), ("blue 4", 58));
    // The card that was taken is replaced from the deck.
    assert_eq!(game.sides(), 35);
    game.draws(&[2]);
    assert_eq!(game.state.draft.open, [Some(province("bizen")), Some(province("awa_shikoku"))]);
    assert_eq!(game.awaits(), ["yellow"]);
    // A blind card leaves the open ones as they are.
    game.plays("yellow: blind").draws(&[0]).plays("yellow: group 5");
    assert_eq!(game.stands("bingo"), "yellow 5");
    assert_eq!((game.awaits(), game.sides()), (vec!["red"], 0));
}

#[test]
fn sho_2_10_an_unchanged_pair_may_be_exchanged_once() {
    let mut game = drafting();
    game.refuses("SHO-2.10", "blue: exchange");
    all_blind(&mut game, &["blue", "yellow", "red"]);
    game.plays("blue: exchange");
    assert_eq!(ids(game.state.draft.under.iter().copied()), ["aki", "awa_shikoku"]);
    game.draws(&[0, 0]);
    assert_eq!(game.awaits(), ["blue"]);
    game.refuses("SHO-2.10", "blue: exchange");
    // The pair after the exchange is the one that is compared next time.
    all_blind(&mut game, &["blue", "yellow", "red"]);
    assert!(game.allows("blue: exchange"));
}

#[test]
fn sho_2_11_the_deck_does_not_run_out() {
    for (seats, most) in [(3, 37), (4, 45), (5, 45)] {
        let groups = TableFacts::of(kit_rules::SeatCount::new(seats).unwrap()).groups.len();
        assert!(most - seats as usize * groups >= 10);
    }
    // Exchanged cards come back, in their order, when the deck above is used up.
    let mut game = drafting();
    let deck = game.state.draft_deck();
    game.state.draft.under = deck.iter().skip(1).collect();
    assert_eq!(game.state.draft_deck().len(), 1);
    game.plays("blue: blind; blue: group 2");
    assert_eq!(game.stands("bingo"), "blue 2");
    game.plays("yellow: blind; yellow: group 2");
    assert_eq!(game.stands("bitchu"), "yellow 2");
}

#[test]
fn sho_2_12_what_nobody_took_is_the_reserve() {
    let mut game = drafting();
    for _ in 0..27 {
        let name = game.awaits()[0];
        game.plays(&format!("{name}: blind"));
        if matches!(game.state.phase, Phase::Draft(_)) && game.sides() > 0 {
            game.draws(&[0]);
        }
        let place = game.legal_for(name).first().map(ToString::to_string);
        if place.is_some_and(|place| place.starts_with("place")) {
            let armies = game.legal_for(name)[0];
            let shogun_rules::Action::PlaceGroup(armies) = armies else { panic!("{armies}") };
            game.plays(&format!("{name}: group {armies}"));
        }
    }
    assert_eq!(game.state.phase, Phase::SeedTower);
    assert_eq!(game.state.neutral().len(), 10);
    assert!(game.state.neutral().contains(province("aki")));
    assert_eq!(game.state.draft, Default::default());
}

#[test]
fn sho_2_13_the_tower_is_filled_and_the_tray_is_emptied() {
    let mut game = fresh("4 players");
    game.draws(&[0, 0, 0]);
    let thrown = Event::CubesThrown {
        cubes: game.state.seats.seats().fold(Cubes::farmers(10), |c, s| c.with(Cube::army(s), 7)),
        tray: Cubes::NONE,
    };
    assert_eq!(game.events.last(), Some(&thrown));
    while game.state.tower.stage != TowerStage::Still {
        game.draws(&[0]);
    }
    assert_eq!(game.tray(), "");
    let inside = game.state.tower.contents();
    assert!(inside.total() > 0, "with such draws cubes get stuck");
    assert_eq!(game.state.farmers, 20 - inside[Cube::FARMER]);
}

#[test]
fn sho_2_14_four_events_are_open() {
    let mut game = fresh("3 players");
    while game.state.phase != Phase::DrawYearEvents {
        game.draws(&[game.sides() - 1]);
    }
    assert_eq!(game.sides(), 12);
    game.draws(&[0, 0, 0]);
    assert_eq!(game.sides(), 9);
    game.draws(&[8]);
    let open: Vec<&str> = game.state.events_open.iter().map(|card| card.id()).collect();
    assert_eq!(open, ["E01", "E02", "E03", "E12"]);
}

#[test]
fn sho_2_15_nothing_is_built_at_the_beginning() {
    let mut game = fresh("4 players");
    game.draws_all();
    assert_eq!([game.stock("castle"), game.stock("temple"), game.stock("theatre")], [28, 26, 26]);
    assert!(game.state.provinces.iter().all(|holding| holding.markers == 0));
}

/// A draft of three in which blue begins, with Aki and Awa-Shikoku open.
pub(crate) fn drafting() -> super::game::Game {
    let mut game = fresh("3 players; option line_up draft");
    game.draws(&[0, 0, 0]);
    game
}

/// Everyone takes the top card and places a group of two.
pub(crate) fn all_blind(game: &mut super::game::Game, names: &[&str]) {
    for name in names {
        game.plays(&format!("{name}: blind"));
        if game.sides() > 0 {
            game.draws(&[0]);
        }
        game.plays(&format!("{name}: group 2"));
    }
}
