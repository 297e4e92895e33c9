//! The frame of a season: its cards are laid out, and taken back at its end.

use alloc::vec::Vec;

use kit_rules::Plan;

use crate::state::{Phase, Season, State};
use crate::{Applied, Event, EventSet, Order, OrderSet, Player, SpaceSet, Special, Violation};
use crate::{planning, winter};

/// How many action cards lie face up while plans are made.
pub const ACTIONS_FACE_UP: usize = Order::COUNT / 2;
pub const EVENTS_PER_YEAR: usize = Season::ALL.len();

/// Starts a year with the choice of its events.
pub(crate) fn begin_year(state: &mut State) {
    state.season = Season::Spring;
    state.events_open = EventSet::EMPTY;
    state.phase = Phase::DrawYearEvents;
}

/// An event of the year is drawn.
pub(crate) fn draw_year_event(state: &mut State, value: u32, events: &mut Vec<Event>) -> Applied {
    let card = state.event_deck().nth(value).ok_or(Violation::NoSuchDraw)?;
    state.events_open = state.events_open.with(card);
    if state.events_open.len() == EVENTS_PER_YEAR {
        events.push(Event::YearBegins { year: state.year, events: state.events_open });
        state.phase = Phase::LayOutActions;
    }
    Ok(())
}

/// The action cards that do not lie face up.
pub(crate) fn face_down(state: &State) -> OrderSet {
    state.action_cards.iter().flatten().fold(OrderSet::ALL, |left, order| left.without(*order))
}

/// The special cards that are not on display.
pub(crate) fn undealt(state: &State) -> impl Iterator<Item = Special> + '_ {
    Special::ALL.into_iter().filter(|special| !state.specials.contains(&Some(*special)))
}

/// An action card is drawn and laid face up.
pub(crate) fn draw_action(state: &mut State, value: u32, events: &mut Vec<Event>) -> Applied {
    let order = face_down(state).iter().nth(value as usize).ok_or(Violation::NoSuchDraw)?;
    let position = state.action_cards.iter().position(Option::is_none);
    state.action_cards[position.ok_or(Violation::NoSuchDraw)?] = Some(order);
    let mut orders = [order; ACTIONS_FACE_UP];
    for (place, card) in orders.iter_mut().zip(&state.action_cards) {
        let Some(card) = *card else { return Ok(()) };
        *place = card;
    }
    events.push(Event::SeasonBegins { year: state.year, season: state.season, orders });
    state.phase = Phase::LayOutSpecials;
    Ok(())
}

/// A special card is drawn for the first free position. The last one needs no
/// draw.
pub(crate) fn draw_special(state: &mut State, value: u32, events: &mut Vec<Event>) -> Applied {
    let special = undealt(state).nth(value as usize).ok_or(Violation::NoSuchDraw)?;
    lay_out(state, special);
    let mut left = undealt(state);
    if let (Some(last), None) = (left.next(), left.next()) {
        drop(left);
        lay_out(state, last);
        let specials = state.specials.map(|card| card.unwrap_or(last));
        events.push(Event::SpecialsLaidOut { specials });
        planning::begin(state, events);
    }
    Ok(())
}

/// Ends a season: all cards go back, but the order of play stays recorded.
pub(crate) fn end(state: &mut State, events: &mut Vec<Event>) {
    events.push(Event::SeasonEnds { year: state.year, season: state.season });
    for player in &mut state.players {
        player.clear_board();
    }
    state.action_cards = [None; Order::COUNT];
    state.specials = [None; Special::COUNT];
    state.ranking = Default::default();
    if let Some(card) = state.event.take() {
        state.events_gone = state.events_gone.with(card);
    }
    state.season = state.season.next();
    if state.season == Season::Winter {
        winter::begin(state, events);
    } else {
        state.phase = Phase::LayOutActions;
    }
}

impl Player {
    fn clear_board(&mut self) {
        self.plan = Plan::default();
        self.face_up = Plan::default();
        self.face_down = SpaceSet::EMPTY;
    }
}

fn lay_out(state: &mut State, special: Special) {
    if let Some(place) = state.specials.iter_mut().find(|place| place.is_none()) {
        *place = Some(special);
    }
}
