//! Positions that somebody tampered with: they are refused, or can be played to
//! the end like any other.

use kit_conformance::Chance;
use kit_conformance::tampered::Tampering;
use kit_rules::{Seat, SeatSet};
use samurai_rules::{
    Board, Cell, EndReason, Exchange, Figure, FigureCounts, FigureSet, Inconsistent, Phase, Placed,
    Samurai, Settlement, State, Tile, TileSet, Turn,
};

use super::sample::{all_options, view};

/// Every kind of fault that there is.
const FAULTS: [&str; 13] = [
    "Captures",
    "End",
    "Figures",
    "Hand",
    "Phase",
    "Seats",
    "Settlement",
    "StartSeat",
    "TableSize",
    "TileOnBoard",
    "Tiles",
    "TooEarly",
    "Turn",
];

const TAMPERING: Tampering<Samurai, Inconsistent> = Tampering {
    positions: 250,
    guard: State::check,
    view,
    guard_view: |seen, viewer| seen.check_view(Some(viewer)),
    steps_in_views: true,
    tamper,
    weight: None,
};

#[test]
fn a_position_that_was_tampered_with_is_refused_or_playable() {
    let tally = TAMPERING.hold(&all_options(), &FAULTS);
    assert!(tally.refused > 100 && tally.played > 100, "{tally:?}");
}

/// Changes something, whether it fits or not.
fn tamper(state: &mut State, random: &mut Chance) {
    let seat = Seat::from_index(random.below(5) as usize);
    let figure = Figure::ALL[random.below(3) as usize];
    let settlement = Settlement::from_index(random.below(34) as usize).expect("a settlement");
    let tile = Tile::from_index(random.below(20) as usize).expect("a tile");
    let cell = Cell::from_index(random.below(174) as usize).expect("a cell");
    let player = &mut state.players[random.below(4) as usize];
    let toggle = |set: TileSet| if set.contains(tile) { set.without(tile) } else { set.with(tile) };
    match random.below(20) {
        0 => player.hand = toggle(player.hand),
        1 => player.pool = toggle(player.pool),
        2 => player.chosen = toggle(player.chosen),
        3 => player.drawn = toggle(player.drawn),
        4 => core::mem::swap(&mut player.hand, &mut player.pool),
        5 => player.figure_exchange_used ^= true,
        6 => player.captured_open[figure] = player.captured_open[figure].wrapping_sub(1),
        7 => player.captured_hidden[figure] = player.captured_hidden[figure].wrapping_add(1),
        8 => state.set_aside[figure] = random.below(256) as u8,
        9 => state.supply[figure] = random.below(15) as u8,
        10 => {
            let present = &mut state.figures[settlement.index()];
            let some = [FigureSet::EMPTY, FigureSet::ALL, present.with(figure)];
            *present = some[random.below(3) as usize];
        }
        11 => {
            let placed = Placed::new(seat, tile);
            let _ = match cell {
                Cell::Settlement(_) => None,
                Cell::Land(land) => state.board.put_on_land(land, placed),
                Cell::Sea(sea) => state.board.put_on_sea(sea, placed),
            };
        }
        12 => state.board = Board::new(state.seats),
        13 => {
            let seats = kit_rules::SeatCount::new(1 + random.below(5));
            state.seats = seats.expect("a table can have five seats");
        }
        14 => state.start_seat = random.below(2).checked_sub(1).map(|_| seat),
        15 => state.phase = any_phase(seat, figure, settlement, tile, random),
        16 => state.options.start_seat = Some(seat),
        17 => {
            if let Phase::Play(turn) = &mut state.phase {
                turn.tiles_played = random.below(256) as u8;
                turn.plain_played ^= random.below(2) == 0;
            }
        }
        18 => move_between_hands(state, tile, random),
        _ => swap_two_figures(state, settlement, random),
    }
}

fn any_phase(
    seat: Seat,
    figure: Figure,
    settlement: Settlement,
    tile: Tile,
    random: &mut Chance,
) -> Phase {
    let turn = Turn { tiles_played: 1, plain_played: true, ..Turn::of(seat) };
    match random.below(10) {
        0 => Phase::DrawStartSeat,
        1 => Phase::ChooseHands { sealed: SeatSet::only(seat) },
        2 => Phase::DealHands { seat },
        3 => Phase::PlaceFigures { active: seat },
        4 => Phase::ScatterFigures,
        5 => Phase::Play(Turn::of(seat)),
        6 => Phase::Play(Turn { exchange: Some(Exchange::Figure { settlement, figure }), ..turn }),
        7 => Phase::Play(Turn { exchange: Some(Exchange::Tile { tile }), ..turn }),
        8 => Phase::Refill { seat },
        _ => Phase::Over(EndReason::TypeExhausted(figure)),
    }
}

/// Exchanges a tile of a hand with one of its pool, which is a possible
/// position again.
fn move_between_hands(state: &mut State, tile: Tile, random: &mut Chance) {
    let player = &mut state.players[random.below(4) as usize];
    if let (true, Some(held)) = (player.pool.contains(tile), player.hand.nth(0)) {
        player.hand = player.hand.without(held).with(tile);
        player.pool = player.pool.without(tile).with(held);
    }
}

/// Lets two villages change their figures, which is a possible position again.
fn swap_two_figures(state: &mut State, settlement: Settlement, random: &mut Chance) {
    let other = random.below(34) as usize;
    if state.figures[other].len() == state.figures_in(settlement).len() {
        state.figures.swap(other, settlement.index());
    }
    if random.below(10) == 0 {
        state.set_aside = FigureCounts::NONE;
    }
}
