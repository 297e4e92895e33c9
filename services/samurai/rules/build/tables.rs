//! Writes the checked data as Rust.

use std::fmt::Write;

use crate::data::{Cell, Data, Tile};
use crate::validate::Board;

/// The text of the generated file of cells.
pub(crate) fn cells(data: &Data, board: &Board<'_>) -> String {
    let mut out = String::new();
    table(
        &mut out,
        "PIECES",
        "Piece",
        data.pieces.iter().map(|piece| {
            let (id, name, min) = (&piece.id, &piece.name, piece.min_players);
            format!("Piece {{ id: {id:?}, name: {name:?}, seats_min: {min} }}")
        }),
    );
    table(&mut out, "TABLES", "Table", (2..=4).map(|seats| {
        let setup = &data.setups[&seats.to_string()];
        format!(
            "Table {{ settlements: {}, land: {}, sea: {}, figures_per_type: {}, captures_public: {} }}",
            setup.villages + setup.cities + setup.edo,
            setup.land,
            setup.sea,
            setup.figures_per_type,
            setup.captures_public,
        )
    }));
    table(&mut out, "CELLS", "CellFacts", board.cells().map(|cell| cell_facts(data, board, cell)));
    table(
        &mut out,
        "SETTLEMENTS",
        "SettlementFacts",
        board.settlements.iter().map(|cell| {
            let around = board.neighbours(data, cell);
            let land = around.iter().filter(|c| c.terrain == "land");
            let mask: u64 = land.map(|c| 1 << position(&board.land, c)).sum();
            let kind = pascal(cell.kind.as_deref().expect("a checked settlement has a kind"));
            let around = list(board, &around);
            let fields = format!("kind: SettlementKind::{kind}, around: [{around}], land: {mask}");
            format!("SettlementFacts {{ {fields} }}")
        }),
    );
    table(
        &mut out,
        "TOUCHED",
        "[Settlement; 2]",
        board.land.iter().map(|cell| {
            let around = board.neighbours(data, cell);
            let touched = around.iter().filter(|c| c.terrain == "settlement");
            let touched =
                touched.map(|c| format!("Settlement({})", position(&board.settlements, c)));
            format!("[{}]", touched.collect::<Vec<_>>().join(", "))
        }),
    );
    for (name, kind) in [("VILLAGES", "village"), ("CITIES", "city"), ("EDO_ONLY", "edo")] {
        let members = board.settlements.iter().filter(|c| c.kind.as_deref() == Some(kind));
        let mask: u64 = members.map(|c| 1 << position(&board.settlements, c)).sum();
        writeln!(out, "const {name}: u64 = {mask};").expect("a string takes everything");
    }
    out
}

/// The text of the generated file of tiles.
pub(crate) fn tiles(data: &Data) -> String {
    let mut out = String::new();
    table(&mut out, "TILES", "TileFacts", data.tiles.set.iter().map(|tile| {
        let affected = |figure: &String| tile.affects.contains(figure);
        let influence = |figure| if affected(figure) { tile.influence } else { 0 };
        let influence: Vec<u8> = data.figures.types.iter().map(influence).collect();
        format!(
            "TileFacts {{ id: {:?}, label: {:?}, kind: Kind::{}, value: {}, influence: {influence:?}, character: {} }}",
            tile.id,
            tile.id.replace('_', " "),
            pascal(&tile.kind),
            tile.influence,
            tile.character,
        )
    }));
    for (name, kind) in [("FIGURE_EXCHANGE", "figure_exchange"), ("TILE_EXCHANGE", "tile_exchange")]
    {
        let at = data.tiles.set.iter().position(|tile| tile.kind == kind);
        let at = at.expect("checked data has both exchanges");
        writeln!(out, "const {name}: Tile = Tile({at});").expect("a string takes everything");
    }
    set(&mut out, data, "CHARACTERS", |tile| tile.character);
    set(&mut out, data, "SHIPS", |tile| tile.target == "sea");
    set(&mut out, data, "LANDING", |tile| tile.target == "land");
    writeln!(
        out,
        "/// How many tiles a hand is filled up to.\npub const HAND_SIZE: usize = {};",
        data.tiles.hand_size
    )
    .expect("a string takes everything");
    out
}

fn cell_facts(data: &Data, board: &Board<'_>, cell: &Cell) -> String {
    let piece = data.pieces.iter().position(|piece| piece.id == cell.piece);
    format!(
        "CellFacts {{ id: {:?}, name: {:?}, q: {}, r: {}, piece: {}, around: &[{}] }}",
        cell.id,
        cell.name,
        cell.q,
        cell.r,
        piece.expect("checked cells lie on known pieces"),
        list(board, &board.neighbours(data, cell)),
    )
}

fn table(out: &mut String, name: &str, of: &str, rows: impl Iterator<Item = String>) {
    let rows: Vec<String> = rows.collect();
    writeln!(out, "static {name}: [{of}; {}] = [\n    {},\n];", rows.len(), rows.join(",\n    "))
        .expect("a string takes everything");
}

fn set(out: &mut String, data: &Data, name: &str, belongs: impl Fn(&Tile) -> bool) {
    let members = data.tiles.set.iter().enumerate().filter(|(_, tile)| belongs(tile));
    let mask: u32 = members.map(|(at, _)| 1 << at).sum();
    writeln!(out, "const {name}: u32 = {mask};").expect("a string takes everything");
}

fn list(board: &Board<'_>, cells: &[&Cell]) -> String {
    let name = |cell: &&Cell| match cell.terrain.as_str() {
        "settlement" => {
            format!("Cell::Settlement(Settlement({}))", position(&board.settlements, cell))
        }
        "land" => format!("Cell::Land(Land({}))", position(&board.land, cell)),
        _ => format!("Cell::Sea(Sea({}))", position(&board.sea, cell)),
    };
    cells.iter().map(name).collect::<Vec<_>>().join(", ")
}

fn position(cells: &[&Cell], cell: &Cell) -> usize {
    cells.iter().position(|c| c.id == cell.id).expect("every cell stands in its list")
}

fn pascal(words: &str) -> String {
    let word = |word: &str| word[..1].to_uppercase() + &word[1..];
    words.split('_').map(word).collect()
}
