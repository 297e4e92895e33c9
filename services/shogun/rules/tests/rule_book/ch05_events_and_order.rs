//! The event, the bids, the special cards and what they do.

use super::game::acting;
use super::position::{event, position, sealed, seat};

#[test]
fn sho_5_1_one_of_the_open_events_is_drawn() {
    for (season, sides) in [("spring", 4), ("summer", 3), ("autumn", 2)] {
        let mut game = sealed(&format!("3 players; blue kaga 2; season {season}"));
        assert_eq!(game.sides(), sides, "{season}");
        let last = game.state.events_open.iter().last();
        game.draws(&[sides - 1]);
        assert_eq!((game.state.event, game.state.events_open.len()), (last, sides as usize - 1));
    }
}

#[test]
fn sho_5_2_an_event_holds_until_the_season_ends() {
    let all = "build_castle build_temple build_theatre collect_taxes deploy_5 deploy_3
        deploy_1_move combat_move_a combat_move_b collect_rice";
    let text = format!(
        "3 players; red kaga 2; red rice 3; event E11; actions {all};
        red plans collect_rice kaga"
    );
    let mut game = acting(&text);
    // Rice is the last action, and its limit still holds; the card's winter
    // number costs nothing now.
    assert_eq!(game.rice("red"), 6);
    assert_eq!((game.state.event, game.state.events_gone.contains(event("E11"))), (None, true));
    game.draws_all();
}

#[test]
fn sho_5_3_bids_rank_chests_province_no_chest_nothing() {
    let mut game = sealed(
        "5 players; blue kaga 1; yellow noto 1; red ise 1; black kii 1; purple omi 1;
         blue plans bid chest_0; red plans bid ise; black plans bid chest_1;
         purple plans bid chest_4",
    );
    game.draws(&[0]);
    let told = "The special cards are chosen by Seat 5, Seat 4, Seat 3, Seat 1 and Seat 2.";
    assert!(game.told(told), "{:?}", game.report());
    let bids = "The bids are turned up: Seat 1 chest card 0, Seat 2 nothing, Seat 3 Ise, \
                Seat 4 chest card 1, Seat 5 chest card 4.";
    assert!(game.told(bids), "{:?}", game.report());
}

#[test]
fn sho_5_4_who_bids_too_much_bids_all() {
    let mut game = sealed(
        "3 players; blue kaga 1; yellow noto 1; red ise 1; blue chests 2; red chests 0;
         blue plans bid chest_4; yellow plans bid chest_3; red plans bid chest_4",
    );
    game.draws(&[0]);
    assert!(game.told("The special cards are chosen by Seat 2, Seat 1 and Seat 3."));
    assert_eq!([game.chests("blue"), game.chests("yellow"), game.chests("red")], [0, 15, 0]);
}

#[test]
fn sho_5_5_everyone_pays_the_own_bid() {
    let mut game = sealed(
        "3 players; blue kaga 1; yellow noto 1; red ise 1; blue plans bid chest_4;
         yellow plans bid chest_1; red plans bid ise",
    );
    game.draws(&[0]);
    assert_eq!([game.chests("blue"), game.chests("yellow"), game.chests("red")], [14, 17, 18]);
}

#[test]
fn sho_5_6_chance_breaks_ties() {
    let text = "4 players; blue kaga 1; yellow noto 1; red ise 1; black kii 1;
        blue plans bid chest_1; yellow plans bid chest_2; red plans bid chest_2;
        black plans bid chest_2";
    let mut game = sealed(text);
    game.draws(&[0]);
    assert_eq!(game.sides(), 3);
    game.draws(&[2]);
    assert_eq!(game.sides(), 2);
    game.draws(&[1]);
    assert!(game.told("The special cards are chosen by Seat 4, Seat 3, Seat 2 and Seat 1."));
    let mut game = sealed(text);
    game.draws(&[0, 0, 0]);
    assert!(game.told("The special cards are chosen by Seat 2, Seat 3, Seat 4 and Seat 1."));
}

