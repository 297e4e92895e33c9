//! Components: what is in the box, and what is always true of it.

use kit_rules::{Rules, SeatCount, Violation as _};
use shogun_rules::{
    ARMIES, Building, CHEST_CARDS, Card, Clan, Cube, EventCard, FARMERS, Holding, Inconsistent,
    Options, Order, Province, ProvinceSet, Region, Shogun, Side, Space, Special, TILES, Tower,
};

use super::game::{acting, ids};
use super::position::{fresh, planning, position, province, seat};

#[test]
fn sho_1_1_three_four_or_five_play() {
    let setup = |seats: u32| {
        let seats = SeatCount::new(seats).expect("a table");
        Shogun::setup(&Options::default(), seats, &mut Vec::new())
    };
    for seats in 3..=5 {
        assert_eq!(setup(seats).map(|state| state.seats.get()), Ok(seats as usize));
    }
    for seats in [1, 2, 6] {
        assert_eq!(setup(seats).expect_err("no such table").rule(), "SHO-1.1");
    }
    let clans = ["blue", "yellow", "red", "black", "purple"].map(|name| Clan::of(seat(name)).name);
    assert_eq!(clans, ["Uesugi", "Mori", "Tokugawa", "Takeda", "Hashiba"]);
}

#[test]
fn sho_1_2_each_side_has_five_regions_of_nine() {
    for side in Side::ALL {
        for region in Region::ALL {
            let members = Province::all().filter(|p| p.region(side) == region).count();
            assert_eq!(members, 9, "{region} on {side:?}");
        }
    }
}

#[test]
fn sho_1_3_land_and_sea_neighbours_are_equal() {
    let kaga = province("kaga");
    assert_eq!((kaga.chests(), kaga.rice(), kaga.towns()), (4, 5, 3));
    assert_eq!(ids(kaga.sea_neighbours().iter()), ["tajima"]);
    let game =
        acting("3 players; blue kaga 2; actions combat_move_a; blue plans combat_move_a kaga");
    assert_eq!(game.targets("blue"), ["echizen", "etchu", "hida", "noto", "tajima"]);
}

#[test]
fn sho_1_4_a_province_takes_any_number_of_armies() {
    let mut game = acting(
        "3 players; blue kaga 30; blue noto 25; actions combat_move_a;
         blue plans combat_move_a kaga",
    );
    game.plays("blue: to noto; blue: with 29");
    assert_eq!((game.stands("noto"), game.supply("blue")), ("blue 54".into(), ARMIES - 55));
}

#[test]
fn sho_1_5_farmers_never_stand_in_a_province() {
    let mut game =
        acting("3 players; blue kaga 3 !1; actions collect_rice; blue plans collect_rice kaga");
    assert_eq!(game.state.farmers, FARMERS - 1);
    game.comes_out("blue 1 farmers 3");
    assert_eq!((game.stands("kaga").as_str(), game.tray().as_str()), ("neutral", "farmers 2"));
    assert_eq!(game.state.farmers, FARMERS - 2);
    assert_eq!(Cube::FARMER.owner(), None);
}

#[test]
fn sho_1_6_the_cards_are_counted() {
    assert_eq!((Province::COUNT, Order::COUNT, Space::COUNT), (45, 10, 11));
    assert_eq!((CHEST_CARDS, Special::COUNT, EventCard::COUNT), (5, 5, 12));
    let two_sided = Province::all().filter(|p| p.region(Side::Sun) != p.region(Side::Moon));
    assert_eq!(Province::COUNT + two_sided.count(), 53);
}

#[test]
fn sho_1_7_tiles_can_run_out() {
    assert_eq!(TILES, [28, 26, 26]);
    let mut text = "4 players; blue kaga 2; blue chests 9; actions build_castle;
        blue plans build_castle kaga"
        .to_string();
    let others: Vec<_> = Province::all().filter(|p| p.id() != "kaga").take(28).collect();
    for other in &others {
        text += &format!("; yellow {} 1 castle", other.id());
    }
    let game = acting(&text);
    assert_eq!((game.stands("kaga").as_str(), game.chests("blue")), ("blue 2", 9));
    assert!(game.told("Seat 1 skips \"build castle\" in Kaga: no tile is left."));
    let one_less = text.replace(&format!("; yellow {} 1 castle", others[27].id()), "");
    assert_eq!(acting(&one_less).stands("kaga"), "blue 2 castle");
}

#[test]
fn sho_1_8_the_bank_never_runs_out() {
    let game = acting(
        "3 players; red kaga 2; red chests 135; actions collect_taxes;
         red plans collect_taxes kaga",
    );
    assert_eq!(game.chests("red"), 139);
}

