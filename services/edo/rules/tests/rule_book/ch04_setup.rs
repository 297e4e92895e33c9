//! Setup: how the table is laid out, and how the players start.

use edo_rules::{Card, Event, PackageSet, Phase, Space, SpaceKind};

use super::game::Game;
use super::position::{fresh, laid_out, seat, space};

fn started(players: &str) -> Game {
    let mut game = laid_out(players);
    while let Phase::Positions { .. } = game.state.phase {
        let colour = game.active();
        let packages = PackageSet::ALL.iter().map(|package| format!("take {}", package.id()));
        let wishes = ["start C1".to_owned()].into_iter().chain(packages);
        let mut wishes = wishes.map(|what| format!("{colour}: {what}"));
        let wish = wishes.find(|text| game.allows(text)).expect("something is left");
        game.plays(&wish);
    }
    game
}

#[test]
fn edo_4_1_the_side_and_the_open_supplies_fit_the_players() {
    for (players, spaces) in [(2, 19), (3, 19), (4, 28), (5, 28)] {
        let game = laid_out(&format!("{players} players"));
        assert_eq!(game.state.side().spaces().len(), spaces);
        let copies = Card::all().filter(|card| card.is_special());
        assert!(copies.into_iter().all(|card| game.state.copies_left(card) == 2));
    }
}

#[test]
fn edo_4_2_every_open_city_gets_a_tile_of_its_side_and_kind() {
    let mut game = fresh("4 players");
    game.draws(&[0]);
    assert_eq!(game.sides(), 3);
    game.draws(&[2]);
    for left in [9, 8, 7, 6] {
        assert_eq!(game.sides(), left);
        game.draws(&[left - 1]);
    }
    let totals: Vec<Option<u8>> =
        game.state.cities.iter().map(|city| city.profit.map(|tile| tile.total())).collect();
    assert_eq!(totals, [Some(11), Some(8), Some(7), Some(7), Some(7), None]);
}

#[test]
fn edo_4_3_one_card_is_current_one_is_open_and_eight_lie_below_it() {
    let mut game = fresh("3 players");
    game.draws(&[0, 0, 0, 0, 0]);
    assert_eq!(game.sides(), 10);
    game.draws(&[3]);
    assert_eq!(game.sides(), 9);
    game.draws(&[0]);
    let trade = game.state.trade;
    assert_eq!(trade.current.map(|card| card.id()), Some("T04"));
    assert_eq!(trade.top.map(|card| card.id()), Some("T01"));
    assert_eq!((trade.pile.len(), game.state.merchant), (8, Space::EDO));
}

#[test]
fn edo_4_4_everyone_starts_with_ten_ryo_and_a_random_player_begins() {
    for first in 0..4 {
        let mut game = fresh("4 players");
        assert_eq!(game.sides(), 4);
        game.draws(&[first]).draws_all();
        assert_eq!(game.active(), ["red", "blue", "green", "yellow"][first as usize]);
        assert_eq!((game.holds("red"), game.holds("yellow")), ("10 ryo".into(), "10 ryo".into()));
        assert_eq!(game.state.player(seat("blue")).officials(), 5);
    }
}

#[test]
fn edo_4_5_modules_are_laid_out_before_the_starting_positions() {
    let game = laid_out("3 players jiin tokken ronin");
    assert_eq!(game.state.phase, Phase::Positions { taken: 0 });
    assert!(!game.demands().contains("none") && !game.privileges().contains("none"));
    assert_eq!(game.state.ronin.len(), 3);
    let base = laid_out("3 players");
    assert_eq!((base.demands().as_str(), base.state.ronin.len()), ("none none none none", 0));
}

#[test]
fn edo_4_6_each_takes_one_thing_in_turn_order_and_the_other_in_reverse() {
    let mut game = fresh("3 players");
    game.draws(&[1]).draws_all();
    let mut order = Vec::new();
    for what in ["start C1", "take K1", "start C2", "take K2", "start C1", "take K3"] {
        let colour = game.active();
        order.push(colour);
        game.plays(&format!("{colour}: {what}"));
    }
    assert_eq!(order, ["blue", "green", "red", "red", "green", "blue"]);
    let mut game = laid_out("2 players");
    game.plays("red: take K1; blue: start C1").refuses("EDO-4.6", "blue: start C2");
    game.plays("blue: take K2").refuses("EDO-4.6", "red: take K3");
}

#[test]
fn edo_4_7_a_package_is_taken_once() {
    let mut game = laid_out("3 players");
    game.plays("red: take K5").refuses("EDO-4.7", "blue: take K5");
    assert_eq!(game.holds("red"), "16 ryo, 1 rice, 1 wood");
}

#[test]
fn edo_4_8_a_starting_city_is_an_open_outer_city() {
    let mut game = laid_out("2 players");
    game.refuses("EDO-4.8", "red: start EDO").refuses("EDO-4.8", "red: start C3");
    game.refuses("EDO-4.8", "red: start V1");
    game.plays("red: start C1; blue: start C1");
    assert_eq!((game.sites("C1"), game.at("blue")), ("red blue".into(), "C1".into()));
    assert_eq!(game.state.player(seat("red")).points, 0);
}

#[test]
fn edo_4_9_everyone_comes_out_of_the_setup_alike() {
    for players in 2..=5 {
        let game = started(&format!("{players} players"));
        for seat in game.state.seats.seats() {
            let player = game.state.player(seat);
            assert_eq!((player.officials(), player.samurai.len(), player.points), (4, 1, 0));
            assert_eq!((game.state.houses_left(seat), game.state.posts_left(seat)), (6, 1));
            let contents = player.package.map(|package| package.contents().ryo);
            assert_eq!(Some(player.ryo), contents.map(|ryo| 10 + u16::from(ryo)));
        }
        assert!(matches!(game.state.phase, Phase::Plan(_)) && game.state.round == 1);
    }
}

#[test]
fn edo_4_10_two_players_cover_four_spaces_and_with_ronin_only_the_city() {
    let covered = |text: &str| -> Vec<&str> {
        laid_out(text).state.covered().iter().map(|space| space.id()).collect()
    };
    assert_eq!(covered("2 players"), ["C3", "W2", "S2", "R2"]);
    assert_eq!(covered("2 players ronin"), ["C3"]);
    let game = laid_out("2 players ronin");
    let ronin = |id: &str| game.state.ronin.count(space(id));
    for id in ["W1", "W2", "S1", "S2", "R1", "R2"] {
        assert_eq!(game.state.samurai_on(space(id)), 1 + ronin(id), "{id}");
    }
    assert_eq!(laid_out("4 players ronin").state.covered().len(), 4);
}

#[test]
fn edo_4_11_five_players_use_everything() {
    let game = started("5 players");
    assert!(game.state.covered().is_empty());
    assert!(game.state.cities.iter().all(|city| city.profit.is_some()));
    let resources = game.state.open_spaces().iter().filter(|s| s.kind().good().is_some());
    assert_eq!(resources.count(), 9);
    let packages = game.events.iter().filter(|event| matches!(event, Event::PackageTaken { .. }));
    assert_eq!(packages.count(), 5);
    let outer = game.state.open_spaces().iter().filter(|s| s.kind() == SpaceKind::City);
    assert_eq!(outer.count(), 5);
}
