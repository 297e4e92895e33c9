//! Dispersal: an official and gathered samurai drive Ronin away.

use alloc::vec::Vec;

use crate::space::{Space, SpaceSet};
use crate::squad::Squad;
use crate::state::{Phase, Relocation, State, Turn, TurnStep};
use crate::tables::{DISPERSAL_MOVES, DISPERSAL_TOKENS};
use crate::violation::others_are_on;
use crate::{Action, Applied, Event, Violation, relocation};

/// The spaces with Ronin that an official may turn against.
pub(crate) fn list(state: &State, turn: &Turn, actions: &mut Vec<Action>) {
    if check(state, turn).is_ok() {
        actions.extend(state.ronin.spaces().iter().map(Action::Disperse));
    }
}

/// The samurai that can come.
pub(crate) fn list_gathering(state: &State, turn: &Turn, space: Space, actions: &mut Vec<Action>) {
    actions.extend(elsewhere(state, turn, space).iter().map(|from| Action::Gather { from }));
}

/// Whether a samurai can come.
pub(crate) fn can_gather(state: &State, turn: &Turn, space: Space) -> bool {
    !elsewhere(state, turn, space).is_empty()
}

/// Whether an official of this slot may turn against Ronin.
pub(crate) fn check(state: &State, turn: &Turn) -> Applied {
    if !state.options.ronin {
        return Err(Violation::NoRonin);
    }
    if turn.has_dispersed { Err(Violation::AlreadyDispersed) } else { Ok(()) }
}

/// An official turns against the Ronin on a space.
pub(crate) fn begin(
    state: &mut State,
    turn: Turn,
    space: Space,
    events: &mut Vec<Event>,
) -> Applied {
    check(state, &turn)?;
    if !state.ronin.is_on(space) {
        return Err(Violation::NothingToDisperse { space });
    }
    let step = TurnStep::Gathering { space, moves_left: DISPERSAL_MOVES };
    let mut next = Turn { has_dispersed: true, step, ..turn };
    next.officials.use_any();
    state.phase = Phase::Turn(next);
    events.push(Event::RoninChallenged { seat: turn.active, space });
    Ok(())
}

/// A samurai comes.
pub(crate) fn gather(
    state: &mut State,
    turn: Turn,
    space: Space,
    moves_left: u8,
    from: Space,
    events: &mut Vec<Event>,
) -> Applied {
    let seat = turn.active;
    if from == space {
        return Err(Violation::AlreadyThere { space });
    }
    if !state.player(seat).samurai.is_on(from) {
        return Err(Violation::no_samurai(from, others_are_on(state, seat, from)));
    }
    let player = state.player_mut(seat);
    player.samurai.remove(from);
    player.samurai.add(space);
    let step = TurnStep::Gathering { space, moves_left: moves_left.saturating_sub(1) };
    state.phase = Phase::Turn(Turn { step, ..turn });
    events.push(Event::Travelled { seat, from, to: space });
    Ok(())
}

/// Whoever outnumbers the Ronin disperses them all (EDO-9.52).
pub(crate) fn face(state: &mut State, turn: Turn, space: Space, events: &mut Vec<Event>) {
    let seat = turn.active;
    let ronin = state.ronin.count(space);
    if state.player(seat).samurai.count(space) <= ronin {
        events.push(Event::RoninHeld { seat, space });
        state.phase = Phase::Turn(turn.working());
        return;
    }
    let due = ronin.checked_sub(1).map_or(0, |index| DISPERSAL_TOKENS[index.min(2)]);
    let tokens = usize::from(due).min(state.ronin_tokens_left()) as u8;
    state.player_mut(seat).ronin_tokens += tokens;
    events.push(Event::RoninDispersed { seat, space, ronin: ronin as u8, tokens });
    let step = TurnStep::Relocating(Relocation::of(space));
    state.phase = Phase::Turn(Turn { ready: Squad::EMPTY, step, ..turn });
}

/// One of the dispersed Ronin goes; the next tile comes out of the same bag.
pub(crate) fn relocate(
    state: &mut State,
    turn: Turn,
    relocation: &Relocation,
    to: Space,
    events: &mut Vec<Event>,
) -> Applied {
    relocation::relocate(state, relocation, turn.active, to, events)?;
    state.phase = Phase::Turn(if state.ronin.is_on(relocation.from) {
        let next = Relocation { tile: None, ..*relocation };
        Turn { step: TurnStep::Relocating(next), ..turn }
    } else {
        turn.working()
    });
    Ok(())
}

fn elsewhere(state: &State, turn: &Turn, space: Space) -> SpaceSet {
    state.player(turn.active).samurai.spaces().without(space)
}
