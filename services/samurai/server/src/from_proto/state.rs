//! Reads positions, complete or as a viewer sees them.

use kit_proto::bakufu::samurai::v1 as pb;
use kit_rules::{Seat, SeatCount};
use kit_rules_server::Malformed;
use samurai_rules::{
    Board, Cell, Figure, FigureCounts, FigureSet, Inconsistent, Placed, Player, SEATS_MAX,
    Settlement, State, TileSet,
};

use super::field::{
    ITSELF, Read, both, cell, counts, each, figure, required, seat_or_nobody, tile, tiles,
};
use super::options::options;
use super::phase::{at_table, phase};

/// A complete position.
pub(crate) fn state(message: &pb::State) -> Read<State> {
    complete(position(message, Eyes::Rules)?)
}

/// The position itself, if nothing is missing or contradicts itself in it.
pub(crate) fn complete(state: State) -> Read<State> {
    state.check().map_err(|fault| inconsistent(&fault))?;
    Ok(state)
}

/// What a seat, or a spectator, sees of a position. The tiles and hidden
/// captures of others are empty in it, even if the message tells them.
pub(crate) fn view(message: &pb::State, viewer: Option<Seat>) -> Read<State> {
    let state = position(message, Eyes::Viewer(viewer))?;
    state.check_view(viewer).map_err(|fault| inconsistent(&fault))?;
    Ok(state)
}

/// For whom a position is read.
#[derive(Clone, Copy)]
enum Eyes {
    Rules,
    Viewer(Option<Seat>),
}

impl Eyes {
    fn see(self, owner: Seat) -> bool {
        match self {
            Self::Rules => true,
            Self::Viewer(viewer) => viewer == Some(owner),
        }
    }
}

fn position(message: &pb::State, eyes: Eyes) -> Read<State> {
    // The number of players decides what else is possible, so it comes first.
    let seats = seat_count(message.players.len())?;
    let options = required("options", &message.options)
        .and_then(|message| options(message).map_err(|faults| faults.inside("options")));
    let players = each("players", &message.players, |message| player(message, eyes))
        .and_then(|players| in_seat_order(&players));
    let table = both(
        both(seat_or_nobody("start_seat", message.start_seat), phase(message, seats)),
        both(counts("supply", &message.supply), counts("set_aside", &message.set_aside)),
    );
    let pieces = both(figures(&message.settlements, seats), board(&message.placed_tiles, seats));
    let (((options, players), ((start_seat, phase), (supply, set_aside))), (figures, board)) =
        both(both(both(options, players), table), pieces)?;
    Ok(State { options, seats, start_seat, phase, supply, set_aside, figures, board, players })
}

fn seat_count(players: usize) -> Read<SeatCount> {
    SeatCount::new(players as u32)
        .filter(|_| (2..=SEATS_MAX).contains(&players))
        .ok_or_else(|| Malformed::field("players", format!("has 2 to {SEATS_MAX} players")))
}

fn player(message: &pb::Player, eyes: Eyes) -> Read<(u32, Player)> {
    let known = Seat::new(message.seat).is_some_and(|seat| eyes.see(seat));
    let read = |field: &str, numbers: &[i32]| {
        if known { tiles(field, numbers) } else { Ok(TileSet::EMPTY) }
    };
    let hidden = counts("captured_hidden", &message.captured_hidden);
    let (((hand, pool), (chosen, drawn)), (captured_open, captured_hidden)) = both(
        both(
            both(read("hand", &message.hand), read("pool", &message.pool)),
            both(read("chosen", &message.chosen), read("drawn", &message.drawn)),
        ),
        both(counts("captured_open", &message.captured_open), hidden),
    )?;
    let captured_hidden = if known { captured_hidden } else { FigureCounts::NONE };
    let figure_exchange_used = message.figure_exchange_used;
    let player =
        Player { hand, pool, chosen, drawn, figure_exchange_used, captured_open, captured_hidden };
    Ok((message.seat, player))
}

fn in_seat_order(players: &[(u32, Player)]) -> Read<[Player; SEATS_MAX]> {
    let mut all = [Player::default(); SEATS_MAX];
    let numbered: Vec<_> = (1..).zip(players).zip(&mut all).collect();
    let mut faults = Vec::new();
    for ((due, (number, player)), place) in numbered {
        *place = *player;
        if *number != due {
            let field = format!("players[{}].seat", due - 1);
            faults.extend(Malformed::field(field, format!("is {due} at this place")).faults);
        }
    }
    if faults.is_empty() { Ok(all) } else { Err(Malformed { faults }) }
}

fn figures(
    settlements: &[pb::Settlement],
    seats: SeatCount,
) -> Read<[FigureSet; Settlement::COUNT]> {
    let mut all = [FigureSet::EMPTY; Settlement::COUNT];
    each("settlements", settlements, |message| {
        let place = in_play("cell", message.cell, seats).and_then(|cell| match cell {
            Cell::Settlement(settlement) => Ok(settlement),
            _ => Err(Malformed::field("cell", "names a settlement")),
        });
        let (settlement, figures) = both(place, figure_set(&message.figures))?;
        if !all[settlement.index()].is_empty() {
            return Err(Malformed::field("cell", "repeats a settlement"));
        }
        all[settlement.index()] = figures;
        Ok(())
    })?;
    Ok(all)
}

fn figure_set(numbers: &[i32]) -> Read<FigureSet> {
    if numbers.is_empty() {
        return Err(Malformed::field("figures", "holds at least one figure"));
    }
    let mut seen = FigureSet::EMPTY;
    each("figures", numbers, |number| {
        let figure: Figure = figure(ITSELF, *number)?;
        if seen.contains(figure) {
            return Err(Malformed::field(ITSELF, "repeats a type of figure"));
        }
        seen = seen.with(figure);
        Ok(())
    })?;
    Ok(seen)
}

fn board(placed_tiles: &[pb::PlacedTile], seats: SeatCount) -> Read<Board> {
    let mut board = Board::new(seats);
    each("placed_tiles", placed_tiles, |message| {
        let owner = at_table("seat", message.seat, seats);
        let place = in_play("cell", message.cell, seats);
        let (cell, (owner, tile)) = both(place, both(owner, tile("tile", message.tile)))?;
        let placed = Placed::new(owner, tile);
        let before = match cell {
            Cell::Land(land) => board.put_on_land(land, placed),
            Cell::Sea(sea) => board.put_on_sea(sea, placed),
            Cell::Settlement(_) => {
                let why = "names a cell that can hold a tile";
                return Err(Malformed::field("cell", why));
            }
        };
        match before {
            None => Ok(()),
            Some(_) => Err(Malformed::field("cell", "repeats a cell")),
        }
    })?;
    Ok(board)
}

fn in_play(field: &str, number: i32, seats: SeatCount) -> Read<Cell> {
    let cell = cell(field, number)?;
    if cell.is_in_play(seats) {
        Ok(cell)
    } else {
        Err(Malformed::field(field, "names a cell in play with so many players"))
    }
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
