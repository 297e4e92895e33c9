//! Doubts about the text, as they were decided.

use edo_rules::{Demand, DemandKind, Good, Package, Phase, SpaceKind};

use super::game::{accepted, leaves, refused};
use super::position::{fresh, laid_out, position, seat, space};

#[test]
fn edo_amb_01_five_players_cover_neither_cities_nor_resources() {
    assert!(laid_out("5 players").state.covered().is_empty());
    assert!(laid_out("5 players").state.cities.iter().all(|city| city.profit.is_some()));
}

#[test]
fn edo_amb_02_there_are_always_the_same_five_packages() {
    assert_eq!(Package::COUNT, 5);
    let listed = |players: u32| laid_out(&format!("{players} players")).legal_for("red");
    let packages = |players: u32| {
        let is_package =
            |action: &&edo_rules::Action| matches!(action, edo_rules::Action::TakePackage(_));
        listed(players).iter().filter(is_package).count()
    };
    assert_eq!([2, 3, 4, 5].map(packages), [5, 5, 5, 5]);
}

#[test]
fn edo_amb_03_free_roads_serve_the_common_merchant_in_the_own_movement() {
    let text = "3 players jiin; red temple V1; red has 0 ryo; red does A1 money with 0";
    leaves(text, "red: move merchant C1", "red", "nothing");
    let others = text.replace("red temple", "blue temple").replace("0 ryo", "1 ryo");
    refused("EDO-5.11", &others, "red: move merchant C1");
}

#[test]
fn edo_amb_04_temples_stand_on_wood_rice_stone_river_and_road() {
    let takes = |kind: SpaceKind| kind.takes_temple();
    use SpaceKind::*;
    assert!([Wood, Rice, Stone, River, Road].into_iter().all(takes));
    assert!(![Edo, City, Border].into_iter().any(takes));
}

#[test]
fn edo_amb_05_local_by_trade_and_foreign_by_travel() {
    use edo_rules::Task::{Build, Trade, Travel};
    for demand in Demand::all() {
        let expected = match demand.kind() {
            DemandKind::Local => Trade,
            DemandKind::Foreign => Travel,
            DemandKind::Palace => Build,
        };
        assert_eq!(demand.task(), expected);
    }
}

#[test]
fn edo_amb_06_each_kind_of_demand_is_paid_its_own_way() {
    let price = |id: &str| Demand::from_id(id).expect("a demand").price();
    assert!(price("D02").ryo > 0 && price("D02").good(Good::Wood) > 0);
    assert_eq!(price("D10").to_string(), "14 Ryo");
    assert_eq!(price("D15").to_string(), "1 rice, 2 wood and 2 stone");
}

#[test]
fn edo_amb_07_a_demand_takes_one_official_and_not_the_slot() {
    let text = "3 players tokken; demands D06 D07 D08 next D09; red has 11 ryo; red at C1;
        red does A2 travel with 2";
    let mut game = accepted(text, "red: fulfil 1");
    game.draws_all().plays("red: travel C1 C2");
    assert_eq!(game.at("red"), "C2");
}

#[test]
fn edo_amb_08_a_demand_is_paid_scores_and_is_gone() {
    let text = "3 players tokken; demands D06 D07 D08 next D09; privileges Q01 Q02 Q03 next Q04;
        red has 11 ryo; red does A2 travel with 1";
    let game = leaves(text, "red: fulfil 1", "red", "1 points");
    assert!(!game.demands().contains("D06") && game.privileges_of("red") == "Q01");
    let six = Demand::from_id("D06").expect("a demand");
    assert!(!game.state.tokken.demand_stack.contains(six));
}

#[test]
fn edo_amb_09_demands_slide_right_and_privileges_left() {
    let text = "3 players tokken; demands D06 D07 D08 next D09; privileges Q01 Q02 Q03 next Q04;
        red has 12 ryo; red does A2 travel with 1";
    let game = accepted(text, "red: fulfil 2");
    assert_eq!(
        (game.demands().as_str(), game.privileges().as_str()),
        ("D09 D06 D08 none", "Q01 Q03 Q04 none")
    );
}

#[test]
fn edo_amb_10_what_comes_next_is_seen_and_not_used() {
    let text = "3 players tokken; demands none none none next D06; red has 20 ryo; red at C1;
        red does A2 travel with 1";
    let game = position(text);
    assert!(game.demands().ends_with("D06") && !game.allows("red: fulfil 1"));
}

