//! Validation of the data before a table is made of it.

use kit_tables::{ensure, unique};

use crate::data::{Cell, Data};

/// The cells by terrain, those of the smallest table first: what is in play at
/// a table is then a prefix of each list.
pub(crate) struct Board<'a> {
    pub settlements: Vec<&'a Cell>,
    pub land: Vec<&'a Cell>,
    pub sea: Vec<&'a Cell>,
}

impl<'a> Board<'a> {
    /// All cells in the order of the tables.
    pub(crate) fn cells(&self) -> impl Iterator<Item = &'a Cell> + '_ {
        self.settlements.iter().chain(&self.land).chain(&self.sea).copied()
    }

    /// The cells next to a cell, in the order of the data's directions.
    pub(crate) fn neighbours(&self, data: &Data, cell: &Cell) -> Vec<&'a Cell> {
        let steps = data.coordinates.directions.iter();
        steps
            .filter_map(|step| {
                self.cells().find(|c| (c.q, c.r) == (cell.q + step.dq, cell.r + step.dr))
            })
            .collect()
    }
}

/// Sorts the cells and checks the whole file.
pub(crate) fn board(data: &Data) -> Result<Board<'_>, String> {
    let board = Board {
        settlements: sorted(data, "settlement")?,
        land: sorted(data, "land")?,
        sea: sorted(data, "sea")?,
    };
    ensure(board.cells().count() == data.board.cells.len(), || "unknown terrain".into())?;
    unique("cell id", data.board.cells.iter().map(|c| c.id.as_str()))?;
    unique("cell name", data.board.cells.iter().map(|c| c.name.as_str()))?;
    unique("place", data.board.cells.iter().map(|c| (c.q, c.r)))?;
    for seats in 2..=4 {
        counts(data, &board, seats)?;
    }
    settlements(data, &board)?;
    shape(data, &board)?;
    tiles(data)?;
    Ok(board)
}

fn settlements(data: &Data, board: &Board<'_>) -> Result<(), String> {
    for cell in &board.settlements {
        let capacity = match cell.kind.as_deref() {
            Some("village") => 1,
            Some("city") => 2,
            Some("edo") => 3,
            other => return Err(format!("{}: no kind of settlement: {other:?}", cell.id)),
        };
        ensure(cell.capacity == Some(capacity), || format!("{}: wrong capacity", cell.id))?;
        let around = board.neighbours(data, cell);
        ensure(around.len() == 6 && around.iter().all(|c| c.terrain != "settlement"), || {
            format!("{}: needs six neighbours, none of them a settlement", cell.id)
        })?;
        ensure(around.iter().all(|c| min_players(data, c) <= min_players(data, cell)), || {
            format!("{}: has a neighbour that is in play later", cell.id)
        })?;
    }
    Ok(())
}

/// Every land cell lies between exactly two settlements.
fn shape(data: &Data, board: &Board<'_>) -> Result<(), String> {
    for cell in &board.land {
        let around = board.neighbours(data, cell);
        let touched: Vec<_> = around.iter().filter(|c| c.terrain == "settlement").collect();
        let together = touched.iter().all(|c| min_players(data, c) == min_players(data, cell));
        ensure(touched.len() == 2 && together, || {
            format!("{}: must touch two settlements of its own piece or table", cell.id)
        })?;
    }
    Ok(())
}

fn counts(data: &Data, board: &Board<'_>, seats: usize) -> Result<(), String> {
    let setup = data.setups.get(&seats.to_string()).ok_or(format!("no setup for {seats}"))?;
    let in_play = |cell: &&&Cell| setup.pieces.contains(&cell.piece);
    for cell in board.cells() {
        let belongs = min_players(data, cell) <= seats;
        ensure(in_play(&&cell) == belongs, || format!("{}: in play by one count only", cell.id))?;
    }
    let of_kind = |kind: &str| {
        let kind = Some(kind.to_string());
        board.settlements.iter().filter(in_play).filter(|c| c.kind == kind).count()
    };
    let land = board.land.iter().filter(in_play).count();
    let sea = board.sea.iter().filter(in_play).count();
    let (villages, cities, edo) = (of_kind("village"), of_kind("city"), of_kind("edo"));
    let found = (land, sea, villages, cities, edo);
    let stated = (setup.land, setup.sea, setup.villages, setup.cities, setup.edo);
    ensure(found == stated, || format!("setup {seats}: found {found:?}, stated {stated:?}"))?;
    let cells = land + sea + villages + cities + edo;
    ensure(cells == setup.cells, || format!("setup {seats}: {cells} cells"))?;
    let places = villages + 2 * cities + 3 * edo;
    let figures = data.figures.types.len() * setup.figures_per_type;
    ensure(places == setup.figures_total && figures == places, || {
        format!("setup {seats}: {places} places for {figures} figures")
    })?;
    ensure(setup.figures_per_type <= data.figures.in_box_per_type, || "too many figures".into())
}

fn tiles(data: &Data) -> Result<(), String> {
    let set = &data.tiles.set;
    unique("tile id", set.iter().map(|t| t.id.as_str()))?;
    ensure(set.len() == data.tiles.per_player, || format!("{} tiles", set.len()))?;
    ensure(data.tiles.hand_size <= set.len(), || "the hand is larger than the set".into())?;
    ensure(data.figures.types == ["helmet", "buddha", "rice"], || "unknown figures".into())?;
    for kind in ["tile_exchange", "figure_exchange"] {
        let count = set.iter().filter(|t| t.kind == kind).count();
        ensure(count == 1, || format!("{count} tiles of kind {kind}"))?;
    }
    for tile in set {
        let target = match tile.kind.as_str() {
            "helmet" | "buddha" | "rice" | "samurai" | "ronin" => "land",
            "ship" => "sea",
            "figure_exchange" => "figures",
            "tile_exchange" => "replace",
            other => return Err(format!("{}: unknown kind {other}", tile.id)),
        };
        ensure(tile.target == target, || format!("{}: wrong target", tile.id))?;
        let known = tile.affects.iter().all(|figure| data.figures.types.contains(figure));
        ensure(known, || format!("{}: affects an unknown figure", tile.id))?;
    }
    Ok(())
}

fn sorted<'a>(data: &'a Data, terrain: &str) -> Result<Vec<&'a Cell>, String> {
    let mut cells: Vec<_> = data.board.cells.iter().filter(|c| c.terrain == terrain).collect();
    for cell in &cells {
        let known = data.pieces.iter().any(|piece| piece.id == cell.piece);
        ensure(known, || format!("{}: unknown piece {}", cell.id, cell.piece))?;
    }
    cells.sort_by_key(|cell| min_players(data, cell));
    Ok(cells)
}

fn min_players(data: &Data, cell: &Cell) -> usize {
    let piece = data.pieces.iter().find(|piece| piece.id == cell.piece);
    piece.map_or(usize::MAX, |piece| piece.min_players)
}
