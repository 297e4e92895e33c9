//! A turn: the slot is revealed, figures move, then its officials work.

use alloc::vec::Vec;

use kit_rules::Seat;

use crate::card::TaskFacts;
use crate::squad::Squad;
use crate::state::{Phase, Relocation, SLOTS, State, Turn, TurnStep};
use crate::{Action, Applied, Event, Violation};
use crate::{demand, dispersal, movement, privileges, relocation, trade, travel, wages, work};

/// Reveals a slot and begins its turn.
pub(crate) fn begin(state: &mut State, active: Seat, slot: u8, events: &mut Vec<Event>) {
    let player = state.player_mut(active);
    // In a view the plan of another seat is unknown, and nothing is revealed.
    let Ok(planned) = player.plan.take(slot.into()) else { return };
    player.shown[usize::from(slot)] = Some(planned);
    events.push(Event::SlotRevealed { seat: active, slot, planned });
    state.phase = Phase::Turn(Turn {
        active,
        slot,
        officials: planned.officials,
        ready: state.player(active).samurai,
        has_dispersed: false,
        step: TurnStep::Moving { merchant: true },
    });
}

/// What the card of the slot says about its task.
pub(crate) fn facts(state: &State, turn: &Turn) -> &'static TaskFacts {
    let planned = state.player(turn.active).shown[usize::from(turn.slot)];
    planned
        .and_then(|planned| planned.card.task(planned.task))
        .expect("a turn carries out a revealed slot, whose card shows its task")
}

/// Everything that the seat on turn can do, in order.
pub(crate) fn list(state: &State, turn: &Turn, actions: &mut Vec<Action>) {
    match turn.step {
        TurnStep::Moving { merchant } => {
            movement::list(state, turn, merchant, actions);
            actions.push(Action::EndMovement);
        }
        TurnStep::Working => {
            work::list(state, turn, actions);
            actions.push(Action::Forfeit);
        }
        TurnStep::Travelling { .. } => {
            travel::list_travels(state, turn.ready, actions);
            actions.push(Action::EndTravel);
        }
        TurnStep::Trading { .. } => {
            trade::list_offers(state, turn, actions);
            actions.push(Action::EndTrade);
        }
        TurnStep::Gathering { space, .. } => {
            dispersal::list_gathering(state, turn, space, actions);
            actions.push(Action::EndGathering);
        }
        TurnStep::Relocating(Relocation { from, tile: Some(tile), .. }) => {
            let candidates = relocation::candidates(state, from, tile);
            actions.extend(candidates.iter().map(Action::RelocateRonin));
        }
        TurnStep::Relocating(_)
        | TurnStep::TurnUpDemand
        | TurnStep::TurnUpPrivilege
        | TurnStep::Finishing => {}
    }
    privileges::list(state, turn.active, actions);
    if turn.step == TurnStep::Finishing {
        actions.push(Action::EndTurn);
    }
}

pub(crate) fn act(
    state: &mut State,
    turn: Turn,
    action: Action,
    events: &mut Vec<Event>,
) -> Applied {
    match (turn.step, action) {
        // At any moment of the turn, also in the middle of an official's work (EDO-9.33).
        (_, Action::TakeIncome { .. } | Action::TakeGood { .. }) => {
            privileges::act(state, turn.active, action, events)
        }
        (TurnStep::Moving { merchant }, Action::Move { figure, to }) => {
            movement::act(state, turn, merchant, figure, to, events)
        }
        (TurnStep::Moving { .. }, Action::EndMovement) => {
            end_movement(state, turn);
            Ok(())
        }
        (TurnStep::Working, action) => work::act(state, turn, action, events),
        (TurnStep::Travelling { moves_left }, Action::Travel { from, to }) => {
            travel::travel_on(state, turn, moves_left, from, to, events)
        }
        (TurnStep::Trading { .. }, Action::BuyGoods { .. } | Action::BuyPoint { .. }) => {
            trade::act(state, turn, action, events)
        }
        (TurnStep::Travelling { .. }, Action::EndTravel)
        | (TurnStep::Trading { .. }, Action::EndTrade) => {
            next_official(state, turn);
            Ok(())
        }
        (TurnStep::Gathering { space, moves_left }, Action::Gather { from }) => {
            dispersal::gather(state, turn, space, moves_left, from, events)
        }
        (TurnStep::Gathering { space, .. }, Action::EndGathering) => {
            dispersal::face(state, turn, space, events);
            Ok(())
        }
        (TurnStep::Relocating(relocation), Action::RelocateRonin(to)) => {
            dispersal::relocate(state, turn, &relocation, to, events)
        }
        (TurnStep::Finishing, Action::EndTurn) => {
            end(state, turn, events);
            Ok(())
        }
        (_, action) => Err(refusal(turn.step, action)),
    }
}