#[test]
fn sho_5_7_special_cards_are_taken_in_ranking_order() {
    let mut game = sealed(
        "3 players; blue kaga 1; yellow noto 1; red ise 1; blue plans bid chest_4;
         yellow plans bid chest_1; red plans bid ise; actions build_castle",
    );
    game.draws(&[0]);
    assert_eq!(game.awaits(), ["blue"]);
    game.plays("blue: pick recruit").refuses("SHO-5.7", "yellow: pick recruit");
    game.plays("yellow: pick taxes");
    assert_eq!(game.awaits(), ["red"]);
    game.refuses("SHO-5.7", "red: pick taxes").refuses("SHO-3.2", "red: stay");
    game.plays("red: pick rice");
    assert!(game.told("Seat 1 takes recruit and is number 3 in the order of play."));
}

#[test]
fn sho_5_8_play_goes_by_position_and_skips_gaps() {
    let game = acting(
        "3 players; blue kaga 1; yellow noto 1; red ise 1; order - red - yellow blue;
         actions collect_rice; blue plans collect_rice kaga; yellow plans collect_rice noto;
         red plans collect_rice ise",
    );
    let collected: Vec<String> =
        game.report().into_iter().filter(|line| line.contains("collects")).collect();
    let seats: Vec<&str> = collected.iter().map(|line| &line[..6]).collect();
    assert_eq!(seats, ["Seat 3", "Seat 2", "Seat 1"]);
}

#[test]
fn sho_5_9_a_province_card_that_was_bid_orders_nothing() {
    let all = "build_castle build_temple build_theatre collect_rice collect_taxes deploy_5
        deploy_3 deploy_1_move combat_move_a combat_move_b";
    let mut game = sealed(&format!(
        "3 players; blue kaga 2; red ise 2; blue plans bid kaga; red plans bid chest_0;
         actions {all}"
    ));
    game.draws(&[0]).plays("blue: pick taxes");
    let bid = game.state.player(seat("blue")).face_up.on(10);
    assert_eq!(bid.map(|card| card.to_string()), Some("Kaga".to_string()));
    game.plays("red: pick rice");
    assert_eq!((game.stands("kaga").as_str(), game.rice("blue")), ("blue 2", 0));
}

#[test]
fn sho_5_10_events_come_before_special_cards() {
    // Blue holds the taxes card; six is more than the event allows by itself.
    let game = acting(
        "3 players; blue suruga 2; blue chests 0; event E07; actions collect_taxes;
         blue plans collect_taxes suruga",
    );
    assert_eq!(game.chests("blue"), 6);
}

#[test]
fn sho_5_11_the_extra_cube_comes_from_the_supply() {
    let text = "3 players; display attack rice recruit taxes defence; blue kaga 4;
        actions combat_move_a; blue plans combat_move_a kaga";
    let mut game = acting(text);
    let before = game.supply("blue");
    game.plays("blue: to noto; blue: with 3");
    assert_eq!((game.thrown().as_str(), game.supply("blue")), ("blue 4 farmers 1", before - 1));
    game.comes_out("blue 4 farmers 1");
    assert_eq!(game.stands("noto"), "blue 3");
    let mut game = acting(&format!("{text}; blue supply 0"));
    game.plays("blue: to noto; blue: with 3");
    assert_eq!(game.thrown(), "blue 3 farmers 1");
}

#[test]
fn sho_5_12_special_cards_do_not_work_in_winter() {
    let all = "build_castle build_temple build_theatre collect_rice collect_taxes deploy_5
        deploy_3 deploy_1_move combat_move_a combat_move_b";
    let game = acting(&format!(
        "3 players; option defence_special revolts; display defence rice recruit taxes attack;
         blue kaga 3; season autumn; actions {all}"
    ));
    assert_eq!(game.thrown(), "blue 3 farmers 1");
}

#[test]
fn sho_5_13_a_new_theatre_takes_one_marker_away() {
    let text = "3 players; blue kaga 2 !3; blue noto 1 theatre !2; blue chests 3; event E02;
        actions build_theatre; blue plans build_theatre kaga";
    let game = acting(text);
    assert_eq!(game.stands("kaga"), "blue 2 theatre !2");
    assert_eq!(game.stands("noto"), "blue 1 theatre !2");
    assert_eq!(acting(&text.replace("E02", "E05")).stands("kaga"), "blue 2 theatre !3");
}

