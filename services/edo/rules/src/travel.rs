//! Travel: officials become samurai, or let samurai travel for free.

use alloc::vec::Vec;

use crate::space::{Space, SpaceKind, SpaceSet};
use crate::squad::Squad;
use crate::state::{Phase, State, Turn, TurnStep};
use crate::tables::TRAVEL_MOVES;
use crate::violation::others_are_on;
use crate::{Action, Applied, Event, Violation};

/// The border posts for an own official, and all free journeys.
pub(crate) fn list(state: &State, turn: &Turn, actions: &mut Vec<Action>) {
    if can_place(state, turn) {
        let posts = SpaceSet::of_kind(SpaceKind::Border).intersection(state.side().spaces());
        actions.extend(posts.iter().map(|post| Action::PlaceOfficial { post }));
    }
    list_travels(state, state.player(turn.active).samurai, actions);
}

/// Every journey of these samurai.
pub(crate) fn list_travels(state: &State, samurai: Squad, actions: &mut Vec<Action>) {
    let all = state.side().spaces();
    for from in samurai.spaces().iter() {
        actions.extend(all.without(from).iter().map(|to| Action::Travel { from, to }));
    }
}

/// Whether an official can be placed or let a samurai travel.
pub(crate) fn is_possible(state: &State, turn: &Turn) -> bool {
    can_place(state, turn) || !state.player(turn.active).samurai.is_empty()
}

/// An own official becomes a samurai.
pub(crate) fn place(
    state: &mut State,
    turn: Turn,
    post: Space,
    events: &mut Vec<Event>,
) -> Applied {
    if !state.side().spaces().contains(post) {
        return Err(Violation::NotOnBoard { space: post });
    }
    if post.kind() != SpaceKind::Border {
        return Err(Violation::NoBorderPost { space: post });
    }
    if !can_place(state, &turn) {
        return Err(Violation::OnlyOwnBecomeSamurai);
    }
    let mut next = turn.working();
    next.officials.own -= 1;
    let player = state.player_mut(turn.active);
    player.samurai.add(post);
    if let Some(planned) = &mut player.shown[usize::from(turn.slot)] {
        planned.officials.own = planned.officials.own.saturating_sub(1);
    }
    state.phase = Phase::Turn(next);
    events.push(Event::OfficialPlaced { seat: turn.active, post });
    Ok(())
}

/// An official lets a first samurai travel.
pub(crate) fn travel(
    state: &mut State,
    turn: Turn,
    from: Space,
    to: Space,
    events: &mut Vec<Event>,
) -> Applied {
    let mut next = Turn { ready: state.player(turn.active).samurai, ..turn };
    next.officials.use_any();
    travel_on(state, next, TRAVEL_MOVES, from, to, events)
}

/// The same official lets another samurai travel.
pub(crate) fn travel_on(
    state: &mut State,
    turn: Turn,
    moves_left: u8,
    from: Space,
    to: Space,
    events: &mut Vec<Event>,
) -> Applied {
    let seat = turn.active;
    if !turn.ready.is_on(from) {
        let is_own = state.player(seat).samurai.is_on(from);
        return Err(if is_own {
            Violation::HasTravelled { space: from }
        } else {
            Violation::no_samurai(from, others_are_on(state, seat, from))
        });
    }
    if !state.side().spaces().contains(to) {
        return Err(Violation::NotOnBoard { space: to });
    }
    if from == to {
        return Err(Violation::StaysThere);
    }
    let player = state.player_mut(seat);
    player.samurai.remove(from);
    player.samurai.add(to);
    let mut next = turn;
    next.ready.remove(from);
    let moves_left = moves_left.saturating_sub(1);
    if moves_left == 0 || next.ready.is_empty() {
        next = Turn { ready: Squad::EMPTY, ..next.working() };
    } else {
        next.step = TurnStep::Travelling { moves_left };
    }
    state.phase = Phase::Turn(next);
    events.push(Event::Travelled { seat, from, to });
    Ok(())
}

fn can_place(state: &State, turn: &Turn) -> bool {
    turn.officials.own > 0 && state.player(turn.active).samurai.len() < Squad::MAX
}