/// Chance decides something within the turn.
pub(crate) fn draw(state: &mut State, turn: Turn, value: u32, events: &mut Vec<Event>) -> Applied {
    match turn.step {
        TurnStep::Relocating(relocation) if relocation.tile.is_none() => {
            let drawn = relocation::draw(relocation, turn.active, value, events)?;
            state.phase = Phase::Turn(Turn { step: TurnStep::Relocating(drawn), ..turn });
            Ok(())
        }
        TurnStep::TurnUpDemand | TurnStep::TurnUpPrivilege => {
            demand::turn_up(state, turn, value, events)
        }
        _ => Err(Violation::NoSuchDraw),
    }
}

/// Does what nobody decides; `false` if there is nothing.
pub(crate) fn advance(state: &mut State, turn: Turn, events: &mut Vec<Event>) -> bool {
    match turn.step {
        TurnStep::Moving { merchant } => {
            let waits = movement::is_possible(state, &turn, merchant)
                || privileges::is_possible(state, turn.active);
            if !waits {
                end_movement(state, turn);
            }
            !waits
        }
        TurnStep::Working => advance_work(state, turn, events),
        TurnStep::Travelling { .. } => next_official_if(state, turn, turn.ready.is_empty()),
        TurnStep::Trading { .. } => {
            let is_over = !trade::is_in_reach(state, &turn);
            next_official_if(state, turn, is_over)
        }
        TurnStep::Gathering { space, moves_left } => {
            let can_come = dispersal::can_gather(state, &turn, space);
            let is_over = moves_left == 0 || !can_come;
            if is_over {
                dispersal::face(state, turn, space, events);
            }
            is_over
        }
        // A Ronin without a choice may still bar an income that can be taken first.
        TurnStep::Relocating(_) if privileges::has_income(state, turn.active) => false,
        TurnStep::Relocating(relocation) => relocation::forced(state, &relocation)
            .is_some_and(|to| dispersal::relocate(state, turn, &relocation, to, events).is_ok()),
        TurnStep::TurnUpDemand | TurnStep::TurnUpPrivilege => false,
        TurnStep::Finishing => {
            let waits = privileges::is_possible(state, turn.active);
            if !waits {
                end(state, turn, events);
            }
            !waits
        }
    }
}

fn advance_work(state: &mut State, turn: Turn, events: &mut Vec<Event>) -> bool {
    if turn.officials.is_empty() {
        let step = TurnStep::Finishing;
        state.phase = Phase::Turn(Turn { step, ready: Squad::EMPTY, ..turn });
        return true;
    }
    if work::is_possible(state, &turn) || privileges::is_possible(state, turn.active) {
        return false;
    }
    work::forfeit_all(state, turn, events);
    true
}

fn next_official_if(state: &mut State, turn: Turn, is_over: bool) -> bool {
    if is_over {
        next_official(state, turn);
    }
    is_over
}

/// The official is done, and whom it could move is forgotten.
fn next_official(state: &mut State, turn: Turn) {
    state.phase = Phase::Turn(Turn { ready: Squad::EMPTY, ..turn.working() });
}

fn end_movement(state: &mut State, turn: Turn) {
    let produces = facts(state, &turn).task.good().is_some();
    let ready = if produces { state.player(turn.active).samurai } else { Squad::EMPTY };
    state.phase = Phase::Turn(Turn { ready, step: TurnStep::Working, ..turn });
}

/// Ends the turn: the next seat carries out its slot, or the next slot begins.
fn end(state: &mut State, turn: Turn, events: &mut Vec<Event>) {
    let player = state.player_mut(turn.active);
    if let Some(planned) = &mut player.shown[usize::from(turn.slot)] {
        let officials = core::mem::take(&mut planned.officials.black);
        if officials > 0 {
            events.push(Event::BlackOfficialsLeft { seat: turn.active, officials });
        }
    }
    let next = turn.active.next(state.seats);
    let slot = turn.slot + u8::from(next == state.first());
    if usize::from(slot) == SLOTS {
        wages::begin(state, next);
    } else {
        begin(state, next, slot, events);
    }
}

fn refusal(step: TurnStep, action: Action) -> Violation {
    match (step, action) {
        (TurnStep::Relocating(_), _) => Violation::RelocateFirst,
        (TurnStep::Moving { .. }, _) => Violation::MoveFirst,
        (TurnStep::Finishing, Action::Move { .. } | Action::EndMovement) => {
            Violation::MovementIsOver
        }
        (TurnStep::Finishing, _) => Violation::NoOfficials,
        _ => Violation::FinishOfficial,
    }
}