#[test]
fn edo_amb_11_the_first_revealed_lies_farthest_away() {
    let mut game = fresh("2 players tokken");
    game.draws(&[0; 6]).draws(&[4, 5]);
    assert_eq!(game.demands(), "none D07 D05 none");
}

#[test]
fn edo_amb_12_a_prestige_site_is_for_a_house_only() {
    let text = "3 players tokken; red owns Q01; red at C1; red has 9 ryo 9 wood 9 stone;
        red does A1 build with 1";
    refused("EDO-9.26", text, "red: build post C1 first");
    accepted(text, "red: build house C1 first");
}

#[test]
fn edo_amb_13_city_income_is_for_the_own_turn() {
    let text = "3 players tokken; C1: blue; blue owns Q06; red does A1 money with 1";
    position(text).does_not_await("blue: income C1");
    let wages = "2 players tokken; C1: red; red owns Q06 Q07; wages red; red at C1";
    refused("EDO-5.15", wages, "red: income C1");
}

#[test]
fn edo_amb_14_a_resource_privilege_may_feed_a_samurai() {
    let wages = "2 players tokken; red owns Q08; wages red; red at C1; red has 0 ryo";
    let game = leaves(wages, "red: good Q08 rice; red: pay", "red", "nothing");
    assert_eq!(game.at("red"), "C1");
    position("2 players tokken; blue owns Q08; wages red; red at C1; red has 1 rice")
        .does_not_await("blue: good Q08 rice");
}

#[test]
fn edo_amb_15_the_trading_post_has_to_be_the_own_one_in_the_merchants_city() {
    let text = "3 players tokken; current T04; top T02; merchant C1; blue at C1; blue owns Q05;
        blue has 19 ryo 3 rice; blue does A2 trade with 1";
    for post in ["C1: red+", "C2: blue+"] {
        let game = accepted(&format!("{text}; {post}"), "blue: point top");
        assert_eq!(game.active(), "green", "{post}");
    }
    let game = accepted(&format!("{text}; C1: blue+"), "blue: point top");
    assert_eq!(game.active(), "blue");
}

#[test]
fn edo_amb_16_the_store_takes_ten_in_all() {
    let text = "2 players; wages red; red at C1; red has 5 rice 4 wood 4 stone";
    let mut game = position(text);
    game.plays("red: pay; red: discard stone; red: discard wood");
    assert_eq!(game.holds("red"), "4 rice, 3 wood, 3 stone");
    assert!(!matches!(game.state.phase, Phase::Store { .. }));
}

#[test]
fn edo_amb_17_full_production_is_for_one_samurai_once() {
    let text =
        "3 players tokken; red owns Q10; red at W1 W1; red has 0 ryo; red does A1 wood with 2";
    leaves(text, "red: produce W1 full; red: produce W1", "red", "5 wood");
    refused("EDO-9.31", text, "red: produce W1 full; red: produce W1 full");
}

#[test]
fn edo_amb_18_chance_places_the_first_ronin() {
    let mut game = fresh("5 players ronin");
    game.draws(&[0; 9]);
    assert_eq!(game.sides(), 3);
    game.draws(&[2, 1, 0]);
    assert_eq!(game.ronin(), "W3 S2 R1");
}

#[test]
fn edo_amb_19_a_ronin_joins_others_except_where_it_comes_from() {
    let mut game = position("3 players ronin; ronin W1 W1 S1; selecting");
    game.plays("red: select S1").draws(&[1]);
    assert_eq!(game.ronin(), "W1 W1 W1");
    let mut game = position("3 players ronin; ronin W1 W1 W1; selecting");
    game.plays("red: select W1").draws(&[1]);
    assert_eq!(game.ronin(), "W1 W1 W2");
}

#[test]
fn edo_amb_20_covered_spaces_take_no_ronin() {
    let mut game = position("4 players ronin; ronin W1 S1 R1; selecting");
    game.plays("red: select W1").draws(&[4]);
    for id in ["W3", "C5"] {
        assert!(!game.allows(&format!("red: send {id}")), "{id}");
    }
    game.refuses("EDO-9.46", "red: send W3");
}

