//! Wood, stone and rice: an official and a samurai bring in a yield.

use alloc::vec::Vec;

use crate::goods::Good;
use crate::space::Space;
use crate::state::{State, Turn};
use crate::tables::YIELDS;
use crate::token::PrivilegeKind;
use crate::turn::facts;
use crate::work::next_official;
use crate::{Action, Applied, Event, Violation};

impl Good {
    /// What one official brings in with so many samurai on the space (EDO-3.7).
    pub fn yield_with(self, samurai: usize) -> u8 {
        match samurai.checked_sub(1) {
            Some(others) => YIELDS[self.index()][others.min(3)],
            None => 0,
        }
    }
}

/// The samurai that an official can be paired with, each plain and with the
/// privilege of full production if there is one.
pub(crate) fn list(state: &State, turn: &Turn, actions: &mut Vec<Action>) {
    let Some(good) = facts(state, turn).task.good() else { return };
    let has_full = state.player(turn.active).privileges.full_production(good).is_some();
    for space in places(state, turn, good) {
        actions.push(Action::Produce { space, full: false });
        if has_full {
            actions.push(Action::Produce { space, full: true });
        }
    }
}

/// Whether any samurai can be paired.
pub(crate) fn is_possible(state: &State, turn: &Turn) -> bool {
    let good = facts(state, turn).task.good();
    good.is_some_and(|good| places(state, turn, good).next().is_some())
}

/// An official and a samurai bring in what the space yields.
pub(crate) fn act(
    state: &mut State,
    turn: Turn,
    space: Space,
    full: bool,
    events: &mut Vec<Event>,
) -> Applied {
    let seat = turn.active;
    let facts = facts(state, &turn);
    let good = facts.task.good().ok_or(Violation::OtherTask { task: facts.task })?;
    check(state, &turn, space, good)?;
    let kind = PrivilegeKind::FullProduction;
    let privilege = match full {
        true => {
            let found = state.player(seat).privileges.full_production(good);
            Some(found.ok_or(Violation::NoPrivilege { kind })?)
        }
        false => None,
    };
    let samurai = if full { 1 } else { state.samurai_on(space) };
    let amount = good.yield_with(samurai) + facts.bonus;
    let player = state.player_mut(seat);
    player.goods[good] += u16::from(amount);
    if let Some(privilege) = privilege {
        player.privileges = player.privileges.without(privilege);
    }
    let mut next = turn;
    next.ready.remove(space);
    next_official(state, next);
    events.push(Event::Produced { seat, space, good, amount, privilege });
    Ok(())
}

fn places(state: &State, turn: &Turn, good: Good) -> impl Iterator<Item = Space> + use<> {
    let open = turn.ready.spaces().difference(state.covered());
    open.iter().filter(move |space| space.kind().good() == Some(good))
}

fn check(state: &State, turn: &Turn, space: Space, good: Good) -> Applied {
    if space.kind().good() != Some(good) {
        return Err(Violation::WrongSpace { space, good });
    }
    if state.covered().contains(space) {
        return Err(Violation::CoveredSpace { space });
    }
    if turn.ready.is_on(space) {
        return Ok(());
    }
    let is_there = state.player(turn.active).samurai.is_on(space);
    Err(if is_there {
        Violation::AlreadyPaired { space }
    } else {
        Violation::WrongSpace { space, good }
    })
}
