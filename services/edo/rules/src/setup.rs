//! Chance lays out the table: start seat, profit tiles, cards, tokens, Ronin.

use alloc::vec::Vec;

use crate::profit::ProfitSet;
use crate::space::{Space, SpaceKind, SpaceSet};
use crate::state::{COLUMNS, Phase, RONIN, State};
use crate::{Applied, Event, Violation, flow};

/// Where the Ronin appear, in this order (EDO-9.41).
const RONIN_KINDS: [SpaceKind; RONIN] = [SpaceKind::Wood, SpaceKind::Stone, SpaceKind::Rice];

/// What chance decides next.
#[derive(Clone, Copy)]
pub(crate) enum Draw {
    StartSeat,
    Profit(Space),
    CurrentCard,
    TopCard,
    Demand { column: usize },
    Privilege { column: usize },
    NextDemand,
    NextPrivilege,
    Ronin(SpaceKind),
}

/// What is not laid out yet, in the order of the rules (EDO-9.60).
pub(crate) fn next_draw(state: &State) -> Option<Draw> {
    if state.start_seat.is_none() {
        return Some(Draw::StartSeat);
    }
    let bare = |space: &Space| state.city(*space).is_some_and(|city| city.profit.is_none());
    if let Some(space) = open_cities(state).iter().find(bare) {
        return Some(Draw::Profit(space));
    }
    if state.trade.current.is_none() {
        return Some(Draw::CurrentCard);
    }
    if state.trade.top.is_none() {
        return Some(Draw::TopCard);
    }
    if state.options.tokken
        && let Some(draw) = next_token(state)
    {
        return Some(draw);
    }
    let ronin = RONIN_KINDS.get(state.ronin.len()).filter(|_| state.options.ronin);
    ronin.map(|kind| Draw::Ronin(*kind))
}

/// How many values a draw has.
pub(crate) fn sides(state: &State, draw: Draw) -> usize {
    match draw {
        Draw::StartSeat => state.seats.get(),
        Draw::Profit(space) => unused_tiles(state, space).len(),
        Draw::CurrentCard | Draw::TopCard => state.trade.pile.len(),
        Draw::Demand { .. } | Draw::NextDemand => state.tokken.demand_stack.len(),
        Draw::Privilege { .. } | Draw::NextPrivilege => state.tokken.privilege_stack.len(),
        Draw::Ronin(kind) => open_of_kind(state, kind).len(),
    }
}

/// Lays out what was drawn.
pub(crate) fn draw(state: &mut State, value: u32, events: &mut Vec<Event>) -> Applied {
    let draw = next_draw(state).ok_or(Violation::NoSuchDraw)?;
    let event = lay_out(state, draw, value).ok_or(Violation::NoSuchDraw)?;
    events.push(event);
    if next_draw(state).is_none() {
        state.phase = Phase::Positions { taken: 0 };
        flow::advance(state, events);
    }
    Ok(())
}

/// The cities that pay, Edo among them.
pub(crate) fn open_cities(state: &State) -> SpaceSet {
    let cities = SpaceSet::of_kind(SpaceKind::City).with(Space::EDO);
    cities.intersection(state.open_spaces())
}

fn next_token(state: &State) -> Option<Draw> {
    let tokken = &state.tokken;
    // The first demand ends farthest from its stack, which is on the left.
    if let Some(column) = (0..COLUMNS).rev().find(|column| tokken.demands[*column].is_none()) {
        return Some(Draw::Demand { column });
    }
    if let Some(column) = (0..COLUMNS).find(|column| tokken.privileges[*column].is_none()) {
        return Some(Draw::Privilege { column });
    }
    if tokken.next_demand.is_none() {
        return Some(Draw::NextDemand);
    }
    tokken.next_privilege.is_none().then_some(Draw::NextPrivilege)
}

fn unused_tiles(state: &State, space: Space) -> ProfitSet {
    let laid: ProfitSet = state.cities.iter().filter_map(|city| city.profit).collect();
    ProfitSet::of(state.side(), space == Space::EDO).difference(laid)
}

fn open_of_kind(state: &State, kind: SpaceKind) -> SpaceSet {
    SpaceSet::of_kind(kind).intersection(state.open_spaces())
}

fn lay_out(state: &mut State, draw: Draw, value: u32) -> Option<Event> {
    match draw {
        Draw::StartSeat => {
            let seat = state.seats.seats().nth(value as usize)?;
            state.start_seat = Some(seat);
            Some(Event::StartSeat { seat })
        }
        Draw::Profit(city) => {
            let tile = unused_tiles(state, city).nth(value)?;
            state.city_mut(city)?.profit = Some(tile);
            Some(Event::ProfitLaid { city, tile })
        }
        Draw::CurrentCard => {
            let card = state.trade.draw(value)?;
            state.trade.current = Some(card);
            Some(Event::CardCurrent { card })
        }
        Draw::TopCard => {
            let card = state.trade.draw(value)?;
            state.trade.top = Some(card);
            Some(Event::CardTurnedUp { card })
        }
        Draw::Demand { column } => {
            let demand = state.tokken.draw_demand(value)?;
            state.tokken.demands[column] = Some(demand);
            Some(Event::DemandTurnedUp { demand })
        }
        Draw::NextDemand => {
            let demand = state.tokken.draw_demand(value)?;
            state.tokken.next_demand = Some(demand);
            Some(Event::DemandTurnedUp { demand })
        }
        Draw::Privilege { column } => {
            let privilege = state.tokken.draw_privilege(value)?;
            state.tokken.privileges[column] = Some(privilege);
            Some(Event::PrivilegeTurnedUp { privilege })
        }
        Draw::NextPrivilege => {
            let privilege = state.tokken.draw_privilege(value)?;
            state.tokken.next_privilege = Some(privilege);
            Some(Event::PrivilegeTurnedUp { privilege })
        }
        Draw::Ronin(kind) => {
            let space = open_of_kind(state, kind).nth(value)?;
            state.ronin.add(space);
            Some(Event::RoninAppeared { space })
        }
    }
}
