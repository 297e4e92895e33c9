//! The constant tables equal the data file, and the data has the shape that the
//! rules rely on.

use std::collections::BTreeSet;

use edo_rules::{
    BuildingKind, Card, Demand, Good, LocationTile, Package, Price, Privilege, ProfitTile, Side,
    Space, TableFacts, Task, TradingCard,
};
use kit_rules::SeatCount;
use kit_tables::{DataFile, Row};

const DATA: &str = include_str!("../data/edo.toml");
const ORIGINS: [&str; 3] = ["publisher", "public", "reconstructed"];

fn data() -> DataFile {
    DataFile::read(DATA)
}

fn number(row: Row<'_>, name: &str) -> u8 {
    row.number_or_zero(name) as u8
}

fn price(row: Row<'_>) -> Price {
    let [ryo, rice, wood, stone] = ["ryo", "rice", "wood", "stone"].map(|name| number(row, name));
    Price { ryo, rice, wood, stone }
}

#[test]
fn edo_14_1_every_value_names_its_origin() {
    /// Counts the values that have an origin and checks that it is known.
    fn count(row: Row<'_>) -> usize {
        if let Some(fields) = row.as_fields() {
            let own = row.find("origin").map_or(0, |origin| {
                assert!(ORIGINS.contains(&origin.as_text()), "{row:?}");
                1
            });
            return own + fields.map(|(_, field)| count(field)).sum::<usize>();
        }
        row.as_items().map_or(0, |rows| rows.map(count).sum())
    }
    let data = data();
    for (name, parameter) in data.get("parameters").fields() {
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
        for row in data.rows(name) {
            assert_eq!(count(row), 1, "{row:?}");
        }
    }
    // Points and price of a building, goods and point of a trading card.
    for row in data.rows("buildings").chain(data.rows("trading_cards")) {
        assert_eq!(count(row), 2, "{row:?}");
    }
}

#[test]
fn the_spaces_and_roads_equal_the_data_file() {
    let data = data();
    for (row, side) in data.rows("sides").zip([Side::A, Side::B]) {
        let spaces = row.rows("spaces");
        assert_eq!(spaces.len(), side.spaces().len());
        for row in spaces {
            let space = Space::from_id(row.text("id")).expect("every space has a table row");
            assert!(side.spaces().contains(space));
            assert_eq!(space.name(), row.text("name"));
            assert_eq!(side.sites(space), usize::from(number(row, "sites")));
            assert_eq!(side.fortress_spots(space), number(row, "fortress_spots"));
        }
        let roads = row.rows("roads");
        let ends: usize = side.spaces().iter().map(|space| side.next_to(space).len()).sum();
        assert_eq!(ends, 2 * roads.len());
        for road in roads {
            let ends: Vec<Space> =
                road.items().map(|end| Space::from_id(end.as_text()).expect("a space")).collect();
            let [a, b] = ends[..] else { panic!("{road:?}: two ends") };
            assert!(side.next_to(a).contains(b) && side.next_to(b).contains(a), "{road:?}");
        }
    }
    assert_eq!([19, 28], [Side::A, Side::B].map(|side| side.spaces().len()));
}

#[test]
fn the_tables_of_two_to_five_equal_the_data_file() {
    let data = data();
    for row in data.rows("tables") {
        let table = TableFacts::of(SeatCount::new(number(row, "players").into()).expect("a table"));
        assert_eq!(format!("{:?}", table.side), row.text("side"));
        assert!(table.covered_cities.iter().map(Space::id).eq(row.texts("covered_cities")));
        let resources: BTreeSet<&str> = table.covered_resources.iter().map(Space::id).collect();
        assert_eq!(resources, row.texts("covered_resources"));
    }
}

