//! Putting a tile on an empty cell.

use alloc::vec::Vec;

use crate::state::{State, Turn};
use crate::{
    Action, Applied, Cell, Event, Land, Placed, Sea, Settlement, Tile, TileSet, Violation, turn,
};

/// Every tile of these with every cell that it may be put on, in order.
///
/// This is where most of the time of a random game goes, so the empty cells are
/// laid out once and not once for each tile.
pub(crate) fn list(state: &State, tiles: TileSet, actions: &mut Vec<Action>) {
    let mut room = [Cell::Settlement(Settlement::EDO); Land::COUNT + Sea::COUNT];
    let (land_room, sea_room) = room.split_at_mut(Land::COUNT);
    let land = fill(land_room, state.board.empty_land().map(Cell::Land));
    let has_ship = !tiles.intersection(TileSet::SHIPS).is_empty();
    let empty_sea = state.board.empty_sea().filter(|_| has_ship);
    let sea = fill(sea_room, empty_sea.map(Cell::Sea));
    for tile in tiles.iter() {
        let cells = if TileSet::LANDING.contains(tile) {
            land
        } else if TileSet::SHIPS.contains(tile) {
            sea
        } else {
            continue;
        };
        actions.extend(cells.iter().map(|&cell| Action::PlaceTile { tile, cell }));
    }
}

/// The seat on turn places a tile.
pub(crate) fn place(
    state: &mut State,
    turn: Turn,
    tile: Tile,
    cell: Cell,
    events: &mut Vec<Event>,
) -> Applied {
    turn::allow_tile(state, &turn, tile)?;
    if tile == Tile::FIGURE_EXCHANGE || tile == Tile::TILE_EXCHANGE {
        return Err(Violation::ExchangeIsNotPlaced { tile });
    }
    if !cell.is_in_play(state.seats) {
        return Err(Violation::NotInPlay { cell });
    }
    if state.board.at(cell).is_some() {
        return Err(Violation::CellIsTaken { cell });
    }
    let placed = Placed::new(turn.active, tile);
    let is_ship = TileSet::SHIPS.contains(tile);
    match cell {
        Cell::Settlement(_) => return Err(Violation::SettlementTakesNoTile { cell }),
        Cell::Land(_) if is_ship => return Err(Violation::ShipOnLand { cell }),
        Cell::Sea(_) if !is_ship => return Err(Violation::LandTileOnSea { cell }),
        Cell::Land(land) => {
            state.board.put_on_land(land, placed);
            turn::use_tile(state, turn, tile, None);
            events.push(Event::TilePlaced { seat: turn.active, tile, cell });
            turn::resolve(state, land, events);
        }
        // A ship fills no land cell, so it closes nothing (SAM-10.1).
        Cell::Sea(sea) => {
            state.board.put_on_sea(sea, placed);
            turn::use_tile(state, turn, tile, None);
            events.push(Event::TilePlaced { seat: turn.active, tile, cell });
        }
    }
    Ok(())
}

fn fill(room: &mut [Cell], cells: impl Iterator<Item = Cell>) -> &[Cell] {
    let mut count = 0;
    for (place, cell) in room.iter_mut().zip(cells) {
        *place = cell;
        count += 1;
    }
    &room[..count]
}
