//! Doubts about the text, how they are decided, and the switches for the other
//! answers.

use shogun_rules::{Phase, Province, ProvinceSet, Side};

use super::ch02_setup::{all_blind, drafting};
use super::ch10_winter::winter;
use super::ch12_end::places;
use super::game::{acting, ids};
use super::position::{fresh, planning, province, sealed, seat};

#[test]
fn sho_amb_01_combat_may_be_declined_unless_it_is_mandatory() {
    let text = "3 players; blue shima 2; actions combat_move_a; blue plans combat_move_a shima";
    acting(text).plays("blue: stay");
    let must = format!("{text}; option combat_move mandatory");
    acting(&must).refuses("SHO-6.5", "blue: stay").plays("blue: to ise");
    // With one target and one army nobody is asked.
    let only = format!("{must}; red ise 1 temple; event E06");
    assert_eq!(acting(&only).thrown(), "blue 1 farmers 1");
    // With one target and two armies the number is asked for, but not the place.
    let mut number = acting(&only.replace("shima 2", "shima 3"));
    number.refuses("SHO-7.15", "blue: reconsider").plays("blue: with 2");
    // Moving after deploying stays a permission.
    let move_on = "3 players; option combat_move mandatory; blue kaga 2; blue noto 1;
        actions deploy_1_move; blue plans deploy_1_move kaga";
    acting(move_on).plays("blue: stay");
}

#[test]
fn sho_amb_02_cards_are_turned_at_once_or_in_turn() {
    let text = "3 players; blue kaga 3; red noto 3; actions combat_move_a;
        blue plans combat_move_a kaga; red plans combat_move_a noto";
    let at_once = acting(text);
    assert_eq!((at_once.awaits(), at_once.plan("red", "combat_move_a")), (vec!["blue"], None));
    let mut in_turn = acting(&format!("{text}; option plan_reveal turn_order"));
    assert_eq!(in_turn.plan("red", "combat_move_a").as_deref(), Some("Noto"));
    assert!(in_turn.told("Seat 1 turns up Kaga for \"combat A\"."));
    in_turn.plays("blue: stay");
    assert_eq!((in_turn.awaits(), in_turn.plan("red", "combat_move_a")), (vec!["red"], None));
}

#[test]
fn sho_amb_03_too_high_a_bid_counts_as_all_or_is_illegal() {
    let text = "3 players; blue kaga 1; blue chests 2; red noto 1";
    planning(text).plays("blue: lay chest_3 on bid");
    let strict = format!("{text}; option overbid illegal");
    planning(&strict)
        .refuses("SHO-5.4", "blue: lay chest_3 on bid")
        .plays("blue: lay chest_2 on bid");
    // A plan that needs a bid keeps a card for it.
    let own = "3 players; option overbid illegal; blue chests 0; blue kaga 1; blue noto 1;
        blue hida 1; blue mino 1; blue omi 1; blue ise 1";
    let mut full = planning(own);
    full.plays(
        "blue: lay kaga on build_castle; blue: lay noto on build_temple;
         blue: lay hida on build_theatre; blue: lay mino on collect_rice;
         blue: lay omi on collect_taxes; blue: lay ise on deploy_5",
    );
    full.refuses("SHO-5.4", "blue: lay chest_0 on deploy_3").plays("blue: lay chest_0 on bid");
}

#[test]
fn sho_amb_04_a_small_supply_skips_or_places_the_rest() {
    let text = "3 players; blue kaga 1; blue supply 4; actions deploy_5; blue plans deploy_5 kaga";
    assert_eq!(acting(text).stands("kaga"), "blue 1");
    let rest = acting(&format!("{text}; option short_supply place_rest"));
    assert_eq!((rest.stands("kaga").as_str(), rest.chests("blue")), ("blue 5", 15));
    let none = text.replace("supply 4", "supply 0");
    let none = acting(&format!("{none}; option short_supply place_rest"));
    assert_eq!((none.stands("kaga").as_str(), none.chests("blue")), ("blue 1", 18));
}

#[test]
fn sho_amb_05_the_defence_card_helps_against_attacks_or_revolts_too() {
    let text = "3 players; display defence rice recruit taxes attack; blue kaga 3 !1;
        actions collect_rice; blue plans collect_rice kaga";
    assert_eq!(acting(text).thrown(), "blue 3 farmers 1");
    let both = format!("{text}; option defence_special revolts");
    assert_eq!(acting(&both).thrown(), "blue 4 farmers 1");
}

#[test]
fn sho_amb_06_the_castle_event_helps_against_attacks_or_revolts_too() {
    let text = "3 players; blue kaga 3 castle !1; event E04; actions collect_rice;
        blue plans collect_rice kaga";
    assert_eq!(acting(text).thrown(), "blue 3 farmers 1");
    let both = format!("{text}; option castle_event revolts");
    assert_eq!(acting(&both).thrown(), "blue 4 farmers 1");
    let no_castle = both.replace(" castle !1", " temple !1");
    assert_eq!(acting(&no_castle).thrown(), "blue 3 farmers 1");
}