#[test]
fn edo_amb_21_a_dispersal_moves_none_one_or_two() {
    let text = "3 players ronin; ronin W1 S1 R1; red at W1 W1 C1 C2; red does A2 travel with 1";
    for gather in ["red: face", "red: gather C1; red: face", "red: gather C1; red: gather C2"] {
        let game = accepted(text, &format!("red: disperse W1; {gather}"));
        assert!(game.tells("Seat 1 disperses 1 Ronin"), "{gather}");
    }
}

#[test]
fn edo_amb_22_a_paid_step_comes_before_the_free_ones() {
    let text = "3 players ronin; ronin C2 C2 R1; blue at S1 W1 B2; blue has 1 ryo;
        blue does A2 travel with 1";
    let game =
        accepted(text, "blue: move S1 C2; blue: disperse C2; blue: gather W1; blue: gather B2");
    assert!(game.tells("disperses 2 Ronin in Mito and gains 1 token."));
    let late = "blue: disperse C2; blue: gather W1; blue: gather B2";
    assert!(accepted(text, late).tells("the Ronin stay"));
}

#[test]
fn edo_amb_23_one_dispersal_in_each_slot() {
    let text = "3 players ronin; ronin W1 S1 R1; red at W1 S1; red does A2 travel with 2";
    let mut game = position(text);
    game.plays("red: disperse W1; red: face").refuses("EDO-9.54", "red: disperse W1");
}

#[test]
fn edo_amb_24_tiles_go_back_after_the_last_ronin() {
    let text = "3 players ronin; ronin W1 W1 S1; red at W1 W1 W1; red does A2 travel with 1";
    let mut game = accepted(text, "red: disperse W1");
    game.draws(&[2]);
    assert_eq!(game.sides(), 6);
}

#[test]
fn edo_amb_25_with_ronin_the_city_of_two_players_stays_covered() {
    let game = laid_out("2 players ronin");
    assert_eq!(game.state.covered().iter().map(|s| s.id()).collect::<Vec<_>>(), ["C3"]);
    let neutral = game.state.side().spaces().iter().filter(|s| s.kind().good().is_some());
    assert_eq!(neutral.count(), 6);
}

#[test]
fn edo_amb_26_two_players_cover_one_space_of_each_resource() {
    let covered = laid_out("2 players").state.covered();
    for kind in [SpaceKind::Wood, SpaceKind::Stone, SpaceKind::Rice] {
        assert_eq!(covered.iter().filter(|space| space.kind() == kind).count(), 1);
    }
}

#[test]
fn edo_amb_27_nobody_starts_in_edo() {
    let mut game = laid_out("3 players");
    game.refuses("EDO-4.8", "red: start EDO");
}

#[test]
fn edo_amb_28_slots_are_revealed_player_by_player() {
    let mut game = position("2 players");
    game.plans_idly();
    assert!(game.state.player(seat("red")).shown[0].is_some());
    assert_eq!(game.state.player(seat("blue")).shown, [None; 3]);
}

#[test]
fn edo_amb_29_samurai_score_anywhere_on_the_board() {
    let game = position("2 players; red at B1 V2; blue at EDO EDO");
    assert_eq!(game.state.score(seat("red")).samurai, 1);
    assert_eq!(game.state.score(seat("blue")).samurai, 1);
    assert_eq!(game.state.samurai_on(space("EDO")), 2);
}

#[test]
fn edo_amb_30_the_tenth_card_is_played() {
    let mut game = position("2 players; round 9; current T01; top T02; wages red");
    game.idles();
    assert!(matches!(game.state.phase, Phase::Plan(_)));
    assert_eq!(game.state.trade.current.map(|card| card.id()), Some("T02"));
}

#[test]
fn edo_amb_31_money_is_a_number_without_coins() {
    let text = "3 players; red has 0 ryo; red does A1 money with 1";
    leaves(text, "red: collect", "red", "5 ryo");
}

#[test]
fn edo_amb_32_a1_brings_four_wood_from_one_forestry_and_six_from_two() {
    let text = "3 players; red at W1 W1; red has 0 ryo; red does A1 wood with 2";
    leaves(text, "red: produce W1; red: produce W1", "red", "4 wood");
    leaves(&text.replace("W1 W1", "W1 W2"), "red: produce W1; red: produce W2", "red", "6 wood");
}
