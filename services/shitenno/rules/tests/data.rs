//! The constant tables equal the data file, and the data has the shape that the
//! rules rely on.

use kit_rules::SeatCount;
use kit_tables::DataFile;
use shitenno_rules::{
    Bonus, Card, Cards, General, Joker, MAJORITY_POINTS, Options, POSITIONS, Province, Refill,
    START_CARDS, TableFacts, TieBreak, Tile, TileOrder, Tiles, Title, Troop,
};

const DATA: &str = include_str!("../data/shitenno.toml");

fn data() -> DataFile {
    DataFile::read(DATA)
}

#[test]
fn shi_2_1_the_box_has_62_cards_and_84_tiles() {
    let generals = data().rows("generals").len() as u32;
    let cards = Cards::all_troops().total() + Cards::all_koku().total() + generals;
    assert_eq!(cards, 62);
    let control = 4 * 12;
    let titles = Title::ALL.len() as u32;
    let hierarchy = titles;
    let markers = 4;
    assert_eq!(Tiles::all().total() + titles + hierarchy + control + markers, 84);
}

#[test]
fn shi_2_2_every_province_has_its_troop_figures_and_values() {
    let stated = [
        ("chugoku", "Chūgoku", Troop::Samurai, 2, [3, 4, 6, 9]),
        ("chubu", "Chūbu", Troop::Shinobi, 2, [3, 4, 6, 9]),
        ("hokkaido", "Hokkaidō", Troop::Sohei, 2, [3, 4, 6, 9]),
        ("kyushu", "Kyūshū", Troop::Bushi, 2, [3, 4, 6, 9]),
        ("tohoku", "Tōhoku", Troop::Bushi, 3, [5, 6, 8, 11]),
        ("shikoku", "Shikoku", Troop::Sohei, 3, [5, 6, 8, 11]),
        ("kansai", "Kansai", Troop::Shinobi, 3, [5, 6, 8, 11]),
        ("kanto", "Kantō", Troop::Samurai, 3, [5, 6, 8, 11]),
    ];
    assert!(Province::all().map(Province::id).eq(stated.iter().map(|row| row.0)));
    for (id, name, troop, open, values) in stated {
        let province = Province::from_id(id).expect("a province");
        assert_eq!(province.to_string(), name);
        assert_eq!((province.troop(), province.open_figures()), (troop, open));
        assert_eq!((province.gate_figures(), province.values()), (1, &values));
    }
    assert_eq!((MAJORITY_POINTS, POSITIONS, Province::COUNT), (6, 4, 8));
}

#[test]
fn shi_2_2_the_provinces_equal_the_data_file() {
    for (row, province) in data().rows("provinces").zip(Province::all()) {
        assert_eq!((row.text("id"), row.text("troop")), (province.id(), province.troop().id()));
        let place = (row.number("board_row"), row.number("board_col"));
        let (board_row, board_column) = province.place();
        assert_eq!(place, (board_row.into(), board_column.into()));
        let costs = row.rows("positions").map(|position| position.number("koku_cost"));
        assert!(costs.eq(province.values().iter().map(|value| i64::from(*value))));
    }
}

#[test]
fn shi_2_5_there_are_six_singles_of_a_kind_and_ten_doubles() {
    let all = Cards::all_troops();
    let singles = Card::troops().filter(|card| card.is_single());
    assert!(singles.map(|card| all.count(card)).eq([6, 6, 6, 6]));
    let doubles: Vec<Card> = Card::troops().filter(|card| card.troop_count() == 2).collect();
    assert_eq!(doubles.len(), 10);
    assert!(doubles.iter().all(|card| all.count(*card) == 1));
    assert_eq!(all.content(), [11, 11, 11, 11, 0]);
    for first in Troop::ALL {
        for second in Troop::ALL {
            let mut pair = [0; 5];
            pair[first.index()] += 1;
            pair[second.index()] += 1;
            assert_eq!(doubles.iter().filter(|card| *card.content() == pair).count(), 1);
        }
    }
}

#[test]
fn shi_2_6_there_are_24_koku_cards_worth_40() {
    let all = Cards::all_koku();
    let counts: Vec<(u8, u8)> = all.kinds().map(|card| (card.koku(), all.count(card))).collect();
    assert_eq!(counts, [(1, 12), (2, 8), (3, 4)]);
    assert_eq!((all.total(), all.content()[4]), (24, 40));
}