#[test]
fn sho_amb_07_the_theatre_event_means_new_theatres_or_all() {
    let text = "3 players; blue kaga 1 theatre !2; red noto 1 theatre; red hida 1 !1;
        open E01 E03 E04 E05";
    let mut new = sealed(text);
    new.draws(&[0]);
    assert_eq!(new.stands("kaga"), "blue 1 theatre !2");
    let mut all = sealed(&format!("{text}; option theatre_event every_theatre"));
    all.draws(&[0]);
    assert_eq!(
        (all.stands("kaga").as_str(), all.stands("hida").as_str()),
        ("blue 1 theatre !1", "red 1 !1")
    );
    assert!(all.told("Theatres take a revolt marker off Kaga."));
    let built = acting(
        "3 players; option theatre_event every_theatre; blue kaga 1 !2; event E01;
         actions build_theatre; blue plans build_theatre kaga",
    );
    assert_eq!(built.stands("kaga"), "blue 1 theatre !2");
}

#[test]
fn sho_amb_08_the_new_marker_does_not_count_for_the_revolt() {
    let text = "3 players; blue kaga 3 !1; actions collect_rice; blue plans collect_rice kaga";
    let mut game = acting(text);
    assert_eq!(game.thrown(), "blue 3 farmers 1");
    game.comes_out("blue 3 farmers 1");
    assert_eq!(game.stands("kaga"), "blue 2 !2");
}

#[test]
fn sho_amb_09_farmers_help_without_markers_only() {
    for (markers, stands) in [("", "red 1"), (" !1", "blue 1 !1"), (" !2", "blue 1 !2")] {
        let mut game = acting(&format!(
            "3 players; blue kaga 4; red noto 1{markers}; actions combat_move_a;
             blue plans combat_move_a kaga"
        ));
        game.plays("blue: to noto; blue: with 3").comes_out("blue 2 red 1 farmers 2");
        assert_eq!(game.stands("noto"), stands);
    }
}

#[test]
fn sho_amb_10_a_defender_holds_nothing_back() {
    let mut game = acting(
        "3 players; blue kaga 4; red noto 9; actions combat_move_a; blue plans combat_move_a kaga",
    );
    game.plays("blue: to noto; blue: with 3");
    assert_eq!((game.thrown().as_str(), game.awaits().len()), ("blue 3 red 9", 0));
}

#[test]
fn sho_amb_11_farmers_that_won_stay_in_the_tray_or_go_home() {
    let collect = "3 players; blue kaga 3 !1; actions collect_rice; blue plans collect_rice kaga";
    let attack = "3 players; blue kaga 3; actions combat_move_a; blue plans combat_move_a kaga";
    let defence = "3 players; blue kaga 3; red noto 3; actions combat_move_a;
        blue plans combat_move_a kaga";
    for (option, tray) in [("moon", "farmers 2"), ("option surplus_farmers supply", "")] {
        let mut game = acting(&format!("{collect}; {option}"));
        game.comes_out("blue 1 farmers 3");
        assert_eq!(game.tray(), tray);
        let mut game = acting(&format!("{attack}; {option}"));
        game.plays("blue: to noto; blue: with 2").comes_out("blue 1 farmers 3");
        assert_eq!(game.tray(), tray);
        let mut game = acting(&format!("{defence}; {option}"));
        game.plays("blue: to noto; blue: with 2").comes_out("blue 1 red 2 farmers 3");
        assert_eq!(game.tray(), tray);
    }
    // Farmers who took no part are not sent anywhere.
    let mut game = acting(&format!(
        "{}; option surplus_farmers supply",
        defence.replace("red noto 3", "red noto 3 !1")
    ));
    game.plays("blue: to noto; blue: with 2").comes_out("blue 1 red 2 farmers 3");
    assert_eq!(game.tray(), "farmers 3");
}

#[test]
fn sho_amb_12_the_exchange_is_optional_or_happens_by_itself() {
    let mut game = drafting();
    all_blind(&mut game, &["blue", "yellow", "red"]);
    assert!(game.allows("blue: exchange") && game.allows("blue: take aki"));
    let mut game = fresh("3 players; option line_up draft; option draft_exchange always");
    game.draws(&[0, 0, 0]);
    all_blind(&mut game, &["blue", "yellow", "red"]);
    // Two new cards are drawn without asking.
    assert_eq!(game.awaits(), Vec::<&str>::new());
    game.draws(&[0, 0]);
    assert_eq!(ids(game.state.draft.under.iter().copied()), ["aki", "awa_shikoku"]);
    game.refuses("SHO-2.10", "blue: exchange").plays("blue: blind");
}

