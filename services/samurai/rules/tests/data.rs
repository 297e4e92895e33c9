//! The constant tables equal the data file, and the data has the shape that the
//! rules rely on.

use std::collections::{BTreeMap, BTreeSet};

use kit_rules::SeatCount;
use kit_tables::DataFile;
use samurai_rules::{
    Cell, Figure, HAND_SIZE, Kind, Settlement, SettlementKind, TableFacts, Tile, TileSet,
};

const DATA: &str = include_str!("../data/samurai.toml");
/// Settlement, kind, place, land neighbours and sea neighbours, one per line.
const SETTLEMENTS: &str = include_str!("data/settlements.txt");
/// Land cell and the two settlements that it lies between, one per line.
const LAND: &str = include_str!("data/land.txt");

#[test]
fn the_tables_equal_the_data_file() {
    let data = DataFile::read(DATA);
    let cells = data.get("board").rows("cells");
    assert_eq!(cells.len(), Cell::COUNT);
    for row in cells {
        let cell = Cell::from_id(row.text("id")).expect("every cell has a table row");
        assert_eq!(cell.name(), row.text("name"));
        assert_eq!(cell.piece().id, row.text("piece"));
        let (q, r) = cell.place();
        assert_eq!((i64::from(q), i64::from(r)), (row.number("q"), row.number("r")));
        assert_eq!(Cell::from_index(cell.index()), Some(cell));
        let terrain = match cell {
            Cell::Settlement(settlement) => {
                assert_eq!(settlement.capacity() as i64, row.number("capacity"));
                "settlement"
            }
            Cell::Land(_) => "land",
            Cell::Sea(_) => "sea",
        };
        assert_eq!(terrain, row.text("terrain"), "{cell}");
    }
    let tiles = data.get("tiles");
    let ids: Vec<&str> = tiles.rows("set").map(|row| row.text("id")).collect();
    assert_eq!(ids, TileSet::ALL.iter().map(Tile::id).collect::<Vec<_>>());
    assert_eq!(tiles.number("hand_size"), HAND_SIZE as i64);
}

#[test]
fn sam_3_5_every_table_has_the_stated_counts() {
    let rows = [
        (2, [91, 30, 44, 14, 2, 1, 21]),
        (3, [133, 43, 64, 23, 2, 1, 30]),
        (4, [174, 56, 84, 30, 3, 1, 39]),
    ];
    for (seats, stated) in rows {
        let cells = in_play(seats);
        let count = |wanted: fn(&Cell) -> bool| cells.iter().filter(|cell| wanted(cell)).count();
        let kind = |kind| settlements(seats).filter(|s| s.kind() == kind).count();
        let found = [
            cells.len(),
            count(|cell| matches!(cell, Cell::Land(_))),
            count(|cell| matches!(cell, Cell::Sea(_))),
            kind(SettlementKind::Village),
            kind(SettlementKind::City),
            kind(SettlementKind::Edo),
            settlements(seats).map(Settlement::capacity).sum(),
        ];
        assert_eq!(found, stated, "{seats} players");
        let table = TableFacts::of(SeatCount::new(seats).unwrap());
        assert_eq!([table.land, table.sea], [stated[1], stated[2]]);
        assert_eq!(table.settlements, stated[3] + stated[4] + stated[5]);
    }
}

#[test]
fn sam_3_6_land_touches_two_settlements_and_settlements_have_six_neighbours() {
    for seats in 2..=4 {
        let cells: BTreeSet<Cell> = in_play(seats).into_iter().collect();
        let around = |cell: Cell| cell.neighbours().iter().filter(|c| cells.contains(c));
        let is_settlement = |cell: &&Cell| matches!(cell, Cell::Settlement(_));
        for &cell in &cells {
            let touched = around(cell).filter(is_settlement).count();
            match cell {
                Cell::Land(_) => assert_eq!(touched, 2, "{cell}"),
                Cell::Sea(_) => assert!(touched <= 2, "{cell}"),
                Cell::Settlement(settlement) => {
                    assert_eq!((touched, around(cell).count()), (0, 6), "{cell}");
                    let land = around(cell).filter(|c| matches!(c, Cell::Land(_))).count();
                    assert!((2..=6).contains(&land), "{cell}");
                    let inland = ["edo", "sapporo"].contains(&settlement.id());
                    assert_eq!(land == 6, inland, "{cell}");
                }
            }
        }
    }
}

#[test]
fn sam_3_6_the_rim_is_sea_and_the_sea_is_one() {
    for seats in 2..=4 {
        let cells: BTreeSet<Cell> = in_play(seats).into_iter().collect();
        for cell in &cells {
            let inner = cell.neighbours().iter().filter(|c| cells.contains(c)).count() == 6;
            assert!(inner || matches!(cell, Cell::Sea(_)), "{cell}");
        }
        let sea: BTreeSet<Cell> =
            cells.iter().copied().filter(|cell| matches!(cell, Cell::Sea(_))).collect();
        assert_eq!(components(&sea), [sea.len()]);
    }
}

#[test]
fn sam_3_6_the_islands_have_their_sizes_and_touch_only_across_the_sea() {
    let dry = |seats| -> Vec<usize> {
        let cells = in_play(seats).into_iter().filter(|cell| !matches!(cell, Cell::Sea(_)));
        components(&cells.collect())
    };
    assert_eq!(dry(2), [47]);
    assert_eq!(dry(3), [47, 12, 10]);
    assert_eq!(dry(4), [47, 21, 12, 10]);
}