#[test]
fn sho_5_14_two_farmers_defend_neutral_provinces_only() {
    let text = "3 players; blue kaga 4 !1; event E03; actions combat_move_a collect_rice;
        blue plans combat_move_a kaga";
    let mut game = acting(text);
    game.plays("blue: to noto; blue: with 3");
    assert_eq!(game.thrown(), "blue 3 farmers 2");
    let game = acting(
        "3 players; blue kaga 4 !1; event E03; actions collect_rice; blue plans collect_rice kaga",
    );
    assert_eq!(game.thrown(), "blue 4 farmers 1");
}

#[test]
fn sho_5_15_a_castle_adds_a_cube_against_attacks_only() {
    let text = "3 players; blue kaga 4; red noto 3 castle; event E05; actions combat_move_a;
        blue plans combat_move_a kaga";
    let mut game = acting(text);
    game.plays("blue: to noto; blue: with 3");
    assert_eq!(game.thrown(), "blue 3 red 4");
    let mut game = acting(&text.replace(" castle;", " temple;"));
    game.plays("blue: to noto; blue: with 3");
    assert_eq!(game.thrown(), "blue 3 red 3");
    let revolt = acting(
        "3 players; blue kaga 4 castle !1; event E05; actions collect_rice;
         blue plans collect_rice kaga",
    );
    assert_eq!(revolt.thrown(), "blue 4 farmers 1");
}

#[test]
fn sho_5_16_temples_keep_attackers_away() {
    let text = "3 players; blue kaga 4; red noto 3 temple; blue hida 1 temple; event E09;
        actions combat_move_a; blue plans combat_move_a kaga";
    let mut game = acting(text);
    assert_eq!(game.targets("blue"), ["echizen", "etchu", "hida", "tajima"]);
    game.refuses("SHO-5.16", "blue: to noto").plays("blue: to hida; blue: with 2");
    assert_eq!(game.stands("hida"), "blue 3 temple");
    let mut other = acting(&text.replace("E09", "E10"));
    other.plays("blue: to noto");
}

#[test]
fn sho_5_17_limits_come_first_and_the_card_adds_to_them() {
    let collected = |order: &str, province: &str, event: &str, colour: &str| {
        let game = acting(&format!(
            "3 players; {colour} {province} 2; {colour} chests 0; {event}; actions {order};
             {colour} plans {order} {province}"
        ));
        game.rice(colour) + game.chests(colour)
    };
    // Red holds neither card; yellow holds rice, blue holds taxes.
    assert_eq!(collected("collect_rice", "kaga", "event E01", "red"), 5);
    assert_eq!(collected("collect_rice", "kaga", "event E11", "red"), 3);
    assert_eq!(collected("collect_rice", "izu", "event E11", "red"), 2);
    assert_eq!(collected("collect_rice", "izu", "event E10", "red"), 4);
    assert_eq!(collected("collect_rice", "kaga", "event E10", "red"), 5);
    assert_eq!(collected("collect_rice", "kaga", "event E11", "yellow"), 4);
    assert_eq!(collected("collect_taxes", "suruga", "event E01", "red"), 7);
    assert_eq!(collected("collect_taxes", "suruga", "event E07", "red"), 5);
    assert_eq!(collected("collect_taxes", "omi", "event E08", "red"), 6);
    assert_eq!(collected("collect_taxes", "omi", "event E08", "blue"), 7);
    assert_eq!(collected("collect_taxes", "omi", "event E07", "blue"), 4);
}

#[test]
fn sho_5_18_the_recruit_card_beats_the_event() {
    let game =
        acting("3 players; red kaga 1; event E12; actions deploy_5; red plans deploy_5 kaga");
    assert_eq!(game.stands("kaga"), "red 7");
}

#[test]
fn sho_5_19_the_second_year_has_other_events() {
    let all = "build_castle build_temple build_theatre collect_rice collect_taxes deploy_5
        deploy_3 deploy_1_move combat_move_a combat_move_b";
    let mut game =
        position(&format!("3 players; blue kaga 2; blue rice 18; season autumn; actions {all}"));
    game.begins();
    let gone = game.state.events_gone;
    assert_eq!((gone.len(), game.sides()), (4, 8));
    game.draws(&[0, 0, 0, 0]);
    assert!(game.state.events_open.iter().all(|card| !gone.contains(card)));
    assert_eq!(game.state.events_open.len(), 4);
}
