//! The constant tables equal the data file, and the data has the shape that the
//! rules rely on.

use std::collections::BTreeSet;

use kit_rules::{Rules, SeatCount};
use kit_tables::DataFile;
use shogun_rules::{
    ARMIES, BUILDING_POINTS, Building, CATCH, CATCH_SIDES, Clan, EventCard, FARMERS, HELP_MARKERS,
    KNOCK_SIDES, MAJORITY_POINTS, NEUTRAL_FARMERS, Order, PROVINCE_POINTS, Province, ProvinceSet,
    Region, SEED_ARMIES, SEED_FARMERS, SHELF_CAPACITY, Shogun, Shortage, Side, Special,
    TIE_REDUCTION, TILES, TableFacts, YEARS,
};

const DATA: &str = include_str!("../data/shogun.toml");

fn data() -> DataFile {
    DataFile::read(DATA)
}

#[test]
fn the_provinces_equal_the_data_file() {
    let data = data();
    assert_eq!(data.rows("province").len(), Province::COUNT);
    for (index, row) in data.rows("province").enumerate() {
        let province = Province::from_id(row.text("id")).expect("every row has a province");
        assert_eq!((province.index(), province.name()), (index, row.text("name")));
        assert_eq!(province.region(Side::Sun).id(), row.text("region_sun"));
        assert_eq!(province.region(Side::Moon).id(), row.text("region_moon"));
        let values = [province.towns(), province.rice(), province.chests()].map(i64::from);
        assert_eq!(values, ["towns", "rice", "chests"].map(|key| row.number(key)), "{province}");
        let ids = |set: ProvinceSet| set.iter().map(Province::id).collect::<BTreeSet<_>>();
        assert_eq!(ids(province.land_neighbours()), row.texts("neighbours"), "{province}");
        assert_eq!(ids(province.sea_neighbours()), row.texts("sea_neighbours"), "{province}");
        for side in Side::ALL {
            let out = row.texts("out_of_3p").contains(side.id());
            assert_eq!(in_play(3, side).contains(province), !out, "{province}");
        }
    }
}

#[test]
fn the_cards_equal_the_data_file() {
    let data = data();
    for (row, order) in data.rows("action").zip(Order::ALL) {
        assert_eq!((row.text("id"), row.text("name")), (order.id(), order.to_string().as_str()));
        assert_eq!(row.number("cost_chests"), i64::from(order.price()));
        assert_eq!(row.number_or_zero("armies"), i64::from(order.armies()), "{order}");
    }
    for (row, special) in data.rows("special").zip(Special::ALL) {
        assert_eq!((row.text("id"), row.number("amount")), (special.id(), special.amount().into()));
    }
    for (row, card) in data.rows("event").zip(EventCard::all()) {
        assert_eq!(row.text("id"), card.id());
        assert_eq!(row.number("winter_rice_loss"), i64::from(card.winter_loss()));
    }
    for (row, seat) in data.rows("colour").zip(0..) {
        let clan = Clan::of(kit_rules::Seat::from_index(seat));
        assert_eq!((row.text("id"), row.text("clan")), (clan.colour, clan.name));
    }
}

#[test]
fn the_numbers_equal_the_data_file() {
    let data = data();
    let of = |table: &str, key: &str| data.get(table).number(key);
    assert_eq!(of("components", "army_cubes_per_player"), i64::from(ARMIES));
    assert_eq!(of("components", "farmer_cubes"), i64::from(FARMERS));
    for building in Building::ALL {
        let tiles = of("components", &format!("{building}_tiles"));
        assert_eq!(tiles, i64::from(TILES[building.index()]));
        let points = of("scoring", &format!("majority_{building}"));
        assert_eq!(points, i64::from(MAJORITY_POINTS[building.index()]));
    }
    assert_eq!(data.get("years").as_number(), i64::from(YEARS));
    assert_eq!(of("seeding", "armies_per_player"), i64::from(SEED_ARMIES));
    assert_eq!(of("seeding", "farmers"), i64::from(SEED_FARMERS));
    assert_eq!(of("combat", "neutral_farmers"), i64::from(NEUTRAL_FARMERS));
    let help = of("combat", "farmers_help_defender_when_revolt_markers");
    assert_eq!(help, i64::from(HELP_MARKERS));
    assert_eq!(of("scoring", "province"), i64::from(PROVINCE_POINTS));
    assert_eq!(of("scoring", "building"), i64::from(BUILDING_POINTS));
    assert_eq!(of("scoring", "tie_reduction"), i64::from(TIE_REDUCTION));
    assert_eq!(of("tower", "catch_num"), i64::from(CATCH));
    assert_eq!(of("tower", "catch_den"), i64::from(CATCH_SIDES));
    assert_eq!(of("tower", "knock_den"), i64::from(KNOCK_SIDES));
    assert_eq!(of("tower", "shelf_capacity"), SHELF_CAPACITY as i64);
}

#[test]
fn the_options_equal_the_data_file() {
    let data = data();
    let stated = data.get("options");
    let offered = Shogun::FACTS.options;
    assert_eq!(stated.fields().len(), offered.len());
    for option in offered {
        assert_eq!(stated.text(option.name), option.default, "{}", option.name);
        let answers = if option.name == "line_up" { 3 } else { 2 };
        assert_eq!(option.values.len(), answers, "{}", option.name);
    }
}