#[test]
fn sho_amb_13_chests_are_open_or_behind_screens() {
    let text = "3 players; blue kaga 1; blue chests 7";
    let player = |text: &str| *planning(text).state.player(seat("blue"));
    assert_eq!((player(text).chests_open, player(text).chests_hidden), (7, 0));
    let hidden = format!("{text}; option chests hidden");
    assert_eq!((player(&hidden).chests_open, player(&hidden).chests_hidden), (0, 7));
    // At the end they are shown.
    let over = winter("option chests hidden; year 2; blue chests 7");
    let blue = over.state.player(seat("blue"));
    assert_eq!((blue.chests_open, blue.chests_hidden), (7, 0));
    assert!(over.told("Seat 1 shows 7 chests."), "{:?}", over.report());
    assert!(!winter("year 2; blue chests 7").told("Seat 1 shows 7 chests."));
    let paid = acting(
        "3 players; option chests hidden; blue kaga 1; blue chests 7; actions build_castle;
         blue plans build_castle kaga",
    );
    assert_eq!(paid.state.player(seat("blue")).chests_hidden, 4);
}

#[test]
fn sho_amb_14_equal_points_and_chests_share_the_victory() {
    assert_eq!(places(&[(20, 4), (20, 4), (20, 4)]), [1, 1, 1]);
}

#[test]
fn sho_amb_15_any_space_may_stay_empty_or_the_bid_first() {
    let text = "3 players; blue kaga 1; red noto 1";
    planning(text).plays("blue: lay kaga on bid");
    let strict = format!("{text}; option empty_spaces bid_first");
    planning(&strict).refuses("SHO-4.6", "blue: lay kaga on bid").plays(
        "blue: lay kaga on deploy_5; blue: lay chest_0 on deploy_3;
         blue: lay chest_1 on collect_rice; blue: lay chest_2 on build_castle;
         blue: lay chest_3 on build_temple; blue: lay chest_4 on combat_move_a; blue: seal",
    );
    // With enough cards the bid is as free as ever.
    let many = format!("{strict}; blue hida 1; blue mino 1; blue omi 1; blue ise 1; blue kii 1");
    planning(&many).plays("blue: lay kaga on bid");
}

#[test]
fn sho_amb_16_the_moon_side_has_the_sea_routes_of_the_sun_side() {
    let text = "3 players; moon; blue harima 3; actions combat_move_a;
        blue plans combat_move_a harima";
    assert!(acting(text).targets("blue").contains(&"sanuki"));
    let seats = kit_rules::SeatCount::new(3).expect("a table");
    let moon = ProvinceSet::in_play(seats, Side::Moon);
    let sun = ProvinceSet::in_play(seats, Side::Sun);
    assert_eq!(ids(sun.difference(moon).iter()), ["iyo"]);
    assert_eq!(ids(moon.difference(sun).iter()), ["sanuki"]);
}

#[test]
fn sho_amb_17_markers_stay_when_a_province_is_conquered() {
    let mut game = acting(
        "3 players; blue kaga 4; red noto 1 !2; actions combat_move_a;
         blue plans combat_move_a kaga",
    );
    game.plays("blue: to noto; blue: with 3").comes_out("blue 3 red 1");
    assert_eq!(game.stands("noto"), "blue 2 !2");
}

#[test]
fn sho_amb_18_three_and_four_missing_are_one_row() {
    let row = |missing| shogun_rules::Shortage::of(missing).expect("there is a row");
    assert_eq!(row(3), row(4));
    assert_ne!(row(2), row(3));
    assert_ne!(row(4), row(5));
}

#[test]
fn sho_amb_19_kai_does_not_touch_mikawa() {
    let (kai, mikawa) = (province("kai"), province("mikawa"));
    assert!(!kai.neighbours().contains(mikawa) && !mikawa.neighbours().contains(kai));
    let between = kai.neighbours().intersection(mikawa.neighbours());
    assert_eq!(ids(between.iter()), ["shinano", "totomi"]);
    assert!(Province::from_id("kai").is_some());
}

#[test]
fn sho_amb_20_who_has_no_province_does_nothing() {
    let mut game = sealed("3 players; blue kaga 1; blue plans bid chest_1");
    game.draws(&[0]);
    assert_eq!(game.awaits(), ["blue"]);
    game.plays("blue: pick taxes");
    assert!(matches!(game.state.phase, Phase::TurnUp { .. }));
    assert_eq!(game.state.turn_order.iter().flatten().count(), 1);
}

#[test]
fn sho_amb_21_the_event_is_drawn_before_the_bids_are_turned_up() {
    let mut game = sealed("3 players; blue kaga 1; blue plans bid chest_1");
    assert_eq!(game.plan("blue", "bid").as_deref(), Some("chest card 1"));
    game.draws(&[0]);
    let report = game.report();
    let place = |start: &str| report.iter().position(|line| line.starts_with(start));
    assert!(place("The event") < place("The bids"));
}