#[test]
fn shi_2_7_every_face_has_every_bonus_twice() {
    let all = Tiles::all();
    assert_eq!(all.total(), 24);
    assert!(Troop::ALL.into_iter().all(|face| all.with_face(face) == 6));
    assert!(Bonus::ALL.into_iter().all(|bonus| all.with_bonus(bonus) == 8));
    let kinds = (0..Tile::COUNT).filter_map(Tile::from_index);
    assert!(kinds.into_iter().all(|tile| tile.copies() == 2));
}

#[test]
fn shi_2_8_titles_have_one_to_four_seals_and_their_points() {
    let titles = Title::ALL.map(|title| (title.id(), title.seals(), title.points_per_kamon()));
    let stated = [("hatamoto", 1, 0), ("sensei", 2, 0), ("shomyo", 3, 1), ("daimyo", 4, 2)];
    assert_eq!(titles, stated);
    for row in data().rows("titles") {
        let title = Title::with_seals(row.number("seals") as u32).expect("a title");
        assert_eq!((row.text("id"), row.text("name")), (title.id(), title.to_string().as_str()));
    }
    assert_eq!((Title::with_seals(0), Title::with_seals(5)), (None, None));
}

#[test]
fn shi_1_1_every_seat_plays_a_general_of_the_data_file() {
    let seats = SeatCount::new(4).expect("a table").seats();
    let generals: Vec<&General> = seats.map(General::of).collect();
    for (row, general) in data().rows("generals").zip(&generals) {
        assert_eq!((row.text("id"), row.text("name")), (general.id, general.name));
        assert_eq!(general.family().to_lowercase(), general.id);
    }
    let names = ["Honda Tadakatsu", "Ii Naomasa", "Sakakibara Yasumasa", "Sakai Tadatsugu"];
    assert!(generals.iter().map(|general| general.to_string()).eq(names));
}

#[test]
fn shi_2_11_every_table_has_the_stated_numbers() {
    let tables = [2, 3, 4].map(|seats| *TableFacts::of(SeatCount::new(seats).expect("a table")));
    let numbers = tables.map(|table| {
        [table.kamon, table.troop_cards, table.koku_cards, table.rounds_min, table.rounds_max]
    });
    assert_eq!(numbers, [[12, 4, 2, 6, 12], [10, 6, 3, 5, 8], [8, 8, 4, 4, 6]]);
    assert_eq!(START_CARDS, 2);
}

#[test]
fn the_cards_equal_the_data_file() {
    let data = data();
    let rows = data.rows("troop_cards").chain(data.rows("koku_cards"));
    let written = rows.map(|row| (row.text("card"), row.number("count")));
    assert!(written.eq(Card::all().map(|card| (card.id(), card.copies().into()))));
    for card in Card::all() {
        assert_eq!(Card::from_id(card.id()), Some(card));
        assert_eq!(Card::from_index(card.index()), Some(card));
    }
}

#[test]
fn the_default_options_equal_the_policies_of_the_data_file() {
    let data = data();
    let policy = data.get("policy");
    let flag = |key: &str| policy.flag(key);
    let expected = Options {
        lots_may_be_empty: flag("lot_may_be_empty"),
        split_uses_all_cards: flag("last_two_split_must_use_all_cards"),
        refill: match policy.text("reshuffle_timing") {
            "lazy" => Refill::Lazy,
            _ => Refill::Eager,
        },
        tile_order: match flag("tile_effects_any_order") {
            true => TileOrder::Any,
            false => TileOrder::ExchangesFirst,
        },
        plus_one_on_exchanged_koku: flag("plus1_on_exchanged_koku"),
        joker: match policy.text("hatamoto_counts_as") {
            "one_troop" => Joker::OneTroop,
            _ => Joker::OneCard,
        },
        joker_becomes_koku: flag("hatamoto_exchangeable_to_koku"),
        waste_is_refused: flag("reject_wasteful_payment"),
        top_bonus_is_visible: flag("top_tile_bonus_visible"),
        final_exchange: flag("final_exchange_gives_points"),
        final_plus_one: flag("final_plus1_gives_points"),
        final_plus_one_needs_koku: flag("final_plus1_needs_a_koku"),
        final_draw: flag("final_draw_gives_points"),
        tie_break: match policy.text("tiebreak_winner") {
            "more_seals" => TieBreak::MoreSeals,
            _ => TieBreak::FewerSeals,
        },
    };
    assert_eq!(Options::default(), expected);
}
