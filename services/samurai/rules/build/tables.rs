//! Tables of the checked data.

use kit_tables::{Code, Expr, mask, row, variant};

use crate::data::{Cell, Data};
use crate::validate::Board;

/// The cells, and what each table uses of them.
pub(crate) fn cells(data: &Data, board: &Board<'_>) -> Code {
    let mut code = Code::default();
    let pieces = data.pieces.iter();
    code.table(
        "static PIECES",
        "Piece",
        pieces.map(|it| row!(Piece { id: it.id, name: it.name, seats_min: it.min_players })),
    );
    let tables = (2..=4).map(|seats: u8| {
        let setup = &data.setups[&seats.to_string()];
        row!(TableFacts {
            settlements: setup.villages + setup.cities + setup.edo,
            land: setup.land,
            sea: setup.sea,
            figures_per_type: setup.figures_per_type,
            captures_public: setup.captures_public,
        })
    });
    code.table("static TABLES", "TableFacts", tables);
    let cells = board.cells().map(|cell| cell_facts(data, board, cell));
    code.table("static CELLS", "CellFacts", cells);
    let settlements = board.settlements.iter().map(|cell| {
        let around = board.neighbours(data, cell);
        row!(SettlementFacts {
            kind: variant("SettlementKind", kind(cell)),
            around: around.iter().map(|cell| value(board, cell)).collect::<Vec<_>>(),
            land: mask(&board.land, |land| around.iter().any(|cell| cell.id == land.id)),
        })
    });
    code.table("static SETTLEMENTS", "SettlementFacts", settlements);
    let touched = board.land.iter().map(|cell| {
        let around = board.neighbours(data, cell).into_iter();
        let touched = around.filter(|cell| cell.terrain == "settlement");
        touched.map(|cell| settlement(board, cell)).collect::<Vec<_>>()
    });
    code.table("static TOUCHED", "[Settlement; 2]", touched);
    for (name, of) in [("VILLAGES", "village"), ("CITIES", "city"), ("EDO_ONLY", "edo")] {
        let members = mask(&board.settlements, |cell| kind(cell) == of);
        code.constant(&format!("const {name}"), "u64", members);
    }
    code
}

pub(crate) fn tiles(data: &Data) -> Code {
    let mut code = Code::default();
    let set = &data.tiles.set;
    let tiles = set.iter().map(|tile| {
        let influence = |figure| if tile.affects.contains(figure) { tile.influence } else { 0 };
        row!(TileFacts {
            id: tile.id,
            label: tile.id.replace('_', " "),
            kind: variant("Kind", &tile.kind),
            value: tile.influence,
            influence: data.figures.types.iter().map(influence).collect::<Vec<_>>(),
            character: tile.character,
        })
    });
    code.table("static TILES", "TileFacts", tiles);
    for kind in ["figure_exchange", "tile_exchange"] {
        let place = set.iter().position(|tile| tile.kind == kind);
        let place = place.expect("checked data has both exchanges");
        let name = format!("const {}", kind.to_uppercase());
        code.constant(&name, "Tile", Expr::of("Tile", place));
    }
    code.constant("const CHARACTERS", "u32", mask(set, |tile| tile.character));
    code.constant("const SHIPS", "u32", mask(set, |tile| tile.target == "sea"));
    code.constant("const LANDING", "u32", mask(set, |tile| tile.target == "land"));
    code.public(
        "How many tiles a hand is filled up to.",
        "HAND_SIZE",
        "usize",
        data.tiles.hand_size,
    );
    code
}

fn cell_facts(data: &Data, board: &Board<'_>, cell: &Cell) -> Expr {
    let piece = data.pieces.iter().position(|piece| piece.id == cell.piece);
    row!(CellFacts {
        id: cell.id,
        name: cell.name,
        q: cell.q,
        r: cell.r,
        piece: piece.expect("checked cells lie on known pieces"),
        around: Expr::slice(board.neighbours(data, cell).into_iter().map(|c| value(board, c))),
    })
}

fn kind(cell: &Cell) -> &str {
    cell.kind.as_deref().expect("a checked settlement has a kind")
}

/// The cell as a value of the rules.
fn value(board: &Board<'_>, cell: &Cell) -> Expr {
    match cell.terrain.as_str() {
        "settlement" => Expr::of("Cell::Settlement", settlement(board, cell)),
        "land" => Expr::of("Cell::Land", Expr::of("Land", position(&board.land, cell))),
        _ => Expr::of("Cell::Sea", Expr::of("Sea", position(&board.sea, cell))),
    }
}

fn settlement(board: &Board<'_>, cell: &Cell) -> Expr {
    Expr::of("Settlement", position(&board.settlements, cell))
}

fn position(cells: &[&Cell], cell: &Cell) -> usize {
    cells.iter().position(|c| c.id == cell.id).expect("every cell stands in its list")
}
