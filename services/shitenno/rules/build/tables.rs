//! Tables of the checked data.

use kit_tables::{Code, Expr, row, variant};

use crate::data::{Data, TroopCard};

/// The cards: troop cards first, then koku cards.
pub(crate) fn cards(data: &Data) -> Code {
    let mut code = Code::default();
    let facts = |id: &str, label: String, copies: u8| -> Expr {
        row!(CardFacts { id: id, label: label, copies: copies })
    };
    let troops = data.troop_cards.iter().map(|it| facts(&it.card, label(data, it), it.count));
    let koku = data.koku_cards.iter().map(|it| {
        let label = format!("Koku {}", it.value);
        facts(&it.card, label, it.count)
    });
    code.table("static CARDS", "CardFacts", troops.chain(koku));
    let troops = data.troop_cards.iter().map(|card| content(data, card));
    let koku = data.koku_cards.iter().map(|card| [0, 0, 0, 0, card.value]);
    code.table("pub(crate) static CONTENTS", "Pool", troops.chain(koku));
    code.constant("const TROOP_KINDS", "usize", data.troop_cards.len());
    code
}

/// The copies of bonus tiles, by face and bonus.
pub(crate) fn tiles(data: &Data) -> Code {
    let copies = data.troops.iter().flat_map(|troop| {
        ["exchange", "plus1", "draw"].map(|bonus| {
            let mut all = data.bonus_tiles.iter();
            let tile = all.find(|tile| tile.troop == troop.id && tile.bonus == bonus);
            tile.expect("checked data has every pair").count
        })
    });
    let mut code = Code::default();
    code.table("static COPIES", "u8", copies);
    code
}

/// The titles, ascending by seals.
pub(crate) fn titles(data: &Data) -> Code {
    let mut titles: Vec<_> = data.titles.iter().collect();
    titles.sort_by_key(|title| title.seals);
    let titles = titles.into_iter().map(|it| {
        row!(TitleFacts { id: it.id, name: it.name, points_per_kamon: it.points_per_kamon })
    });
    let mut code = Code::default();
    code.table("static TITLES", "TitleFacts", titles);
    code
}

/// The generals, in the order of the seats.
pub(crate) fn generals(data: &Data) -> Code {
    let mut code = Code::default();
    let generals = data.generals.iter().map(|it| row!(General { id: it.id, name: it.name }));
    code.table("static GENERALS", "General", generals);
    code
}

pub(crate) fn provinces(data: &Data) -> Code {
    let mut code = Code::default();
    let provinces = data.provinces.iter().map(|it| {
        row!(ProvinceFacts {
            id: it.id,
            name: it.name,
            troop: variant("Troop", &it.troop),
            open: it.open_troops,
            gate: it.gate_troops,
            values: it.positions.iter().map(|position| position.koku_cost).collect::<Vec<_>>(),
            row: it.board_row,
            column: it.board_col,
        })
    });
    code.table("static PROVINCES", "ProvinceFacts", provinces);
    let rules = &data.rules;
    let positions = rules.positions_per_province;
    code.public("How many positions a province has.", "POSITIONS", "usize", positions);
    let tiles = rules.tiles_per_province;
    code.public("How many tiles lie on each gate at first.", "TILES_PER_GATE", "usize", tiles);
    let points = rules.majority_points;
    code.public("What the majority in a province is worth.", "MAJORITY_POINTS", "u16", points);
    let weight = rules.kamon_weight_simple;
    code.public("What a kamon with its simple face counts.", "WEIGHT_SIMPLE", "u8", weight);
    let weight = rules.kamon_weight_golden;
    code.public("What a golden kamon counts.", "WEIGHT_GOLDEN", "u8", weight);
    code
}

/// What each table uses, and general numbers.
pub(crate) fn tables(data: &Data) -> Code {
    let mut code = Code::default();
    let tables = data.player_counts.iter().map(|it| {
        row!(TableFacts {
            kamon: it.kamon_each,
            troop_cards: it.troop_cards_drawn,
            koku_cards: it.koku_cards_drawn,
            rounds_min: it.min_rounds,
            rounds_max: it.max_rounds,
        })
    });
    code.table("static TABLES", "TableFacts", tables);
    let rules = &data.rules;
    let cards = rules.start_hand_troop_cards;
    code.public("How many troop cards everyone begins with.", "START_CARDS", "u8", cards);
    let kamon = rules.max_kamon_per_odd_year;
    code.public("How many kamon a turn places at most.", "KAMON_PER_TURN", "u8", kamon);
    let points = rules.points_per_koku_final;
    code.public("What a koku in hand is worth at the end.", "POINTS_PER_KOKU", "u16", points);
    code
}

fn content(data: &Data, card: &TroopCard) -> [u8; 5] {
    let mut content = [0; 5];
    for troop in &card.troops {
        let place = data.troops.iter().position(|known| known.id == *troop);
        content[place.expect("checked cards show known troops")] += 1;
    }
    content
}

fn label(data: &Data, card: &TroopCard) -> String {
    let name = |id: &String| {
        let troop = data.troops.iter().find(|troop| troop.id == *id);
        troop.expect("checked cards show known troops").name.as_str()
    };
    card.troops.iter().map(name).collect::<Vec<_>>().join("+")
}
