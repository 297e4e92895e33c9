//! Wages: samurai that stay on the board eat, the others go home.

use alloc::vec::Vec;

use kit_rules::Seat;

use crate::goods::Good;
use crate::space::Space;
use crate::state::{Phase, State};
use crate::tables::WAGE_RICE;
use crate::{Action, Applied, Event, Violation, income, privileges, store};

pub(crate) fn begin(state: &mut State, seat: Seat) {
    state.phase = Phase::Wages { seat };
}

/// Everything that the seat can do.
pub(crate) fn list(state: &State, seat: Seat, actions: &mut Vec<Action>) {
    privileges::list_goods(state, seat, actions);
    actions.extend(state.player(seat).samurai.spaces().iter().map(Action::SendHome));
    if can_pay(state, seat) {
        actions.push(Action::PayWages);
    }
}

/// The seat decides about its samurai.
pub(crate) fn act(
    state: &mut State,
    seat: Seat,
    action: Action,
    events: &mut Vec<Event>,
) -> Applied {
    match action {
        Action::TakeGood { .. } => privileges::act(state, seat, action, events),
        Action::SendHome(space) => send_home(state, seat, space, events),
        Action::PayWages if can_pay(state, seat) => {
            pay(state, seat, events);
            Ok(())
        }
        Action::PayWages => Err(Violation::CannotPayWages),
        _ => Err(Violation::WagesFirst),
    }
}

/// Goes on if there is nothing to decide.
pub(crate) fn advance(state: &mut State, seat: Seat, events: &mut Vec<Event>) -> bool {
    if privileges::has_goods(state, seat) {
        return false;
    }
    let spaces = state.player(seat).samurai.spaces();
    if spaces.is_empty() {
        pay(state, seat, events);
        return true;
    }
    let only = spaces.nth(0).filter(|_| spaces.len() == 1 && !can_pay(state, seat));
    only.is_some_and(|space| send_home(state, seat, space, events).is_ok())
}

fn due(state: &State, seat: Seat) -> u16 {
    state.player(seat).samurai.len() as u16 * u16::from(WAGE_RICE)
}

fn can_pay(state: &State, seat: Seat) -> bool {
    state.player(seat).goods[Good::Rice] >= due(state, seat)
}

fn send_home(state: &mut State, seat: Seat, space: Space, events: &mut Vec<Event>) -> Applied {
    if !state.player_mut(seat).samurai.remove(space) {
        return Err(Violation::NoSamuraiThere { space });
    }
    events.push(Event::SentHome { seat, space });
    Ok(())
}

/// Pays everyone who is left, and lets the cities pay the seat.
fn pay(state: &mut State, seat: Seat, events: &mut Vec<Event>) {
    let rice = due(state, seat);
    let player = state.player_mut(seat);
    player.goods[Good::Rice] -= rice;
    let samurai = player.samurai.len() as u8;
    if samurai > 0 {
        events.push(Event::WagesPaid { seat, samurai, rice: rice as u8 });
    }
    let by_city = income::of_seat(state, seat);
    let ryo: u16 = by_city.iter().map(|ryo| u16::from(*ryo)).sum();
    if ryo > 0 {
        state.player_mut(seat).ryo += ryo;
        events.push(Event::IncomePaid { seat, by_city });
    }
    store::begin(state, seat);
}