#[test]
fn sho_1_9_revolt_markers_never_run_out() {
    let mut game =
        acting("3 players; red kaga 30 !43; actions collect_rice; red plans collect_rice kaga");
    game.comes_out("red 30 farmers 20");
    assert_eq!(game.stands("kaga"), "red 10 !44");
}

#[test]
fn sho_1_11_the_supply_is_what_is_nowhere_else() {
    let mut game = fresh("5 players");
    game.draws_all();
    let inside = game.state.tower.contents();
    for name in ["blue", "yellow", "red", "black", "purple"] {
        assert_eq!(game.supply(name), ARMIES - 23 - inside[Cube::army(seat(name))]);
    }
}

#[test]
fn sho_1_12_neutral_provinces_are_those_of_the_reserve() {
    let game = position("3 players; blue kaga 2; red noto 1");
    let neutral = game.state.neutral();
    assert_eq!(neutral.len(), 35);
    assert!(!neutral.contains(province("kaga")) && !neutral.contains(province("sanuki")));
}

#[test]
fn sho_1_13_the_tray_keeps_its_cubes_between_battles() {
    let mut game = acting(
        "3 players; blue kaga 3; red tamba 3; actions combat_move_a combat_move_b;
         blue plans combat_move_a kaga; red plans combat_move_b tamba",
    );
    game.plays("blue: to noto; blue: with 2").comes_out("blue 2 farmers 1 yellow 2");
    assert_eq!(game.tray(), "yellow 2");
    game.draws(&[0]).plays("red: to omi; red: with 2");
    assert_eq!(game.thrown(), "yellow 2 red 2 farmers 1");
}

#[test]
fn sho_1_14_the_owner_has_the_card() {
    let game = planning("3 players; blue kaga 2; red noto 1");
    assert!(game.allows("blue: lay kaga on bid") && !game.allows("blue: lay noto on bid"));
    assert!(game.allows("red: lay noto on bid") && !game.allows("red: lay kaga on bid"));
}

#[test]
fn sho_1_15_cubes_are_neither_lost_nor_made() {
    let mut game = fresh("3 players");
    game.draws_all();
    assert_eq!(game.state.check(), Ok(()));
    let mut tampered = game.state.clone();
    tampered.players[1].supply -= 1;
    assert_eq!(tampered.check(), Err(Inconsistent::Armies { seat: seat("yellow") }));
    let mut tampered = game.state.clone();
    tampered.farmers += 1;
    assert_eq!(tampered.check(), Err(Inconsistent::Farmers));
}

#[test]
fn sho_1_16_owner_and_armies_go_together() {
    let mut game = fresh("3 players");
    game.draws_all();
    let (kaga, noto) = (province("kaga"), province("noto"));
    let mut tampered = game.state.clone();
    tampered.provinces[kaga.index()].armies = 0;
    assert_eq!(tampered.check(), Err(Inconsistent::Province { province: kaga }));
    let mut tampered = game.state.clone();
    assert_eq!(tampered.provinces[noto.index()], Holding::default());
    tampered.provinces[noto.index()].markers = 1;
    assert_eq!(tampered.check(), Err(Inconsistent::Province { province: noto }));
}

#[test]
fn sho_1_17_buildings_fit_the_towns() {
    let mut game = fresh("3 players");
    game.draws_all();
    let mino = province("mino");
    let mut tampered = game.state.clone();
    let buildings = &mut tampered.provinces[mino.index()].buildings;
    *buildings = buildings.with(Building::Temple);
    assert_eq!(tampered.check(), Ok(()));
    assert_eq!(tampered.stock(Building::Temple), 25);
    let buildings = &mut tampered.provinces[mino.index()].buildings;
    *buildings = buildings.with(Building::Castle);
    assert_eq!(tampered.check(), Err(Inconsistent::Province { province: mino }));
}

#[test]
fn sho_1_18_a_card_lies_in_one_place() {
    let mut game = fresh("3 players");
    game.draws_all();
    let mut tampered = game.state.clone();
    let foreign = tampered.provinces_of(seat("red")).nth(0).expect("red has provinces");
    tampered.players[0].plan.put(0, Card::Province(foreign)).expect("the space is free");
    assert_eq!(tampered.check(), Err(Inconsistent::Board { seat: seat("blue") }));
    let mut draft = fresh("3 players; option line_up draft");
    draft.draws_all();
    let open = draft.state.draft.open[0].expect("a card lies open");
    let deck = draft.state.draft_deck();
    let known: ProvinceSet = draft.state.draft.open.iter().flatten().copied().collect();
    assert!(deck.intersection(known).is_empty() && deck.len() + known.len() == 37);
    draft.state.draft.under.push(open);
    assert_eq!(draft.state.check(), Err(Inconsistent::Draft));
    assert_eq!(draft.state.tower, Tower::default());
}
