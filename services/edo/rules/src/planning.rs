//! Planning: everyone lays three cards and spreads officials, in secret.

use alloc::vec::Vec;

use kit_rules::{Plan, PlanFault, Planning, Seat, SeatSet};

use crate::card::{Card, Task};
use crate::officials::{OfficialKind, Officials, PlannedCard};
use crate::player::Player;
use crate::state::{Phase, SLOTS, State};
use crate::token::PrivilegeKind;
use crate::{Action, Applied, Event, Violation, turn};

/// Everyone takes cards and officials back and begins to plan.
pub(crate) fn begin(state: &mut State) {
    for player in &mut state.players {
        player.shown = [None; SLOTS];
        player.plan = Plan::default();
    }
    state.phase = Phase::Plan(Planning::begin(SeatSet::all(state.seats)));
}

/// What a player can do who has not sealed yet.
pub(crate) fn list(player: &Player, actions: &mut Vec<Action>) {
    let laid: crate::CardSet = player.plan.iter().map(|(_, planned)| planned.card).collect();
    for slot in player.plan.free() {
        for card in player.cards.difference(laid).iter() {
            let slot = slot as u8;
            let lay = |task: Task| Action::LayCard { slot, card, task };
            actions.extend(card.tasks().iter().map(|facts| lay(facts.task)));
        }
    }
    let bare = player.plan.iter().filter(|(_, planned)| planned.officials.is_empty());
    actions.extend(bare.map(|(slot, _)| Action::TakeBackCard { slot: slot as u8 }));
    let (staff, used) = (player.staff(), assigned(player));
    for (slot, _) in player.plan.iter().filter(|(_, planned)| has_room(planned)) {
        let kinds = OfficialKind::ALL.into_iter().filter(|kind| used.of(*kind) < staff.of(*kind));
        let slot = slot as u8;
        actions.extend(kinds.map(|kind| Action::AddOfficial { slot, kind }));
    }
    for (slot, planned) in player.plan.iter() {
        let kinds = OfficialKind::ALL.into_iter().filter(|kind| planned.officials.of(*kind) > 0);
        let slot = slot as u8;
        actions.extend(kinds.map(|kind| Action::TakeBackOfficial { slot, kind }));
    }
    if player.plan.len() == SLOTS {
        actions.push(Action::SealPlan);
    }
}

/// A seat plans.
pub(crate) fn act(
    state: &mut State,
    planning: Planning,
    seat: Seat,
    action: Action,
    events: &mut Vec<Event>,
) -> Applied {
    planning.check_open(seat).map_err(|fault| match fault {
        PlanFault::Sealed => Violation::PlanSealed,
        _ => Violation::NotOnTurn,
    })?;
    let player = state.player_mut(seat);
    match action {
        Action::LayCard { slot, card, task } => {
            lay(player, slot, card, task)?;
            events.push(Event::CardLaid { seat, slot, card, task });
        }
        Action::TakeBackCard { slot } => {
            let card = take_back(player, slot)?;
            events.push(Event::CardTakenBack { seat, slot, card });
        }
        Action::AddOfficial { slot, kind } => {
            add(player, slot, kind)?;
            events.push(Event::OfficialAdded { seat, slot, kind });
        }
        Action::TakeBackOfficial { slot, kind } => {
            remove(player, slot, kind)?;
            events.push(Event::OfficialTakenBack { seat, slot, kind });
        }
        Action::SealPlan => seal(state, planning, seat, events)?,
        _ => return Err(Violation::PlanFirst),
    }
    Ok(())
}

/// The officials that stand on the slots of a plan.
pub(crate) fn assigned(player: &Player) -> Officials {
    let officials = player.plan.iter().map(|(_, planned)| planned.officials);
    officials.fold(Officials::default(), Officials::plus)
}

/// How many officials the task of a planned card takes.
pub(crate) fn officials_max(planned: &PlannedCard) -> u32 {
    planned.card.task(planned.task).map_or(0, |facts| facts.officials_max.into())
}

fn has_room(planned: &PlannedCard) -> bool {
    planned.officials.total() < officials_max(planned)
}

fn lay(player: &mut Player, slot: u8, card: Card, task: Task) -> Applied {
    if !player.cards.contains(card) {
        return Err(Violation::CardNotOwned { card });
    }
    if card.task(task).is_none() {
        return Err(Violation::TaskNotOnCard { card, task });
    }
    let planned = PlannedCard { card, task, officials: Officials::default() };
    player.plan.put(slot.into(), planned).map_err(|fault| Violation::of_plan(fault, slot, card))
}

fn take_back(player: &mut Player, slot: u8) -> Result<Card, Violation> {
    let planned = planned_in(player, slot)?;
    if !planned.officials.is_empty() {
        return Err(Violation::SlotHasOfficials { slot });
    }
    replace(player, slot, planned, None)?;
    Ok(planned.card)
}

fn add(player: &mut Player, slot: u8, kind: OfficialKind) -> Applied {
    let planned = planned_in(player, slot)?;
    if !has_room(&planned) {
        return Err(Violation::SlotIsFull { slot });
    }
    if assigned(player).of(kind) >= player.staff().of(kind) {
        return Err(match kind {
            OfficialKind::Black => Violation::NoSupport,
            OfficialKind::Own | OfficialKind::White => Violation::NoOfficialLeft { kind },
        });
    }
    let mut next = planned;
    *next.officials.of_mut(kind) += 1;
    replace(player, slot, planned, Some(next))
}

fn remove(player: &mut Player, slot: u8, kind: OfficialKind) -> Applied {
    let planned = planned_in(player, slot)?;
    if planned.officials.of(kind) == 0 {
        return Err(Violation::NoOfficialThere { slot, kind });
    }
    let mut next = planned;
    *next.officials.of_mut(kind) -= 1;
    replace(player, slot, planned, Some(next))
}

fn planned_in(player: &Player, slot: u8) -> Result<PlannedCard, Violation> {
    let is_slot = usize::from(slot) < SLOTS;
    let missing = if is_slot { Violation::SlotEmpty { slot } } else { Violation::NoSuchSlot };
    player.plan.on(slot.into()).ok_or(missing)
}

fn replace(player: &mut Player, slot: u8, old: PlannedCard, new: Option<PlannedCard>) -> Applied {
    let fault = |fault| Violation::of_plan(fault, slot, old.card);
    player.plan.take(slot.into()).map_err(fault)?;
    new.map_or(Ok(()), |planned| player.plan.put(slot.into(), planned).map_err(fault))
}

fn seal(state: &mut State, mut planning: Planning, seat: Seat, events: &mut Vec<Event>) -> Applied {
    let laid = state.player(seat).plan.len();
    if laid != SLOTS {
        return Err(Violation::PlanIncomplete { laid });
    }
    planning.seal(seat).map_err(|_| Violation::PlanSealed)?;
    events.push(Event::PlanSealed { seat });
    state.phase = Phase::Plan(planning);
    if planning.is_over() {
        show_support(state, events);
        turn::begin(state, state.first(), 0, events);
    }
    Ok(())
}

/// Once all plans are sealed, everybody sees whose tokens are gone (EDO-10.1).
fn show_support(state: &mut State, events: &mut Vec<Event>) {
    for seat in state.turn_order() {
        let player = state.player_mut(seat);
        let count = assigned(player).black;
        for _ in 0..count {
            if let Some(privilege) = player.privileges.first(PrivilegeKind::Support) {
                player.privileges = player.privileges.without(privilege);
            }
        }
        if count > 0 {
            events.push(Event::SupportUsed { seat, count });
        }
    }
}
