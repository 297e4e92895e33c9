//! Demands: an official fulfils one instead of its task, and the board slides.

use alloc::vec::Vec;

use crate::piles::Tokken;
use crate::space::Space;
use crate::state::{COLUMNS, Phase, State, Turn, TurnStep};
use crate::token::{Demand, DemandKind, Privilege};
use crate::turn::facts;
use crate::work::next_official;
use crate::{Action, Applied, Event, Violation};

/// The demands that the official can fulfil.
pub(crate) fn list(state: &State, turn: &Turn, actions: &mut Vec<Action>) {
    if state.options.tokken {
        let columns = (0..COLUMNS as u8).filter(|column| check(state, turn, *column).is_ok());
        actions.extend(columns.map(|column| Action::Fulfil { column }));
    }
}

/// Whether the official can fulfil a demand.
pub(crate) fn is_possible(state: &State, turn: &Turn) -> bool {
    state.options.tokken && (0..COLUMNS as u8).any(|column| check(state, turn, column).is_ok())
}

/// The official fulfils the demand of a column.
pub(crate) fn fulfil(
    state: &mut State,
    turn: Turn,
    column: u8,
    events: &mut Vec<Event>,
) -> Applied {
    let demand = check(state, &turn, column)?;
    let seat = turn.active;
    let privilege = state.tokken.take(column.into());
    let player = state.player_mut(seat);
    player.pay(demand.price());
    player.points += 1;
    if let Some(privilege) = privilege {
        player.privileges = player.privileges.with(privilege);
    }
    events.push(Event::DemandFulfilled { seat, demand, privilege });
    next_official(state, turn);
    turn_up_next(state);
    Ok(())
}

/// A token of a stack is turned up.
pub(crate) fn turn_up(
    state: &mut State,
    turn: Turn,
    value: u32,
    events: &mut Vec<Event>,
) -> Applied {
    if turn.step == TurnStep::TurnUpDemand {
        let demand = state.tokken.draw_demand(value).ok_or(Violation::NoSuchDraw)?;
        state.tokken.next_demand = Some(demand);
        events.push(Event::DemandTurnedUp { demand });
    } else {
        let privilege = state.tokken.draw_privilege(value).ok_or(Violation::NoSuchDraw)?;
        state.tokken.next_privilege = Some(privilege);
        events.push(Event::PrivilegeTurnedUp { privilege });
    }
    state.phase = Phase::Turn(turn.working());
    turn_up_next(state);
    Ok(())
}

fn check(state: &State, turn: &Turn, column: u8) -> Result<Demand, Violation> {
    if !state.options.tokken {
        return Err(Violation::NoDemands);
    }
    let demand = state.tokken.demands.get(usize::from(column)).copied().flatten();
    let demand = demand.ok_or(Violation::NoDemandThere)?;
    if facts(state, turn).task != demand.task() {
        return Err(Violation::OtherDemand { demand });
    }
    let player = state.player(turn.active);
    let stands = match demand.kind() {
        DemandKind::Local => player.samurai.is_on(state.merchant),
        DemandKind::Foreign => true,
        DemandKind::Palace => player.samurai.is_on(Space::EDO),
    };
    if !stands {
        return Err(Violation::no_samurai_for(demand.kind()));
    }
    let payable = player.can_pay(demand.price());
    if payable { Ok(demand) } else { Err(Violation::CannotPayDemand { demand }) }
}

/// Asks chance for the tokens that come next, as long as stacks have some.
fn turn_up_next(state: &mut State) {
    let Phase::Turn(turn) = state.phase else { return };
    let tokken = &state.tokken;
    let step = if tokken.next_demand.is_none() && !tokken.demand_stack.is_empty() {
        TurnStep::TurnUpDemand
    } else if tokken.next_privilege.is_none() && !tokken.privilege_stack.is_empty() {
        TurnStep::TurnUpPrivilege
    } else {
        TurnStep::Working
    };
    state.phase = Phase::Turn(Turn { step, ..turn });
}

impl Tokken {
    /// Takes demand and privilege of a column, and closes both gaps: demands
    /// slide right, privileges slide left (EDO-9.17).
    fn take(&mut self, column: usize) -> Option<Privilege> {
        self.demands[..=column].rotate_right(1);
        self.demands[0] = self.next_demand.take();
        let privilege = self.privileges[column].take()?;
        self.privileges[column..].rotate_left(1);
        self.privileges[COLUMNS - 1] = self.next_privilege.take();
        Some(privilege)
    }
}