#[test]
fn sho_18_1_forty_five_provinces_in_regions_of_nine() {
    assert_eq!(Province::COUNT, 45);
    for (side, region) in Side::ALL.into_iter().flat_map(|s| Region::ALL.map(|r| (s, r))) {
        assert_eq!(Province::all().filter(|p| p.region(side) == region).count(), 9);
    }
    let moving: Vec<&str> = Province::all()
        .filter(|p| p.region(Side::Sun) != p.region(Side::Moon))
        .map(Province::id)
        .collect();
    let stated = "echizen hitachi kai mimasaka owari sanuki shinano wakasa";
    assert_eq!(moving.join(" "), stated);
    // Chests, rice and towns of each region.
    let totals = |side: Side| {
        Region::ALL.map(|region| {
            let members = || Province::all().filter(move |p| p.region(side) == region);
            [
                members().map(Province::chests).sum::<u8>(),
                members().map(Province::rice).sum(),
                members().map(Province::towns).sum(),
            ]
        })
    };
    let sun = [[43, 29, 15], [45, 28, 16], [43, 26, 16], [43, 28, 21], [46, 29, 19]];
    let moon = [[42, 28, 15], [45, 28, 17], [45, 26, 15], [44, 28, 21], [44, 30, 19]];
    assert_eq!((totals(Side::Sun), totals(Side::Moon)), (sun, moon));
}

#[test]
fn sho_18_2_borders_are_mutual() {
    let (mut land, mut sea) = (0, 0);
    for province in Province::all() {
        let (by_land, by_sea) = (province.land_neighbours(), province.sea_neighbours());
        assert!(by_land.intersection(by_sea).is_empty(), "{province}");
        assert!(!province.neighbours().contains(province), "{province}");
        assert!(by_land.iter().all(|other| other.land_neighbours().contains(province)));
        assert!(by_sea.iter().all(|other| other.sea_neighbours().contains(province)));
        land += by_land.len();
        sea += by_sea.len();
    }
    assert_eq!((land / 2, sea / 2), (91, 6));
}

#[test]
fn sho_18_3_the_map_is_connected_by_sea() {
    let reached = |start: ProvinceSet, by_sea: bool, within: ProvinceSet| {
        let mut all = start;
        loop {
            let around = all.iter().flat_map(|p| {
                let next = if by_sea { p.neighbours() } else { p.land_neighbours() };
                next.intersection(within).iter().collect::<Vec<_>>()
            });
            let next = around.fold(all, ProvinceSet::with);
            if next == all {
                return all.len();
            }
            all = next;
        }
    };
    for side in Side::ALL {
        for (seats, count) in [(3, 37), (4, 45)] {
            let within = in_play(seats, side);
            let start = ProvinceSet::only(within.nth(0).expect("there are provinces"));
            assert_eq!(reached(start, true, within), count);
            assert!(reached(start, false, within) < count, "Shikoku is an island");
        }
    }
}

#[test]
fn sho_18_4_eight_are_out_with_three() {
    for side in Side::ALL {
        let within = in_play(3, side);
        assert_eq!(Province::COUNT - within.len(), 8);
        for line_up in TableFacts::of(SeatCount::new(3).unwrap()).line_ups {
            assert!(line_up.armies.iter().all(|(province, _)| within.contains(*province)));
        }
    }
}

#[test]
fn sho_18_5_the_totals_of_the_map() {
    let sum = |value: fn(Province) -> u8| Province::all().map(|p| u32::from(value(p))).sum::<u32>();
    assert_eq!((sum(Province::chests), sum(Province::rice), sum(Province::towns)), (220, 140, 87));
}

#[test]
fn sho_18_6_the_cards_are_complete() {
    let mut losses: Vec<u8> = EventCard::all().map(EventCard::winter_loss).collect();
    losses.sort_unstable();
    assert_eq!(losses, [0, 1, 2, 2, 3, 3, 3, 4, 4, 5, 6, 7]);
    assert_eq!((Special::COUNT, Order::COUNT), (5, 10));
    assert!((1..=100).all(|missing| Shortage::of(missing).is_some()));
    assert_eq!(Shortage::of(0), None);
}

#[test]
fn sho_18_7_line_ups_use_the_groups_and_no_province_twice() {
    for seats in 3..=5 {
        let table = TableFacts::of(SeatCount::new(seats).unwrap());
        assert_eq!(table.line_ups.len(), seats as usize);
        let mut seen = ProvinceSet::EMPTY;
        for line_up in table.line_ups {
            let armies: Vec<u8> = line_up.armies.iter().map(|(_, armies)| *armies).collect();
            assert_eq!(armies, table.groups, "{}", line_up.letter);
            for (province, _) in line_up.armies {
                assert!(!seen.contains(*province), "{province} stands twice");
                seen = seen.with(*province);
            }
        }
    }
}

#[test]
fn sho_18_8_a_full_shelf_can_be_hit() {
    assert!(SHELF_CAPACITY as u32 <= KNOCK_SIDES);
}

fn in_play(seats: u32, side: Side) -> ProvinceSet {
    ProvinceSet::in_play(SeatCount::new(seats).expect("a table"), side)
}
