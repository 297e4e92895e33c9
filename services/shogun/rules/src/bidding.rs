//! The event of the season, the bids, and the special cards that give the order
//! of play.

use alloc::vec::Vec;

use kit_rules::{Seat, SeatSet};

use crate::number::SEATS_MAX;
use crate::options::TheatreEvent;
use crate::state::{Phase, State};
use crate::{
    Action, Applied, Building, Card, Effect, Event, ProvinceSet, Space, Special, Violation,
};
use crate::{acting, loss};

/// The event of the season is drawn; then the bids are turned up.
pub(crate) fn draw_event(state: &mut State, value: u32, events: &mut Vec<Event>) -> Applied {
    let card = state.events_open.nth(value).ok_or(Violation::NoSuchDraw)?;
    state.events_open = state.events_open.without(card);
    state.event = Some(card);
    events.push(Event::EventDrawn { card });
    calm_theatres(state, events);
    reveal(state, events);
    Ok(())
}

/// It is drawn who of the tied seats comes next.
pub(crate) fn draw_tie(state: &mut State, value: u32, events: &mut Vec<Event>) -> Applied {
    let seat = tied(state).iter().nth(value as usize).ok_or(Violation::NoSuchDraw)?;
    put_next(state, seat);
    rank(state, events);
    Ok(())
}

/// The seats with the best bid of all that are not ranked yet.
pub(crate) fn tied(state: &State) -> SeatSet {
    let mut best = (None, SeatSet::EMPTY);
    for seat in bidders(state).filter(|seat| !state.ranking.contains(&Some(*seat))) {
        let rank = Some(rank_of(state, seat));
        if rank > best.0 {
            best = (rank, SeatSet::EMPTY);
        }
        if rank == best.0 {
            best.1.insert(seat);
        }
    }
    best.1
}

/// The seat that is to take a special card.
pub(crate) fn picker(state: &State) -> Option<Seat> {
    let taken = state.turn_order.iter().flatten().count();
    state.ranking.get(taken).copied().flatten()
}

/// The special cards that nobody has taken.
pub(crate) fn on_display(state: &State) -> impl Iterator<Item = Special> + '_ {
    Special::ALL.into_iter().filter(|special| position(state, *special).is_some())
}

/// A seat takes a special card.
pub(crate) fn act(
    state: &mut State,
    seat: Seat,
    action: Action,
    events: &mut Vec<Event>,
) -> Applied {
    let Action::PickSpecial(special) = action else { return Err(Violation::NotNow) };
    pick(state, seat, special, events)?;
    offer(state, events);
    Ok(())
}

/// The seats that take part in the season: nothing has changed hands since they
/// planned.
fn bidders(state: &State) -> impl Iterator<Item = Seat> + '_ {
    state.seats.seats().filter(|seat| !state.provinces_of(*seat).is_empty())
}

/// What a bid is worth, and what it costs.
fn bid(state: &State, seat: Seat) -> (Option<Card>, u8) {
    let player = state.player(seat);
    let card = player.face_up.on(Space::Bid.index());
    match card {
        Some(Card::Chests(chests)) => (card, chests.number().min(player.chests())),
        _ => (card, 0),
    }
}

/// The higher the better. A bid of more chests than there are counts as all of
/// them (SHO-5.4).
fn rank_of(state: &State, seat: Seat) -> u8 {
    const EMPTY: u8 = 0;
    const NO_CHEST: u8 = 1;
    const PROVINCE: u8 = 2;
    match bid(state, seat) {
        (None, _) => EMPTY,
        (Some(Card::Chests(_)), 0) => NO_CHEST,
        (Some(Card::Province(_)), _) => PROVINCE,
        (Some(Card::Chests(_)), chests) => PROVINCE + chests,
    }
}

fn reveal(state: &mut State, events: &mut Vec<Event>) {
    let seats: SeatSet = bidders(state).collect();
    let mut cards = [None; SEATS_MAX];
    for seat in seats.iter() {
        cards[seat.index()] = state.turn_up(seat, Space::Bid);
    }
    events.push(Event::BidsRevealed { seats, cards });
    state.ranking = [None; SEATS_MAX];
    state.turn_order = [None; Special::COUNT];
    rank(state, events);
}

/// Ranks the bids until a tie has to be drawn; then everyone pays.
fn rank(state: &mut State, events: &mut Vec<Event>) {
    loop {
        let tied = tied(state);
        let mut seats = tied.iter();
        match (seats.next(), seats.next()) {
            (None, _) => break,
            (Some(seat), None) => put_next(state, seat),
            _ => {
                state.phase = Phase::RankBids;
                return;
            }
        }
    }
    events.push(Event::BidsRanked { ranking: state.ranking });
    for seat in state.ranking.into_iter().flatten() {
        let (_, chests) = bid(state, seat);
        if chests > 0 && state.pay(seat, chests) {
            events.push(Event::BidPaid { seat, chests });
        }
    }
    offer(state, events);
}

fn put_next(state: &mut State, seat: Seat) {
    if let Some(place) = state.ranking.iter_mut().find(|place| place.is_none()) {
        *place = Some(seat);
    }
}

/// Lets the next seat take a special card. The last card needs no choice.
fn offer(state: &mut State, events: &mut Vec<Event>) {
    while let Some(seat) = picker(state) {
        let mut left = on_display(state);
        let (first, second) = (left.next(), left.next());
        drop(left);
        match (first, second) {
            (Some(last), None) if pick(state, seat, last, events).is_ok() => {}
            _ => {
                state.phase = Phase::PickSpecial;
                return;
            }
        }
    }
    acting::begin(state, events);
}

fn pick(state: &mut State, seat: Seat, special: Special, events: &mut Vec<Event>) -> Applied {
    let position = position(state, special).ok_or(Violation::SpecialTaken { special })?;
    state.turn_order[position] = Some(seat);
    events.push(Event::SpecialTaken { seat, special, position: position as u8 + 1 });
    Ok(())
}

/// Where a special card lies that nobody has taken.
fn position(state: &State, special: Special) -> Option<usize> {
    let position = state.specials.iter().position(|card| *card == Some(special))?;
    state.turn_order[position].is_none().then_some(position)
}

/// As an option, the event calms every theatre when it is drawn (SHO-AMB-07).
fn calm_theatres(state: &mut State, events: &mut Vec<Event>) {
    let every = state.options.theatre_event == TheatreEvent::EveryTheatre;
    if !every || state.effect() != Some(Effect::TheatreCalms) {
        return;
    }
    let calmed: ProvinceSet = (state.in_play().iter())
        .filter(|province| {
            let holding = state.holding(*province);
            holding.markers > 0 && holding.buildings.contains(Building::Theatre)
        })
        .collect();
    for province in calmed.iter() {
        loss::remove_marker(state, province);
    }
    if !calmed.is_empty() {
        events.push(Event::TheatresCalmed { provinces: calmed });
    }
}

impl State {
    /// What the event of the season does.
    pub(crate) fn effect(&self) -> Option<Effect> {
        self.event.map(crate::EventCard::effect)
    }

    /// Turns up the card on a space, if one lies there face down.
    pub(crate) fn turn_up(&mut self, seat: Seat, space: Space) -> Option<Card> {
        let player = self.player_mut(seat);
        player.face_down = player.face_down.without(space);
        let card = player.plan.take(space.index()).ok()?;
        player.face_up.put(space.index(), card).ok()?;
        Some(card)
    }
}
