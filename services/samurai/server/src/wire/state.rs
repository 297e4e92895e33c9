//! Positions on the wire, complete or as a viewer sees them.

use kit_proto::bakufu::samurai::v1 as pb;
use kit_rules::{Seat, SeatCount};
use kit_rules_server::Malformed;
use kit_rules_server::codec::*;
use samurai_rules::{
    Board, Cell, FigureSet, Inconsistent, Placed, Player, SEATS_MAX, Settlement, State, Tile,
};

use super::field::{CELL, COUNTS, FIGURES, SEAT, SETTLEMENT, TILE, TILES, as_settlement, cells};
use super::options::OPTIONS;
use super::phase::phase;

const IN_PLAY: &str = "names a cell in play with so many players";

/// A complete position.
pub(crate) fn state(message: &pb::State) -> Read<State> {
    complete(seen(message, Perspective::Complete)?)
}

/// The position itself, if nothing is missing or contradicts itself in it.
pub(crate) fn complete(state: State) -> Read<State> {
    state.check().map_err(|fault| inconsistent(&fault))?;
    Ok(state)
}

/// What a seat, or a spectator, sees of a position. The tiles and hidden
/// captures of others are empty in it, even if the message tells them.
pub(crate) fn view(message: &pb::State, viewer: Option<Seat>) -> Read<State> {
    let state = seen(message, Perspective::View(viewer))?;
    state.check_view(viewer).map_err(|fault| inconsistent(&fault))?;
    Ok(state)
}

/// Writes a position canonically: the same position gives the same bytes.
pub(crate) fn state_to_proto(state: &State) -> pb::State {
    position(state.seats, Perspective::Complete).write(state)
}

fn seen(message: &pb::State, perspective: Perspective) -> Read<State> {
    // The number of players decides what else is possible, so it comes first.
    let seats = seat_count(&message.players, 2..=SEATS_MAX)?;
    position(seats, perspective).read(message)
}

wire_message! {
    /// A position. Cells, tiles and figures ascend by number, players by seat,
    /// and whatever is empty is absent.
    position(seats: SeatCount, perspective: Perspective): pb::State as State = {
        options: required(OPTIONS),
        players: by_seat(seats, move |seat| player(seat, perspective.sees(seat))),
        start_seat: or_none(SEAT),
        supply: COUNTS,
        set_aside: COUNTS,
        settlements: settlements(seats),
        placed_tiles: board(seats),
        ..phase: phase(seats)
    } <=> State {
        options, seats, start_seat, phase, supply, set_aside, figures: settlements,
        board: placed_tiles, players,
    };

    player(seat: Seat, known: bool): pb::Player as Player = {
        seat as (): exactly(seat.number()),
        hand: if_known(known, TILES),
        pool: if_known(known, TILES),
        chosen: if_known(known, TILES),
        captured_open: COUNTS,
        captured_hidden: if_known(known, COUNTS),
        figure_exchange_used: plain(),
        drawn: if_known(known, TILES),
    } <=> Player {
        hand, pool, chosen, drawn, figure_exchange_used, captured_open, captured_hidden,
    };

    settlement(seats: SeatCount): pb::Settlement as (Settlement, FigureSet) = {
        cell: checked(SETTLEMENT, IN_PLAY, move |it| Cell::Settlement(*it).is_in_play(seats)),
        figures: checked(FIGURES, "holds at least one figure", |figures| !figures.is_empty()),
    } <=> (cell, figures);

    placed_tile(seats: SeatCount): pb::PlacedTile as (Cell, Seat, Tile) = {
        cell: checked(CELL, IN_PLAY, move |cell| cell.is_in_play(seats)),
        seat: at_table(seats),
        tile: TILE,
    } <=> (cell, seat, tile)
}

wire_field! {
    settlements(seats: SeatCount): Vec<pb::Settlement> as [FigureSet; Settlement::COUNT] = keyed(
        "cell", settlement(seats), || cells().filter_map(as_settlement), Settlement::index,
    );

    board(seats: SeatCount): Vec<pb::PlacedTile> as Board = entries(
        placed_tile(seats),
        move || Board::new(seats),
        put,
        |board| {
            let at = |cell: Cell| board.at(cell).map(|it| (cell, it.owner(), it.tile()));
            cells().filter_map(at).collect()
        },
    );
}

fn put(board: &mut Board, (cell, owner, tile): (Cell, Seat, Tile)) -> Read<()> {
    let placed = Placed::new(owner, tile);
    let before = match cell {
        Cell::Land(land) => board.put_on_land(land, placed),
        Cell::Sea(sea) => board.put_on_sea(sea, placed),
        Cell::Settlement(_) => {
            return Err(Malformed::field("cell", "names a cell that can hold a tile"));
        }
    };
    if before.is_some() { Err(Malformed::field("cell", "repeats a cell")) } else { Ok(()) }
}

/// The field where somebody would look for the fault first.
fn inconsistent(fault: &Inconsistent) -> Malformed {
    let field = match fault {
        Inconsistent::TableSize | Inconsistent::Seats | Inconsistent::Captures => {
            "players".to_owned()
        }
        Inconsistent::StartSeat => "start_seat".to_owned(),
        Inconsistent::Phase | Inconsistent::TooEarly | Inconsistent::End => "phase".to_owned(),
        Inconsistent::TileOnBoard { .. } => "placed_tiles".to_owned(),
        Inconsistent::Tiles { seat } => format!("players[{}]", seat.index()),
        Inconsistent::Hand { seat } => format!("players[{}].hand", seat.index()),
        Inconsistent::Settlement { .. } | Inconsistent::Figures { .. } => "settlements".to_owned(),
        Inconsistent::Turn => "turn".to_owned(),
    };
    Malformed::field(field, fault.to_string())
}
