//! Closed settlements give up their figures, each by its own comparison.

use alloc::vec::Vec;

use crate::state::{SEATS_MAX, State};
use crate::{Event, Figure, FigureSet, Influence, Land, Settlement};

/// Resolves the settlements that a tile on this land cell has closed; says
/// whether any figure left the board.
pub(crate) fn resolve(state: &mut State, land: Land, events: &mut Vec<Event>) -> bool {
    let mut captured = false;
    for settlement in land.settlements() {
        let figures = state.figures_in(settlement);
        if figures.is_empty() || !state.board.is_filled(settlement.land()) {
            continue;
        }
        state.figures[settlement.index()] = FigureSet::EMPTY;
        for figure in figures.iter() {
            award(state, settlement, figure, events);
        }
        captured = true;
    }
    captured
}

fn award(state: &mut State, settlement: Settlement, figure: Figure, events: &mut Vec<Event>) {
    let influence = influence(state, settlement, figure);
    let Some(seat) = influence.winner() else {
        state.set_aside[figure] += 1;
        events.push(Event::FigureSetAside { figure, settlement, influence });
        return;
    };
    let open = state.captures_are_open();
    let player = state.player_mut(seat);
    let pile = if open { &mut player.captured_open } else { &mut player.captured_hidden };
    pile[figure] += 1;
    events.push(Event::FigureCaptured { seat, figure, settlement, influence });
}

fn influence(state: &State, settlement: Settlement, figure: Figure) -> Influence {
    let mut totals = [0; SEATS_MAX];
    for placed in settlement.around().iter().filter_map(|cell| state.board.at(*cell)) {
        totals[placed.owner().index()] += placed.tile().influence(figure);
    }
    Influence::of(state.seats, totals)
}
