//! The store: who holds too much returns it.

use alloc::vec::Vec;

use kit_rules::Seat;

use crate::goods::Good;
use crate::state::{Phase, State};
use crate::tables::STORE_MAX;
use crate::{Action, Applied, Event, Violation, round, wages};

pub(crate) fn begin(state: &mut State, seat: Seat) {
    state.phase = Phase::Store { seat };
}

/// What the seat can return.
pub(crate) fn list(state: &State, seat: Seat, actions: &mut Vec<Action>) {
    actions.extend(held(state, seat).map(Action::Discard));
}

/// The seat returns something.
pub(crate) fn act(
    state: &mut State,
    seat: Seat,
    action: Action,
    events: &mut Vec<Event>,
) -> Applied {
    let Action::Discard(good) = action else { return Err(Violation::StoreFirst) };
    if state.player(seat).goods[good] == 0 {
        return Err(Violation::NothingToReturn { good });
    }
    discard(state, seat, good, 1, events);
    Ok(())
}

/// Goes on if the store holds everything, or if there is only one kind to
/// return.
pub(crate) fn advance(state: &mut State, seat: Seat, events: &mut Vec<Event>) -> bool {
    let excess = excess(state, seat);
    if excess == 0 {
        let next = seat.next(state.seats);
        if next == state.first() {
            round::end(state, events);
        } else {
            wages::begin(state, next);
        }
        return true;
    }
    let mut kinds = held(state, seat);
    let (Some(good), None) = (kinds.next(), kinds.next()) else { return false };
    drop(kinds);
    discard(state, seat, good, excess as u16, events);
    true
}

/// How much a seat has to return.
pub(crate) fn excess(state: &State, seat: Seat) -> u32 {
    state.player(seat).goods.total().saturating_sub(STORE_MAX.into())
}

fn held(state: &State, seat: Seat) -> impl Iterator<Item = Good> + use<> {
    let goods = state.player(seat).goods;
    Good::ALL.into_iter().filter(move |good| goods[*good] > 0)
}

fn discard(state: &mut State, seat: Seat, good: Good, amount: u16, events: &mut Vec<Event>) {
    state.player_mut(seat).goods[good] -= amount;
    events.push(Event::Discarded { seat, good, amount });
}
