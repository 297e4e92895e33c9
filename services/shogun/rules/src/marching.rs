//! Marching: a target and a number are chosen when an order comes up.

use alloc::vec::Vec;

use crate::acting::{self, Errand, Progress, skip};
use crate::options::CombatMove;
use crate::state::{Phase, State, Task, Turn};
use crate::{
    Action, Applied, Building, Effect, Event, Province, ProvinceSet, Skip, Violation, battle,
};

/// Lets the seat of a combat order choose, if somebody can march.
pub(crate) fn combat(state: &mut State, errand: Errand, events: &mut Vec<Event>) -> Progress {
    if most(state, errand) == 0 {
        return skip(errand, Skip::Armies, events);
    }
    let targets = targets(state, errand);
    if targets.is_empty() {
        return skip(errand, Skip::Target, events);
    }
    match targets.nth(0) {
        Some(only) if choices(state, errand) == 1 => aim(state, errand, only, events),
        _ => wait(state, errand, Task::ChooseTarget),
    }
}

/// Lets the seat that has deployed one army choose, if somebody can move.
pub(crate) fn offer_move(state: &mut State, errand: Errand) -> Progress {
    if most(state, errand) == 0 || targets(state, errand).is_empty() {
        return Progress::Done;
    }
    wait(state, errand, Task::ChooseTarget)
}

/// What the seat on turn can do, in order.
pub(crate) fn list(state: &State, turn: &Turn, actions: &mut Vec<Action>) {
    let Some(errand) = acting::errand(state, turn.position, turn.place) else { return };
    match turn.task {
        Task::ChooseTarget => {
            actions.extend(targets(state, errand).iter().map(Action::MarchTo));
            if !must_march(state, errand) {
                actions.push(Action::Decline);
            }
        }
        Task::ChooseArmies { .. } => {
            actions.extend((1..=most(state, errand)).map(Action::MarchWith));
            if can_reconsider(state, errand) {
                actions.push(Action::Reconsider);
            }
        }
        Task::Battle { .. } => {}
    }
}

/// The seat on turn acts.
pub(crate) fn act(
    state: &mut State,
    turn: Turn,
    action: Action,
    events: &mut Vec<Event>,
) -> Applied {
    let errand = acting::errand(state, turn.position, turn.place).ok_or(Violation::NotOnTurn)?;
    let Errand { seat, province: from, .. } = errand;
    let progress = match (turn.task, action) {
        (Task::ChooseTarget, Action::MarchTo(target)) => {
            allow_target(state, errand, target)?;
            aim(state, errand, target, events)
        }
        (Task::ChooseTarget, Action::Decline) => {
            if must_march(state, errand) {
                return Err(Violation::MustMarch);
            }
            events.push(Event::Declined { seat, province: from });
            Progress::Done
        }
        (Task::ChooseTarget, Action::MarchWith(_) | Action::Reconsider) => {
            return Err(Violation::ChooseTargetFirst);
        }
        (Task::ChooseArmies { target }, Action::MarchWith(armies)) => {
            allow_armies(state, errand, armies)?;
            march(state, errand, target, armies, events)
        }
        (Task::ChooseArmies { .. }, Action::Reconsider) => {
            if !can_reconsider(state, errand) {
                return Err(Violation::NoOtherTarget);
            }
            events.push(Event::TargetDropped { seat, from });
            wait(state, errand, Task::ChooseTarget)
        }
        (Task::ChooseArmies { .. }, Action::MarchTo(_) | Action::Decline) => {
            return Err(Violation::ChooseArmiesFirst);
        }
        _ => return Err(Violation::NotNow),
    };
    if progress == Progress::Done {
        acting::carry_on(state, turn.position, turn.place + 1, events);
    }
    Ok(())
}

/// How many armies can leave: one stays.
pub(crate) fn most(state: &State, errand: Errand) -> u8 {
    state.holding(errand.province).armies.saturating_sub(1)
}

pub(crate) fn targets(state: &State, errand: Errand) -> ProvinceSet {
    let around = errand.province.neighbours().intersection(state.in_play());
    around.iter().filter(|target| allow_target(state, errand, *target).is_ok()).collect()
}

/// How many answers there are to the question of where to march.
pub(crate) fn choices(state: &State, errand: Errand) -> usize {
    targets(state, errand).len() + usize::from(!must_march(state, errand))
}

fn allow_target(state: &State, errand: Errand, target: Province) -> Applied {
    let from = errand.province;
    if !state.in_play().contains(target) {
        return Err(Violation::OutOfPlay { target });
    }
    if !from.neighbours().contains(target) {
        return Err(Violation::NotAdjacent { from, target });
    }
    let holding = state.holding(target);
    if holding.owner == Some(errand.seat) {
        return Ok(());
    }
    if !errand.order.is_combat() {
        return Err(Violation::MoveNotToOwn { target });
    }
    let has_temple = holding.buildings.contains(Building::Temple);
    if has_temple && state.effect() == Some(Effect::TemplePeace) {
        return Err(Violation::TemplePeace { target });
    }
    Ok(())
}

fn allow_armies(state: &State, errand: Errand, armies: u8) -> Applied {
    let (from, most) = (errand.province, most(state, errand));
    match armies {
        0 => Err(Violation::NobodyMarches),
        _ if armies <= most => Ok(()),
        _ if errand.order.is_combat() => Err(Violation::TooManyMarch { from, most }),
        _ => Err(Violation::TooManyMove { from, most }),
    }
}

/// As an option, combat is not declined (SHO-AMB-01).
fn must_march(state: &State, errand: Errand) -> bool {
    errand.order.is_combat() && state.options.combat_move == CombatMove::Mandatory
}

fn can_reconsider(state: &State, errand: Errand) -> bool {
    choices(state, errand) > 1
}

/// Chooses the target. If only one army can march, it does.
fn aim(state: &mut State, errand: Errand, target: Province, events: &mut Vec<Event>) -> Progress {
    let Errand { seat, province: from, .. } = errand;
    if most(state, errand) == 1 {
        return march(state, errand, target, 1, events);
    }
    events.push(Event::TargetChosen { seat, from, target });
    wait(state, errand, Task::ChooseArmies { target })
}

fn march(
    state: &mut State,
    errand: Errand,
    target: Province,
    armies: u8,
    events: &mut Vec<Event>,
) -> Progress {
    let Errand { seat, province: from, .. } = errand;
    let leaving = &mut state.holding_mut(from).armies;
    *leaving = leaving.saturating_sub(armies);
    if state.holding(target).owner == Some(seat) {
        let joined = &mut state.holding_mut(target).armies;
        *joined = joined.saturating_add(armies);
        events.push(Event::Moved { seat, from, target, armies });
        return Progress::Done;
    }
    wait(state, errand, Task::Battle { province: target });
    battle::attack(state, errand, target, armies, events);
    Progress::Waits
}

fn wait(state: &mut State, errand: Errand, task: Task) -> Progress {
    let Errand { position, place, .. } = errand;
    state.phase = Phase::Act(Turn { position, place, task });
    Progress::Waits
}
