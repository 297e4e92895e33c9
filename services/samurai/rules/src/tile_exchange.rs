//! The tile exchange: it takes the place of an own tile, which goes elsewhere.

use alloc::vec::Vec;

use kit_rules::Seat;

use crate::state::{Exchange, Phase, State, Turn};
use crate::{Action, Applied, Cell, Event, Placed, Tile, Violation, turn};

/// Whether the seat has a tile to lift and a place to put it.
pub(crate) fn is_possible(state: &State, seat: Seat) -> bool {
    state.board.has_empty_land() && state.board.liftable(seat).next().is_some()
}

/// Lists the tiles that the seat can lift, by their cells.
pub(crate) fn list_lifts(state: &State, seat: Seat, actions: &mut Vec<Action>) {
    if state.board.has_empty_land() {
        let cells = state.board.liftable(seat).map(Cell::Land);
        actions.extend(cells.map(|cell| Action::LiftTile { cell }));
    }
}

/// Lists the cells that the lifted tile can be put on.
pub(crate) fn list_redeployments(state: &State, actions: &mut Vec<Action>) {
    let cells = state.board.empty_land().map(Cell::Land);
    actions.extend(cells.map(|cell| Action::RedeployTile { cell }));
}

/// The seat on turn plays the tile on one of its own, and lifts that.
pub(crate) fn lift(state: &mut State, turn: Turn, cell: Cell, events: &mut Vec<Event>) -> Applied {
    turn::allow_tile(state, &turn, Tile::TILE_EXCHANGE)?;
    if !cell.is_in_play(state.seats) {
        return Err(Violation::NotInPlay { cell });
    }
    let placed = state.board.at(cell).ok_or(Violation::NothingToLift { cell })?;
    if placed.owner() != turn.active {
        return Err(Violation::NotYourTile { cell });
    }
    let tile = placed.tile();
    let Cell::Land(land) = cell else { return Err(Violation::CannotBeLifted { tile }) };
    if !tile.is_liftable() {
        return Err(Violation::CannotBeLifted { tile });
    }
    if !state.board.has_empty_land() {
        return Err(Violation::NowhereToRedeploy);
    }
    state.board.put_on_land(land, Placed::new(turn.active, Tile::TILE_EXCHANGE));
    turn::use_tile(state, turn, Tile::TILE_EXCHANGE, Some(Exchange::Tile { tile }));
    events.push(Event::TileLifted { seat: turn.active, land, tile });
    Ok(())
}

/// The seat on turn puts the lifted tile down, and only then is anything
/// resolved (SAM-9.7).
pub(crate) fn redeploy(
    state: &mut State,
    turn: Turn,
    tile: Tile,
    cell: Cell,
    events: &mut Vec<Event>,
) -> Applied {
    if !cell.is_in_play(state.seats) {
        return Err(Violation::NotInPlay { cell });
    }
    let Cell::Land(land) = cell else { return Err(Violation::RedeployOffLand { cell }) };
    let seat = turn.active;
    if let Some(placed) = state.board.at(cell) {
        // A seat has one tile exchange, so it lies where the tile came from.
        let is_source = placed == Placed::new(seat, Tile::TILE_EXCHANGE);
        return Err(if is_source {
            Violation::BackToSource { cell }
        } else {
            Violation::RedeployOnTaken { cell }
        });
    }
    state.board.put_on_land(land, Placed::new(seat, tile));
    state.phase = Phase::Play(Turn { exchange: None, ..turn });
    events.push(Event::TileRedeployed { seat, land, tile });
    turn::resolve(state, land, events);
    Ok(())
}