#[test]
fn buildings_packages_and_yields_equal_the_data_file() {
    let data = data();
    for (row, kind) in data.rows("buildings").zip(BuildingKind::ALL) {
        assert_eq!(kind.to_string().replace(' ', "_"), row.text("kind"));
        assert_eq!(kind.price(), price(row.get("price")));
        assert_eq!((kind.points(), kind.weight()), (number(row, "points"), number(row, "weight")));
    }
    for row in data.rows("packages") {
        let package = Package::from_id(row.text("id")).expect("a package");
        assert_eq!(package.contents(), price(row.get("contents")));
    }
    for good in Good::ALL {
        let chart = data.get("yields").get(good.id()).rows("by_samurai");
        for (others, value) in chart.enumerate() {
            assert_eq!(i64::from(good.yield_with(others + 1)), value.as_number());
        }
    }
}

#[test]
fn profit_tiles_equal_the_data_file() {
    let data = data();
    assert_eq!(data.rows("profit_tiles").len(), ProfitTile::COUNT);
    for row in data.rows("profit_tiles") {
        let tile = ProfitTile::from_id(row.text("id")).expect("a tile");
        assert_eq!(tile.total(), number(row, "total"));
        assert_eq!(tile.is_for_edo(), row.text("for") == "edo");
        assert_eq!(format!("{:?}", tile.side()), row.text("side"));
        let shares =
            data.rows("profit_shares").find(|shares| number(*shares, "total") == tile.total());
        let shares = shares.expect("every total has its shares");
        for (index, row) in shares.rows("shares").enumerate() {
            let row = row.items().map(Row::as_number);
            assert!(tile.shares(index + 1).iter().map(|share| i64::from(*share)).eq(row));
        }
    }
}

#[test]
fn cards_equal_the_data_file() {
    let data = data();
    assert_eq!(data.rows("cards").len(), Card::COUNT);
    for row in data.rows("cards") {
        let card = Card::from_id(row.text("id")).expect("a card");
        assert_eq!(card.is_special(), row.text("kind") == "special");
        let tasks = || row.rows("tasks");
        assert_eq!(tasks().len(), card.tasks().len());
        let most: u8 = tasks().map(|task| number(task, "officials_max")).sum();
        assert_eq!(card.tasks().iter().map(|facts| facts.officials_max).sum::<u8>(), most);
        let extra: u8 = tasks().map(|task| number(task, "bonus") + number(task, "discount")).sum();
        assert_eq!(
            card.tasks().iter().map(|facts| facts.bonus + facts.discount).sum::<u8>(),
            extra
        );
    }
    for row in data.rows("trading_cards") {
        let card = TradingCard::from_id(row.text("id")).expect("a trading card");
        let goods = card.goods();
        assert_eq!(goods.good.id(), row.get("goods").text("good"));
        assert_eq!(goods.units_max, number(row.get("goods"), "units_max"));
        assert_eq!(goods.ryo_each, number(row.get("goods"), "ryo_each"));
        assert_eq!(card.point(), price(row.get("point")));
    }
}

#[test]
fn tokens_equal_the_data_file() {
    let data = data();
    for row in data.rows("demands") {
        let demand = Demand::from_id(row.text("id")).expect("a demand");
        assert_eq!(
            (demand.to_string().as_str(), demand.price()),
            (row.text("name"), price(row.get("price")))
        );
        assert_eq!(format!("{:?}", demand.kind()).to_lowercase(), row.text("kind"));
    }
    for row in data.rows("privileges") {
        let privilege = Privilege::from_id(row.text("id")).expect("a privilege");
        let kind = row.text("kind").replace('_', "");
        assert_eq!(format!("{:?}", privilege.kind()).to_lowercase(), kind);
        let goods = row.find("goods").map_or(BTreeSet::new(), |_| row.texts("goods"));
        assert_eq!(privilege.goods().iter().map(|good| good.id()).collect::<BTreeSet<_>>(), goods);
    }
    for row in data.rows("location_tiles") {
        let tile = LocationTile::from_id(row.text("id")).expect("a tile");
        let kind = tile.kind().map_or("any".to_owned(), |kind| format!("{kind:?}").to_lowercase());
        assert_eq!(kind, row.text("kind"));
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
