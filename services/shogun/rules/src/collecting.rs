//! Collecting rice and taxes, which makes farmers revolt the second time.

use alloc::vec::Vec;

use kit_rules::Seat;

use crate::acting::{Errand, Progress};
use crate::options::Help;
use crate::state::{Phase, State, Task, Turn};
use crate::{Cubes, Effect, Event, Good, Order, Province, Special, battle};

/// Collects. If the province has revolt markers, it revolts; if it stays, it
/// gets another one.
pub(crate) fn collect(state: &mut State, errand: Errand, events: &mut Vec<Event>) -> Progress {
    let Errand { seat, province, position, place, .. } = errand;
    let (good, amount) = gain(state, errand);
    match good {
        Good::Rice => {
            let rice = &mut state.player_mut(seat).rice;
            *rice = rice.saturating_add(amount);
        }
        Good::Chests => state.gain_chests(seat, amount),
    }
    events.push(Event::Collected { seat, province, good, amount });
    let markers = state.holding(province).markers;
    if markers == 0 {
        add_marker(state, province, events);
        return Progress::Done;
    }
    let extra = helpers(state, seat, province);
    state.phase = Phase::Act(Turn { position, place, task: Task::Battle { province } });
    battle::revolt(state, seat, province, markers, extra, events);
    Progress::Waits
}

/// A revolt after collecting is fought.
pub(crate) fn resolve_revolt(
    state: &mut State,
    seat: Seat,
    province: Province,
    out: Cubes,
    events: &mut Vec<Event>,
) {
    battle::resolve_revolt(state, seat, province, out, events);
    if state.holding(province).owner == Some(seat) {
        add_marker(state, province, events);
    }
}

/// What is collected: the event limits it, then the special card adds to it
/// (SHO-5.17).
fn gain(state: &State, errand: Errand) -> (Good, u8) {
    let Errand { seat, order, province, .. } = errand;
    let added = |special: Special| {
        if state.holder(special) == Some(seat) { special.amount() } else { 0 }
    };
    if order == Order::CollectRice {
        let value = match state.effect() {
            Some(Effect::RiceMax(limit)) => province.rice().min(limit),
            Some(Effect::RiceMin(limit)) => province.rice().max(limit),
            _ => province.rice(),
        };
        return (Good::Rice, value + added(Special::Rice));
    }
    let value = match state.effect() {
        Some(Effect::TaxesMax(limit)) => province.chests().min(limit),
        Some(Effect::TaxesMin(limit)) => province.chests().max(limit),
        _ => province.chests(),
    };
    (Good::Chests, value + added(Special::Taxes))
}

/// The cubes that cards add to the armies in a revolt. They add none, unless
/// the options say so (SHO-AMB-05, SHO-AMB-06).
fn helpers(state: &State, seat: Seat, province: Province) -> u8 {
    let mut cubes = 0;
    if state.options.defence_special == Help::Revolts {
        cubes += battle::defence_cubes(state, seat);
    }
    if state.options.castle_event == Help::Revolts {
        cubes += battle::castle_cubes(state, province);
    }
    cubes
}

fn add_marker(state: &mut State, province: Province, events: &mut Vec<Event>) {
    let markers = &mut state.holding_mut(province).markers;
    *markers = markers.saturating_add(1);
    let markers = *markers;
    events.push(Event::MarkerAdded { province, markers });
}