#[test]
fn sam_3_6_these_sea_cells_touch_two_settlements() {
    let two = "pacific_5 japan_sea_9 inland_sea_3";
    let three =
        "inland_sea_2 inland_sea_4 inland_sea_6 inland_sea_7 inland_sea_8 bungo_1 tsushima_sea_1";
    let four = "tsugaru_strait_1 tsugaru_strait_2 tsugaru_strait_3 tsugaru_strait_4";
    let mut stated = BTreeSet::new();
    for (seats, more) in [(2, two), (3, three), (4, four)] {
        stated.extend(more.split(' '));
        let cells = in_play(seats);
        let touches_two = |cell: &&Cell| {
            let neighbours = cell.neighbours().iter().filter(|c| cells.contains(c));
            let settlements = neighbours.filter(|c| matches!(c, Cell::Settlement(_)));
            matches!(cell, Cell::Sea(_)) && settlements.count() == 2
        };
        let found: BTreeSet<&str> = cells.iter().filter(touches_two).map(|c| c.id()).collect();
        assert_eq!(found, stated, "{seats} players");
    }
}

#[test]
fn sam_3_7_every_settlement_has_the_stated_neighbours() {
    assert_eq!(SETTLEMENTS.lines().count(), Settlement::COUNT);
    for line in SETTLEMENTS.lines() {
        let [head, land, sea] = line.split('|').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let [id, kind, place] = head.split_whitespace().collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let Some(Cell::Settlement(settlement)) = Cell::from_id(id) else { panic!("{id}") };
        let found_kind = match settlement.kind() {
            SettlementKind::Village => "village",
            SettlementKind::City => "city",
            SettlementKind::Edo => "edo",
        };
        assert_eq!(found_kind, kind, "{id}");
        let (q, r) = Cell::Settlement(settlement).place();
        assert_eq!(format!("{q},{r}"), place, "{id}");
        let found = |wanted: fn(&Cell) -> bool| -> BTreeSet<&str> {
            settlement.around().iter().filter(|cell| wanted(cell)).map(|cell| cell.id()).collect()
        };
        assert_eq!(found(|c| matches!(c, Cell::Land(_))), land.split_whitespace().collect());
        assert_eq!(found(|c| matches!(c, Cell::Sea(_))), sea.split_whitespace().collect());
    }
}

#[test]
fn sam_3_8_every_land_cell_lies_between_the_stated_settlements() {
    let found: BTreeMap<&str, BTreeSet<&str>> = samurai_rules::Land::all()
        .map(|land| (land.id(), land.settlements().map(Settlement::id).into()))
        .collect();
    let stated: BTreeMap<&str, BTreeSet<&str>> = LAND
        .lines()
        .map(|line| {
            let mut words = line.split(' ');
            (words.next().unwrap(), words.collect())
        })
        .collect();
    assert_eq!(found, stated);
}

#[test]
fn sam_4_1_every_player_owns_these_twenty_tiles() {
    let mut found: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for tile in TileSet::ALL.iter() {
        let affects: Vec<&str> =
            Figure::ALL.into_iter().filter(|f| tile.influence(*f) > 0).map(Figure::id).collect();
        let mark = if tile.has_character() { " with character" } else { "" };
        let goes = match tile.kind() {
            Kind::Ship => "sea",
            Kind::TileExchange | Kind::FigureExchange => "exchange",
            _ if tile.goes_on_land() => "land",
            other => panic!("{other:?} goes nowhere"),
        };
        let row = format!("{:?}{mark}: {goes}: {}", tile.kind(), affects.join(" "));
        found.entry(row).or_default().push(tile.value());
    }
    let stated: BTreeMap<String, Vec<u8>> = [
        ("Helmet: land: helmet", vec![4, 3, 2]),
        ("Buddha: land: buddha", vec![4, 3, 2]),
        ("Rice: land: rice", vec![4, 3, 2]),
        ("Samurai: land: helmet buddha rice", vec![3, 2, 2, 1, 1]),
        ("TileExchange: exchange: ", vec![0]),
        ("Ronin with character: land: helmet buddha rice", vec![1]),
        ("Ship with character: sea: helmet buddha rice", vec![2, 1, 1]),
        ("FigureExchange with character: exchange: ", vec![0]),
    ]
    .map(|(row, values)| (row.to_string(), values))
    .into();
    assert_eq!(found, stated);
}

fn in_play(seats: u32) -> Vec<Cell> {
    let seats = SeatCount::new(seats).expect("a table of the game");
    Cell::all().filter(|cell| cell.is_in_play(seats)).collect()
}

fn settlements(seats: u32) -> impl Iterator<Item = Settlement> {
    let seats = SeatCount::new(seats).expect("a table of the game");
    Settlement::all().filter(move |s| Cell::Settlement(*s).is_in_play(seats))
}

/// The sizes of the connected parts, largest first.
fn components(cells: &BTreeSet<Cell>) -> Vec<usize> {
    let mut rest = cells.clone();
    let mut sizes = Vec::new();
    while let Some(start) = rest.pop_first() {
        let (mut open, mut size) = (vec![start], 0);
        while let Some(cell) = open.pop() {
            size += 1;
            open.extend(cell.neighbours().iter().copied().filter(|next| rest.remove(next)));
        }
        sizes.push(size);
    }
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    sizes
}
