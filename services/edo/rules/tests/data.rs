//! The constant tables equal the data file, and the data has the shape that the
//! rules rely on.

use std::collections::BTreeSet;

use edo_rules::{
    BuildingKind, Card, Demand, Good, LocationTile, Package, Price, Privilege, ProfitTile, Side,
    Space, Table, Task, TradingCard,
};
use kit_rules::SeatCount;
use toml::Value;

const DATA: &str = include_str!("../data/edo.toml");
const ORIGINS: [&str; 3] = ["publisher", "public", "reconstructed"];

fn data() -> toml::Table {
    DATA.parse().expect("the data file is well formed")
}

fn rows<'a>(data: &'a toml::Table, name: &str) -> &'a Vec<Value> {
    data[name].as_array().unwrap_or_else(|| panic!("{name} is a list"))
}

fn text<'a>(row: &'a Value, name: &str) -> &'a str {
    row[name].as_str().unwrap_or_else(|| panic!("no {name} in {row}"))
}

fn number(row: &Value, name: &str) -> u8 {
    row.get(name).map_or(0, |value| value.as_integer().expect("a number") as u8)
}

fn price(row: &Value) -> Price {
    let [ryo, rice, wood, stone] = ["ryo", "rice", "wood", "stone"].map(|name| number(row, name));
    Price { ryo, rice, wood, stone }
}

#[test]
fn edo_14_1_every_value_names_its_origin() {
    /// Counts the values that have an origin and checks that it is known.
    fn count(value: &Value) -> usize {
        match value {
            Value::Table(table) => {
                let own = table.get("origin").map_or(0, |origin| {
                    let known = origin.as_str().is_some_and(|text| ORIGINS.contains(&text));
                    assert!(known, "{table}");
                    1
                });
                own + table.values().map(count).sum::<usize>()
            }
            Value::Array(rows) => rows.iter().map(count).sum(),
            _ => 0,
        }
    }
    let data = data();
    for (name, parameter) in data["parameters"].as_table().unwrap() {
        assert_eq!(count(parameter), 1, "{name}");
    }
    for name in [
        "sides",
        "tables",
        "profit_tiles",
        "profit_shares",
        "cards",
        "privileges",
        "location_tiles",
        "packages",
        "demands",
    ] {
        for row in rows(&data, name) {
            assert_eq!(count(row), 1, "{row}");
        }
    }
    // Points and price of a building, goods and point of a trading card.
    for row in rows(&data, "buildings").iter().chain(rows(&data, "trading_cards")) {
        assert_eq!(count(row), 2, "{row}");
    }
}

#[test]
fn the_spaces_and_roads_equal_the_data_file() {
    let data = data();
    for (row, side) in rows(&data, "sides").iter().zip([Side::A, Side::B]) {
        let spaces = row["spaces"].as_array().unwrap();
        assert_eq!(spaces.len(), side.spaces().len());
        for row in spaces {
            let space = Space::from_id(text(row, "id")).expect("every space has a table row");
            assert!(side.spaces().contains(space));
            assert_eq!(space.name(), text(row, "name"));
            assert_eq!(side.sites(space), number(row, "sites").into());
            assert_eq!(side.fortress_spots(space), number(row, "fortress_spots"));
        }
        let roads = row["roads"].as_array().unwrap();
        let ends: usize = side.spaces().iter().map(|space| side.next_to(space).len()).sum();
        assert_eq!(ends, 2 * roads.len());
        for road in roads {
            let ends = road.as_array().unwrap();
            let [a, b] = [0, 1].map(|end| Space::from_id(ends[end].as_str().unwrap()).unwrap());
            assert!(side.next_to(a).contains(b) && side.next_to(b).contains(a), "{road}");
        }
    }
    assert_eq!([19, 28], [Side::A, Side::B].map(|side| side.spaces().len()));
}

#[test]
fn the_tables_of_two_to_five_equal_the_data_file() {
    let data = data();
    for row in rows(&data, "tables") {
        let table = Table::of(SeatCount::new(number(row, "players").into()).expect("a table"));
        assert_eq!(format!("{:?}", table.side), text(row, "side"));
        let covered = |name: &str| -> BTreeSet<&str> {
            row[name].as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect()
        };
        assert!(table.covered_cities.iter().map(Space::id).eq(covered("covered_cities")));
        let resources: BTreeSet<&str> = table.covered_resources.iter().map(Space::id).collect();
        assert_eq!(resources, covered("covered_resources"));
    }
}

#[test]
fn buildings_packages_and_yields_equal_the_data_file() {
    let data = data();
    for (row, kind) in rows(&data, "buildings").iter().zip(BuildingKind::ALL) {
        assert_eq!(kind.to_string().replace(' ', "_"), text(row, "kind"));
        assert_eq!(kind.price(), price(&row["price"]));
        assert_eq!((kind.points(), kind.weight()), (number(row, "points"), number(row, "weight")));
    }
    for row in rows(&data, "packages") {
        let package = Package::from_id(text(row, "id")).expect("a package");
        assert_eq!(package.contents(), price(&row["contents"]));
    }
    for good in Good::ALL {
        let chart = data["yields"][good.id()]["by_samurai"].as_array().unwrap();
        for (others, value) in chart.iter().enumerate() {
            assert_eq!(i64::from(good.yield_with(others + 1)), value.as_integer().unwrap());
        }
    }
}

