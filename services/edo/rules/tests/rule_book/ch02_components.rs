//! Terms and pieces.

use edo_rules::{
    Card, CardSet, Demand, LocationTile, Package, Privilege, ProfitTile, Side, SpaceKind, Squad,
    TableFacts, TradingCard,
};
use kit_rules::SeatCount;

use super::game::{accepted, refused};
use super::position::{laid_out, position, seat};

#[test]
fn edo_2_1_the_same_figure_is_an_official_at_home_and_a_samurai_on_the_board() {
    let mut game = position("3 players; red has 1 ryo; red does A2 travel with 1");
    assert_eq!(game.state.player(seat("red")).officials(), 5);
    game.plays("red: place B1");
    assert_eq!((game.state.player(seat("red")).officials(), game.at("red")), (4, "B1".into()));
    let game = accepted("2 players; wages red; red at C1; red has 1 rice", "red: home C1");
    assert_eq!((game.state.player(seat("red")).officials(), game.at("red")), (5, "".into()));
}

#[test]
fn edo_2_2_a_white_official_never_becomes_a_samurai() {
    refused("EDO-6.7", "3 players; red at C1; red does A2 travel with 0 1", "red: place B1");
    accepted("3 players; red at C1; red does A2 travel with 1 1", "red: place B1");
}

#[test]
fn edo_2_3_ryo_are_no_resources() {
    let game =
        accepted("2 players; wages red; red at C1; red has 50 ryo 6 rice 5 stone", "red: pay");
    assert_eq!(game.holds("red"), "50 ryo, 5 rice, 5 stone");
}

#[test]
fn edo_2_4_every_side_has_all_types_of_space_and_one_edo() {
    use SpaceKind::*;
    let count = |side: Side, kind| side.spaces().iter().filter(|s| s.kind() == kind).count();
    let kinds = [Edo, City, Wood, Stone, Rice, River, Road, Border];
    assert_eq!(kinds.map(|kind| count(Side::A, kind)), [1, 3, 2, 2, 2, 3, 3, 3]);
    assert_eq!(kinds.map(|kind| count(Side::B, kind)), [1, 5, 3, 3, 3, 3, 6, 4]);
}

#[test]
fn edo_2_5_turn_order_is_clockwise_from_the_start_player() {
    let game = position("3 players; start blue");
    let order: Vec<u32> = game.state.turn_order().map(|seat| seat.number()).collect();
    assert_eq!(order, [2, 3, 1]);
}

#[test]
fn edo_2_6_the_pieces_are_those_of_the_box() {
    let sides: Vec<Side> =
        (2..=5).map(|n| TableFacts::of(SeatCount::new(n).expect("a table")).side).collect();
    assert_eq!(sides, [Side::A, Side::A, Side::B, Side::B]);
    assert_eq!((TradingCard::COUNT, ProfitTile::COUNT, Package::COUNT), (10, 24, 5));
    assert_eq!((Demand::COUNT, Privilege::COUNT, LocationTile::COUNT), (15, 12, 7));
    assert_eq!((CardSet::BASIC.len(), CardSet::SPECIAL.len(), Squad::MAX), (3, 6, 5));
    for (players, tiles, covers) in [(2, 3, 4), (3, 4, 0), (4, 5, 4), (5, 6, 0)] {
        let game = laid_out(&format!("{players} players"));
        let laid = game.state.cities.iter().filter(|city| city.profit.is_some()).count();
        assert_eq!((laid, game.state.covered().len()), (tiles, covers), "{players} players");
        let red = seat("red");
        assert_eq!((game.state.houses_left(red), game.state.posts_left(red)), (7, 1));
        assert_eq!((game.state.whites_left(), game.state.fortresses_left()), (12, 8));
        let copies: usize = Card::all().map(|card| game.state.copies_left(card)).sum();
        assert_eq!(copies, 12);
    }
    let game = laid_out("3 players jiin tokken ronin");
    assert_eq!((game.state.player(seat("red")).temples_left(), game.state.ronin.len()), (3, 3));
    assert_eq!(game.state.ronin_tokens_left(), 15);
}

#[test]
fn edo_2_7_resources_never_run_out() {
    let game = accepted("3 players; blue has 90 rice; red does A1 supply with 1", "red: collect");
    assert_eq!(game.holds("red"), "1 ryo, 2 rice");
}

#[test]
fn edo_2_8_an_empty_supply_gives_nothing() {
    let text = "3 players; blue has 12 whites; red has 3 rice; red at C1; merchant C1;
        red does A2 recruit with 1";
    refused("EDO-2.8", text, "red: recruit");
    let text = "4 players; red has 6 ryo; blue owns S1; green owns S1; red does A3 buy with 1";
    refused("EDO-2.8", text, "red: card S1");
    accepted(text, "red: card S2");
}
