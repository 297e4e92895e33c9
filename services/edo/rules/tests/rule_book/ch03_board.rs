//! The board, its spaces and what covers them.

use edo_rules::{Good, ProfitSet, ProfitTile, Side, Space, SpaceKind, TableFacts};
use kit_rules::SeatCount;

use super::game::{accepted, leaves, refused};
use super::position::{laid_out, position, seat, space};

#[test]
fn edo_3_1_a_road_costs_one_ryo_in_either_direction() {
    let text = "3 players; red has 5 ryo; red at C1 V1; red does A1 money with 0";
    leaves(text, "red: move C1 V1", "red", "4 ryo");
    leaves(text, "red: move V1 C1", "red", "4 ryo");
    // A river is no shortcut: two roads, two Ryo.
    leaves(text, "red: move C1 EDO", "red", "3 ryo");
}

#[test]
fn edo_3_2_as_many_outer_cities_are_in_play_as_there_are_players() {
    for players in 2..=5 {
        let game = laid_out(&format!("{players} players"));
        let cities = game.state.open_spaces().iter().filter(|s| s.kind() == SpaceKind::City);
        assert_eq!(cities.count(), players);
    }
    // A space of the other side does not exist.
    let text = "3 players; red has 9 ryo; red at C1; red does A2 travel with 1";
    refused("EDO-3.2", text, "red: move C1 C5");
    refused("EDO-3.2", text, "red: travel C1 C5");
    refused("EDO-3.2", text, "red: place B4");
}

#[test]
fn edo_3_3_a_space_holds_any_number_of_samurai() {
    let text = "3 players; red at W1 W1 W1 W1; blue at W1 W1 W1; green at C1; green has 1 ryo;
        green does A1 money with 0";
    let game = accepted(text, "green: move C1 W1");
    assert_eq!(game.state.samurai_on(space("W1")), 8);
}

#[test]
fn edo_3_4_sites_are_filled_in_order_and_fortresses_stand_apart() {
    let text = "3 players; C1: red green; blue at C1; blue has 14 ryo 2 wood 7 stone;
        blue does A1 build with 2";
    let game = accepted(text, "blue: build house C1; blue: build fortress C1");
    assert_eq!(game.sites("C1"), "red green blue");
    assert_eq!(game.state.city(space("C1")).map(|city| city.fortresses), Some(1));
    let text = "3 players; blue at EDO; blue has 9 ryo 3 wood 2 stone; blue does A1 build with 1";
    refused("EDO-6.13", text, "blue: build post EDO");
}

#[test]
fn edo_3_6_edo_is_two_roads_from_every_place_that_matters() {
    for (players, side) in [(3, Side::A), (5, Side::B)] {
        let game = position(&format!("{players} players"));
        let cost = |from, to| game.state.way_cost(seat("red"), from, to).expect("connected");
        let mut farthest = 0;
        for from in side.spaces().iter() {
            let expected = match from.kind() {
                SpaceKind::Edo => 0,
                SpaceKind::River | SpaceKind::Road => 1,
                _ => 2,
            };
            assert_eq!(cost(from, Space::EDO), expected, "{from}");
            let costs = side.spaces().iter().map(|to| cost(from, to));
            farthest = farthest.max(costs.max().unwrap_or(0));
        }
        assert_eq!(farthest, 4);
    }
}

#[test]
fn edo_3_7_the_more_samurai_the_lower_the_yield() {
    let yields = |good: Good| [1, 2, 3, 4, 5, 9].map(|samurai| good.yield_with(samurai));
    assert_eq!(yields(Good::Rice), [4, 3, 2, 1, 1, 1]);
    assert_eq!(yields(Good::Wood), [3, 2, 1, 1, 1, 1]);
    assert_eq!(yields(Good::Stone), [3, 2, 1, 1, 1, 1]);
    assert_eq!(Good::Rice.yield_with(0), 0);
}

#[test]
fn edo_3_8_shares_add_up_to_the_total_and_fall_with_the_rank() {
    for tile in ProfitTile::all() {
        let most = if tile.side() == Side::A { 3 } else { 5 };
        for present in 1..=most {
            let shares = tile.shares(present);
            assert_eq!(shares.len(), present);
            assert_eq!(shares.iter().sum::<u8>(), tile.total(), "{} {present}", tile.id());
            assert!(shares.is_sorted_by(|a, b| a >= b));
        }
    }
    let totals =
        |side, edo| -> Vec<u8> { ProfitSet::of(side, edo).iter().map(ProfitTile::total).collect() };
    assert_eq!(totals(Side::A, true), [7, 8, 9]);
    assert_eq!(totals(Side::B, true), [9, 10, 11]);
    assert_eq!(totals(Side::A, false), [4, 4, 5, 5, 5, 6, 6, 6, 7]);
    assert_eq!(totals(Side::B, false), [5, 5, 6, 6, 6, 7, 7, 7, 8]);
}

#[test]
fn edo_3_9_what_is_covered_depends_on_the_players_alone() {
    let covered = |players: u32| -> Vec<&str> {
        let table = TableFacts::of(SeatCount::new(players).expect("a table"));
        let all = table.covered_cities.union(table.covered_resources);
        all.iter().map(Space::id).collect()
    };
    assert_eq!(covered(2), ["C3", "W2", "S2", "R2"]);
    assert_eq!(covered(4), ["C5", "W3", "S3", "R3"]);
    assert!(covered(3).is_empty() && covered(5).is_empty());
}

#[test]
fn edo_3_10_a_covered_space_is_crossed_like_a_road_and_gives_nothing() {
    let text = "2 players; red has 9 ryo 9 wood 9 stone; red at W2 C3; red does A1 wood with 1";
    accepted(text, "red: move W2 C3; red: move C3 W2");
    refused("EDO-6.5", text, "red: produce W2");
    let text = text.replace("wood with", "build with");
    refused("EDO-6.13", &text, "red: build house C3");
    refused("EDO-6.13", &text, "red: build fortress C3");
    let jiin = text.replace("2 players", "2 players jiin").replace("9 ryo", "9 ryo 2 rice");
    refused("EDO-9.9", &jiin, "red: build temple W2");
    assert_eq!(position("2 players").state.city(space("C3")).and_then(|city| city.profit), None);
    // The merchant stands and trades there like anywhere else.
    let text = "2 players; red has 5 ryo; red at C3; merchant C3; current T01;
        red does A2 trade with 1";
    leaves(text, "red: buy 2", "red", "1 ryo, 2 wood");
}
