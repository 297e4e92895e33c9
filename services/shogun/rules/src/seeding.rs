//! The first throw, which fills the tower before the first year.

use alloc::vec::Vec;

use crate::number::{SEED_ARMIES, SEED_FARMERS};
use crate::state::{Phase, State};
use crate::{Applied, Cube, Cubes, Event, season};

/// Throws the first cubes.
pub(crate) fn begin(state: &mut State, events: &mut Vec<Event>) {
    let mut cubes = Cubes::NONE;
    for seat in state.seats.seats() {
        cubes[Cube::army(seat)] = state.take_armies(seat, SEED_ARMIES);
    }
    cubes[Cube::FARMER] = state.take_farmers(SEED_FARMERS);
    state.phase = Phase::SeedTower;
    state.throw(cubes, events);
}

/// A number for the throw. What falls through goes back to its supply.
pub(crate) fn draw(state: &mut State, value: u32, events: &mut Vec<Event>) -> Applied {
    let Some(out) = state.fall(value, events)? else { return Ok(()) };
    for (cube, count) in out.iter() {
        state.return_cubes(cube, count);
    }
    events.push(Event::TraySorted);
    season::begin_year(state);
    Ok(())
}
