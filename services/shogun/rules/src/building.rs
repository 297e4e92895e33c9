//! Building castles, temples and theatres.

use alloc::vec::Vec;

use crate::acting::{Errand, Progress, skip};
use crate::options::TheatreEvent;
use crate::state::State;
use crate::{Building, Effect, Event, Skip, loss};

/// Builds if it can be paid and the province has room for it.
pub(crate) fn build(state: &mut State, errand: Errand, events: &mut Vec<Event>) -> Progress {
    let Errand { seat, order, province, .. } = errand;
    let Some(building) = order.building() else { return Progress::Done };
    let holding = *state.holding(province);
    if holding.buildings.contains(building) {
        return skip(errand, Skip::Building, events);
    }
    if holding.buildings.len() >= province.towns().into() {
        return skip(errand, Skip::Towns, events);
    }
    if state.stock(building) == 0 {
        return skip(errand, Skip::Stock, events);
    }
    if !state.pay(seat, order.price()) {
        return skip(errand, Skip::Chests, events);
    }
    state.holding_mut(province).buildings = holding.buildings.with(building);
    events.push(Event::Built { seat, province, building, price: order.price() });
    let calms = state.effect() == Some(Effect::TheatreCalms)
        && state.options.theatre_event == TheatreEvent::WhenBuilt;
    if building == Building::Theatre && calms && holding.markers > 0 {
        loss::remove_marker(state, province);
        events.push(Event::MarkerRemoved { province, left: holding.markers - 1 });
    }
    Progress::Done
}
