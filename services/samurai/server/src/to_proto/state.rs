//! Writes a position canonically: the same position gives the same bytes.

use kit_proto::bakufu::samurai::v1 as pb;
use kit_rules::{Seat, SeatCount, SeatSet};
use samurai_rules::{
    Captures, Cell, EndTiming, Exchange, FigurePlacement, Options, Phase, Player, Settlement,
    StartHand, State, TileSet, Turn,
};

use super::{counts, end_reason};
use crate::numbers::{of_cell, of_figure, of_tile};

/// A position. Cells, tiles and figures ascend by number, players by seat, and
/// whatever is empty is absent.
pub(crate) fn state(state: &State) -> pb::State {
    let where_it_stands = phase(&state.phase, state.seats);
    pb::State {
        options: Some(options(&state.options)),
        start_seat: state.start_seat.map_or(0, Seat::number),
        players: state.seats.seats().map(|seat| player(seat, state.player(seat))).collect(),
        settlements: settlements(state),
        placed_tiles: placed_tiles(state),
        supply: counts(state.supply),
        set_aside: counts(state.set_aside),
        ..where_it_stands
    }
}

fn options(options: &Options) -> pb::Options {
    let start_hand = match options.start_hand {
        StartHand::Chosen => pb::StartHand::Chosen,
        StartHand::Random => pb::StartHand::Random,
    };
    let figure_placement = match options.figure_placement {
        FigurePlacement::Players => pb::FigurePlacement::Players,
        FigurePlacement::Random => pb::FigurePlacement::Random,
    };
    let end_timing = match options.end_timing {
        EndTiming::AtOnce => pb::EndTiming::AtOnce,
        EndTiming::EndOfTurn => pb::EndTiming::EndOfTurn,
    };
    let captures = match options.captures {
        Captures::ByPlayerCount => pb::Captures::Hidden,
        Captures::Open => pb::Captures::Open,
    };
    pb::Options {
        start_hand: start_hand.into(),
        figure_placement: figure_placement.into(),
        end_timing: end_timing.into(),
        captures: captures.into(),
        start_seat: options.start_seat.map_or(0, Seat::number),
    }
}

/// The fields that depend on the phase; all others are empty.
fn phase(phase: &Phase, seats: SeatCount) -> pb::State {
    let stage = |phase: pb::Phase, active: Option<Seat>| pb::State {
        phase: phase.into(),
        active_seat: active.map_or(0, Seat::number),
        ..pb::State::default()
    };
    match *phase {
        Phase::DrawStartSeat => stage(pb::Phase::DrawStartSeat, None),
        Phase::ChooseHands { sealed } => pb::State {
            choosing_seats: choosing(sealed, seats),
            ..stage(pb::Phase::ChooseHands, None)
        },
        Phase::DealHands { seat } => stage(pb::Phase::DealHands, Some(seat)),
        Phase::PlaceFigures { active } => stage(pb::Phase::PlaceFigures, Some(active)),
        Phase::ScatterFigures => stage(pb::Phase::ScatterFigures, None),
        Phase::Play(running) => {
            pb::State { turn: Some(turn(&running)), ..stage(pb::Phase::Play, Some(running.active)) }
        }
        Phase::Refill { seat } => stage(pb::Phase::Refill, Some(seat)),
        Phase::Over(reason) => {
            pb::State { end_reason: end_reason(reason).into(), ..stage(pb::Phase::Over, None) }
        }
    }
}

fn choosing(sealed: SeatSet, seats: SeatCount) -> Vec<u32> {
    seats.seats().filter(|seat| !sealed.contains(*seat)).map(Seat::number).collect()
}

fn turn(turn: &Turn) -> pb::Turn {
    let (picked, lifted) = match turn.exchange {
        None => (None, 0),
        Some(Exchange::Figure { settlement, figure }) => {
            let settlement = of_cell(Cell::Settlement(settlement));
            (Some(pb::FigurePlace { settlement, figure: of_figure(figure) }), 0)
        }
        Some(Exchange::Tile { tile }) => (None, of_tile(tile)),
    };
    let tiles_played = turn.tiles_played.into();
    pb::Turn { plain_used: turn.plain_played, tiles_played, picked, lifted }
}

fn player(seat: Seat, player: &Player) -> pb::Player {
    pb::Player {
        seat: seat.number(),
        hand: tiles(player.hand),
        pool: tiles(player.pool),
        chosen: tiles(player.chosen),
        captured_open: counts(player.captured_open),
        captured_hidden: counts(player.captured_hidden),
        figure_exchange_used: player.figure_exchange_used,
        drawn: tiles(player.drawn),
    }
}

fn tiles(tiles: TileSet) -> Vec<i32> {
    tiles.iter().map(of_tile).collect()
}

fn settlements(state: &State) -> Vec<pb::Settlement> {
    let mut all: Vec<_> = Settlement::all()
        .filter(|settlement| !state.figures_in(*settlement).is_empty())
        .map(|settlement| pb::Settlement {
            cell: of_cell(Cell::Settlement(settlement)),
            figures: state.figures_in(settlement).iter().map(of_figure).collect(),
        })
        .collect();
    all.sort_by_key(|settlement| settlement.cell);
    all
}

fn placed_tiles(state: &State) -> Vec<pb::PlacedTile> {
    let mut all: Vec<_> = state
        .board
        .tiles()
        .map(|(cell, placed)| pb::PlacedTile {
            cell: of_cell(cell),
            seat: placed.owner().number(),
            tile: of_tile(placed.tile()),
        })
        .collect();
    all.sort_by_key(|placed| placed.cell);
    all
}
