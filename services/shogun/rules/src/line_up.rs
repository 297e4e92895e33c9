//! The fixed line-ups: every seat draws a letter and gets its provinces.

use alloc::vec::Vec;

use kit_rules::Seat;

use crate::state::{Phase, State};
use crate::{Applied, Event, TableFacts, Violation, seeding};

/// Starts to give out the first provinces.
pub(crate) fn begin(state: &mut State) {
    state.phase = if state.options.is_drafted() {
        Phase::DrawFirst
    } else {
        Phase::DrawLetter { seat: Seat::from_index(0) }
    };
}

/// The letters that nobody has, as places in the table's list.
pub(crate) fn letters(state: &State) -> impl Iterator<Item = usize> + '_ {
    let line_ups = TableFacts::of(state.seats).line_ups.iter().enumerate();
    let is_free = |place: usize| {
        let armies = TableFacts::of(state.seats).line_ups[place].armies;
        armies.iter().all(|(province, _)| state.holding(*province).owner.is_none())
    };
    line_ups.map(|(place, _)| place).filter(move |place| is_free(*place))
}

/// A letter is drawn for a seat. The last seat gets the last letter.
pub(crate) fn draw(state: &mut State, seat: Seat, value: u32, events: &mut Vec<Event>) -> Applied {
    let letter = letters(state).nth(value as usize).ok_or(Violation::NoSuchDraw)?;
    line_up(state, seat, letter, events);
    let next = seat.next(state.seats);
    let mut left = letters(state);
    match (left.next(), left.next()) {
        (Some(last), None) => {
            drop(left);
            line_up(state, next, last, events);
            seeding::begin(state, events);
        }
        _ => {
            drop(left);
            state.phase = Phase::DrawLetter { seat: next };
        }
    }
    Ok(())
}

fn line_up(state: &mut State, seat: Seat, letter: usize, events: &mut Vec<Event>) {
    for &(province, armies) in TableFacts::of(state.seats).line_ups[letter].armies {
        state.settle(seat, province, armies);
    }
    events.push(Event::LetterDrawn { seat, letter: letter as u8 });
}
