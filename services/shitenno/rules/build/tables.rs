//! Writes the checked data as Rust.

use std::fmt::Write;

use crate::data::{Data, Province, TroopCard};

/// The text of the generated file of cards: troop cards first, then koku cards.
pub(crate) fn cards(data: &Data) -> String {
    let mut out = String::new();
    let troops =
        data.troop_cards.iter().map(|card| row(&card.card, &label(data, card), card.count));
    let koku = data
        .koku_cards
        .iter()
        .map(|card| row(&card.card, &format!("Koku {}", card.value), card.count));
    table(&mut out, "CARDS", "CardFacts", troops.chain(koku));
    let troops = data.troop_cards.iter().map(|card| content(data, card));
    let koku = data.koku_cards.iter().map(|card| [0, 0, 0, 0, card.value]);
    let contents = troops.chain(koku).map(|content| format!("{content:?}"));
    out.push_str("pub(crate) ");
    table(&mut out, "CONTENTS", "Pool", contents);
    writeln!(out, "const TROOP_KINDS: usize = {};", data.troop_cards.len())
        .expect("a string takes everything");
    out
}

/// The text of the generated file of bonus tiles: the copies by face and bonus.
pub(crate) fn tiles(data: &Data) -> String {
    let copies = data.troops.iter().flat_map(|troop| {
        ["exchange", "plus1", "draw"].map(|bonus| {
            let all = data.bonus_tiles.iter();
            let tile = all.clone().find(|tile| tile.troop == troop.id && tile.bonus == bonus);
            tile.expect("checked data has every pair").count.to_string()
        })
    });
    let mut out = String::new();
    table(&mut out, "COPIES", "u8", copies);
    out
}

/// The text of the generated file of titles, ascending by seals.
pub(crate) fn titles(data: &Data) -> String {
    let mut titles: Vec<_> = data.titles.iter().collect();
    titles.sort_by_key(|title| title.seals);
    let mut out = String::new();
    table(
        &mut out,
        "TITLES",
        "TitleFacts",
        titles.into_iter().map(|title| {
            let (id, name, points) = (&title.id, &title.name, title.points_per_kamon);
            format!("TitleFacts {{ id: {id:?}, name: {name:?}, points_per_kamon: {points} }}")
        }),
    );
    out
}

/// The text of the generated file of generals, in the order of the seats.
pub(crate) fn generals(data: &Data) -> String {
    let generals = data.generals.iter();
    let mut out = String::new();
    let row = |id: &str, name: &str| format!("General {{ id: {id:?}, name: {name:?} }}");
    table(&mut out, "GENERALS", "General", generals.map(|one| row(&one.id, &one.name)));
    out
}

/// The text of the generated file of provinces.
pub(crate) fn provinces(data: &Data) -> String {
    let mut out = String::new();
    table(&mut out, "PROVINCES", "ProvinceFacts", data.provinces.iter().map(province));
    let number =
        |out: &mut String, doc, name, of, value: usize| constant(out, doc, name, of, value);
    let rules = &data.rules;
    number(&mut out, "How many positions a province has", "POSITIONS", "usize", {
        rules.positions_per_province
    });
    number(&mut out, "How many tiles lie on each gate at first", "TILES_PER_GATE", "usize", {
        rules.tiles_per_province
    });
    number(&mut out, "What the majority in a province is worth", "MAJORITY_POINTS", "u16", {
        rules.majority_points.into()
    });
    number(&mut out, "What a kamon with its simple face counts", "WEIGHT_SIMPLE", "u8", {
        rules.kamon_weight_simple.into()
    });
    number(&mut out, "What a golden kamon counts", "WEIGHT_GOLDEN", "u8", {
        rules.kamon_weight_golden.into()
    });
    out
}

/// The text of the generated file of tables and general numbers.
pub(crate) fn tables(data: &Data) -> String {
    let mut out = String::new();
    table(
        &mut out,
        "TABLES",
        "Table",
        data.player_counts.iter().map(|count| {
            format!(
                "Table {{ kamon: {}, troop_cards: {}, koku_cards: {}, rounds_min: {}, \
             rounds_max: {} }}",
                count.kamon_each,
                count.troop_cards_drawn,
                count.koku_cards_drawn,
                count.min_rounds,
                count.max_rounds,
            )
        }),
    );
    let rules = &data.rules;
    for (doc, name, value) in [
        ("How many troop cards everyone begins with", "START_CARDS", rules.start_hand_troop_cards),
        ("How many kamon a turn places at most", "KAMON_PER_TURN", rules.max_kamon_per_odd_year),
    ] {
        constant(&mut out, doc, name, "u8", value.into());
    }
    constant(&mut out, "What a koku in hand is worth at the end", "POINTS_PER_KOKU", "u16", {
        rules.points_per_koku_final.into()
    });
    out
}

fn province(province: &Province) -> String {
    let values: Vec<u8> = province.positions.iter().map(|position| position.koku_cost).collect();
    format!(
        "ProvinceFacts {{ id: {:?}, name: {:?}, troop: Troop::{}, open: {}, gate: {}, \
         values: {values:?}, row: {}, column: {} }}",
        province.id,
        province.name,
        pascal(&province.troop),
        province.open_troops,
        province.gate_troops,
        province.board_row,
        province.board_col,
    )
}

fn content(data: &Data, card: &TroopCard) -> [u8; 5] {
    let mut content = [0; 5];
    for troop in &card.troops {
        let at = data.troops.iter().position(|known| known.id == *troop);
        content[at.expect("checked cards show known troops")] += 1;
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

fn row(id: &str, label: &str, copies: u8) -> String {
    format!("CardFacts {{ id: {id:?}, label: {label:?}, copies: {copies} }}")
}

fn table(out: &mut String, name: &str, of: &str, rows: impl Iterator<Item = String>) {
    let rows: Vec<String> = rows.collect();
    writeln!(out, "static {name}: [{of}; {}] = [\n    {},\n];", rows.len(), rows.join(",\n    "))
        .expect("a string takes everything");
}

fn constant(out: &mut String, doc: &str, name: &str, of: &str, value: usize) {
    writeln!(out, "/// {doc}.\npub const {name}: {of} = {value};")
        .expect("a string takes everything");
}

fn pascal(word: &str) -> String {
    word[..1].to_uppercase() + &word[1..]
}