#[test]
fn profit_tiles_equal_the_data_file() {
    let data = data();
    assert_eq!(rows(&data, "profit_tiles").len(), ProfitTile::COUNT);
    for row in rows(&data, "profit_tiles") {
        let tile = ProfitTile::from_id(text(row, "id")).expect("a tile");
        assert_eq!(tile.total(), number(row, "total"));
        assert_eq!(tile.is_for_edo(), text(row, "for") == "edo");
        assert_eq!(format!("{:?}", tile.side()), text(row, "side"));
        let shares = rows(&data, "profit_shares")
            .iter()
            .find(|shares| number(shares, "total") == tile.total());
        for (index, row) in shares.unwrap()["shares"].as_array().unwrap().iter().enumerate() {
            let row = row.as_array().unwrap().iter().map(|share| share.as_integer().unwrap());
            assert!(tile.shares(index + 1).iter().map(|share| i64::from(*share)).eq(row));
        }
    }
}

#[test]
fn cards_equal_the_data_file() {
    let data = data();
    assert_eq!(rows(&data, "cards").len(), Card::COUNT);
    for row in rows(&data, "cards") {
        let card = Card::from_id(text(row, "id")).expect("a card");
        assert_eq!(card.is_special(), text(row, "kind") == "special");
        let tasks = row["tasks"].as_array().unwrap();
        assert_eq!(tasks.len(), card.tasks().len());
        let most: u8 = tasks.iter().map(|task| number(task, "officials_max")).sum();
        assert_eq!(card.tasks().iter().map(|facts| facts.officials_max).sum::<u8>(), most);
        let extra: u8 =
            tasks.iter().map(|task| number(task, "bonus") + number(task, "discount")).sum();
        assert_eq!(
            card.tasks().iter().map(|facts| facts.bonus + facts.discount).sum::<u8>(),
            extra
        );
    }
    for row in rows(&data, "trading_cards") {
        let card = TradingCard::from_id(text(row, "id")).expect("a trading card");
        let goods = card.goods();
        assert_eq!(goods.good.id(), text(&row["goods"], "good"));
        assert_eq!(goods.units_max, number(&row["goods"], "units_max"));
        assert_eq!(goods.ryo_each, number(&row["goods"], "ryo_each"));
        assert_eq!(card.point(), price(&row["point"]));
    }
}

#[test]
fn tokens_equal_the_data_file() {
    let data = data();
    for row in rows(&data, "demands") {
        let demand = Demand::from_id(text(row, "id")).expect("a demand");
        assert_eq!(
            (demand.to_string().as_str(), demand.price()),
            (text(row, "name"), price(&row["price"]))
        );
        assert_eq!(format!("{:?}", demand.kind()).to_lowercase(), text(row, "kind"));
    }
    for row in rows(&data, "privileges") {
        let privilege = Privilege::from_id(text(row, "id")).expect("a privilege");
        let kind = text(row, "kind").replace('_', "");
        assert_eq!(format!("{:?}", privilege.kind()).to_lowercase(), kind);
        let goods: BTreeSet<&str> = row.get("goods").map_or(BTreeSet::new(), |goods| {
            goods.as_array().unwrap().iter().map(|good| good.as_str().unwrap()).collect()
        });
        assert_eq!(privilege.goods().iter().map(|good| good.id()).collect::<BTreeSet<_>>(), goods);
    }
    for row in rows(&data, "location_tiles") {
        let tile = LocationTile::from_id(text(row, "id")).expect("a tile");
        let kind = tile.kind().map_or("any".to_owned(), |kind| format!("{kind:?}").to_lowercase());
        assert_eq!(kind, text(row, "kind"));
    }
}

#[test]
fn the_bound_on_steps_counts_with_what_the_cards_allow() {
    let most = |card: Card| card.tasks().iter().map(|facts| facts.officials_max).max().unwrap_or(0);
    let mut officials: Vec<u8> = Card::all().map(most).collect();
    officials.sort();
    officials.reverse();
    assert_eq!(officials[..3], [4, 3, 3]);
    let brought = |card: Card| {
        let gains = card.tasks().iter().map(|facts| match facts.task.good() {
            Some(good) => facts.officials_max * (good.yield_with(1) + facts.bonus),
            None if facts.task == Task::RiceSupply => facts.officials_max * facts.gain,
            None => 0,
        });
        gains.max().unwrap_or(0)
    };
    assert_eq!(Card::all().map(brought).max(), Some(12));
    assert!(TradingCard::all().all(|card| card.goods().units_max <= 3));
}
