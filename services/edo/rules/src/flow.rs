//! Automatic steps: forced answers, and everything nobody decides.

use alloc::vec::Vec;

use crate::state::{Phase, State};
use crate::{Event, positions, relocation, store, turn, wages};

/// Goes on until somebody has a choice, chance is asked, or it is over.
pub(crate) fn advance(state: &mut State, events: &mut Vec<Event>) {
    while step(state, events) {}
}

/// Does one thing that needs no decision; `false` if there is none.
fn step(state: &mut State, events: &mut Vec<Event>) -> bool {
    match state.phase {
        Phase::Positions { taken } => positions::advance(state, taken, events),
        Phase::SelectRonin => relocation::advance_selection(state, events),
        Phase::Relocate(relocation) => relocation::advance(state, &relocation, events),
        Phase::Turn(turn) => turn::advance(state, turn, events),
        Phase::Wages { seat } => wages::advance(state, seat, events),
        Phase::Store { seat } => store::advance(state, seat, events),
        Phase::Setup | Phase::Plan(_) | Phase::NextCard | Phase::Over(_) => false,
    }
}
