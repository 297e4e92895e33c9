//! The draft: seats take turns to take a province card and put a group of
//! armies into its province.

use alloc::vec::Vec;

use kit_rules::Seat;

use crate::options::DraftExchange;
use crate::state::{Draft, DraftStep, DraftTurn, Phase, State};
use crate::{Action, Applied, Event, Province, TableFacts, Violation, seeding};

/// The first seat is drawn.
pub(crate) fn draw_first(state: &mut State, value: u32, events: &mut Vec<Event>) -> Applied {
    let seat = state.seats.seats().nth(value as usize).ok_or(Violation::NoSuchDraw)?;
    events.push(Event::DraftBegins { seat });
    open_cards(state, seat, events);
    Ok(())
}

/// What the seat on turn can do, in order.
pub(crate) fn list(state: &State, turn: DraftTurn, actions: &mut Vec<Action>) {
    match turn.step {
        DraftStep::Choose => {
            if state.may_exchange(turn.active) {
                actions.push(Action::ExchangePair);
            }
            let from = actions.len();
            actions.extend(state.draft.open.iter().flatten().map(|card| Action::TakeCard(*card)));
            actions[from..].sort_unstable();
            actions.push(Action::TakeBlind);
        }
        DraftStep::Place(_) => {
            let from = actions.len();
            actions.extend(sizes(state, turn.active).map(Action::PlaceGroup));
            actions[from..].sort_unstable();
        }
        DraftStep::Open | DraftStep::Blind => {}
    }
}

/// The seat on turn acts.
pub(crate) fn act(
    state: &mut State,
    turn: DraftTurn,
    action: Action,
    events: &mut Vec<Event>,
) -> Applied {
    let seat = turn.active;
    match (turn.step, action) {
        (DraftStep::Choose, Action::ExchangePair) => {
            if !state.may_exchange(seat) {
                return Err(Violation::NoExchange);
            }
            exchange(state, seat, events);
            open_cards(state, seat, events);
        }
        (DraftStep::Choose, Action::TakeCard(province)) => {
            let slot = state.draft.open.iter().position(|open| *open == Some(province));
            let slot = slot.ok_or(Violation::NotOpen { province })?;
            state.draft.seen[seat.index()] = pair(state);
            state.draft.open[slot] = None;
            take(state, seat, province, false, events);
        }
        (DraftStep::Choose, Action::TakeBlind) => {
            state.draft.seen[seat.index()] = pair(state);
            match known_top(state) {
                Some(province) => take(state, seat, province, true, events),
                None => {
                    state.phase = Phase::Draft(DraftTurn { active: seat, step: DraftStep::Blind });
                }
            }
        }
        (DraftStep::Choose, Action::PlaceGroup(_)) => return Err(Violation::TakeCardFirst),
        (DraftStep::Place(province), Action::PlaceGroup(armies)) => {
            if !sizes(state, seat).any(|size| size == armies) {
                return Err(Violation::NoSuchGroup { armies });
            }
            place(state, seat, province, armies, events);
        }
        (DraftStep::Place(_), Action::TakeCard(_) | Action::TakeBlind | Action::ExchangePair) => {
            return Err(Violation::PlaceGroupFirst);
        }
        _ => return Err(Violation::NotNow),
    }
    Ok(())
}

/// A card is drawn, to lie open or for the seat that takes it blind.
pub(crate) fn draw(
    state: &mut State,
    turn: DraftTurn,
    value: u32,
    events: &mut Vec<Event>,
) -> Applied {
    let province = state.draft_deck().nth(value).ok_or(Violation::NoSuchDraw)?;
    match turn.step {
        DraftStep::Open => {
            open(state, province, events);
            open_cards(state, turn.active, events);
        }
        DraftStep::Blind => take(state, turn.active, province, true, events),
        DraftStep::Choose | DraftStep::Place(_) => return Err(Violation::NoSuchDraw),
    }
    Ok(())
}

impl State {
    /// Whether the seat finds the pair that it left (SHO-2.10). After an
    /// exchange it does not, so a second one in the same turn is never possible.
    pub fn may_exchange(&self, seat: Seat) -> bool {
        let seen = self.draft.seen[seat.index()];
        seen.is_some() && seen == pair(self)
    }
}

/// The sizes of the groups that a seat has left, each once. Every own province
/// holds one of the groups.
pub(crate) fn sizes(state: &State, seat: Seat) -> impl Iterator<Item = u8> + '_ {
    let groups = TableFacts::of(state.seats).groups;
    let is_first = move |place: usize| groups[..place].iter().all(|size| *size != groups[place]);
    let places = (0..groups.len()).filter(move |place| is_first(*place));
    places.map(move |place| groups[place]).filter(move |size| {
        let placed = state.provinces.iter().filter(|h| h.owner == Some(seat) && h.armies == *size);
        placed.count() < groups.iter().filter(|group| *group == size).count()
    })
}

/// The open cards, the lower one first.
fn pair(state: &State) -> Option<[Province; 2]> {
    let [one, other] = state.draft.open;
    let (one, other) = (one?, other?);
    Some([one.min(other), one.max(other)])
}

/// Turns cards up until two lie open, and gives the seat its turn.
fn open_cards(state: &mut State, active: Seat, events: &mut Vec<Event>) {
    loop {
        while state.draft.open.contains(&None) {
            let Some(province) = known_top(state) else {
                state.phase = Phase::Draft(DraftTurn { active, step: DraftStep::Open });
                return;
            };
            open(state, province, events);
        }
        let must = state.options.draft_exchange == DraftExchange::Always;
        if !must || !state.may_exchange(active) {
            break;
        }
        exchange(state, active, events);
    }
    state.phase = Phase::Draft(DraftTurn { active, step: DraftStep::Choose });
}

fn open(state: &mut State, province: Province, events: &mut Vec<Event>) {
    if let Some(slot) = state.draft.open.iter_mut().find(|open| open.is_none()) {
        *slot = Some(province);
        events.push(Event::CardOpened { province });
    }
}

fn exchange(state: &mut State, seat: Seat, events: &mut Vec<Event>) {
    let [Some(one), Some(other)] = core::mem::take(&mut state.draft.open) else { return };
    state.draft.under.extend([one, other]);
    events.push(Event::PairExchanged { seat, pair: [one, other] });
}

/// Takes the top card of the deck if there is no doubt which one it is: it is
/// the only one above those that were put under the deck, or one of these.
fn known_top(state: &mut State) -> Option<Province> {
    let deck = state.draft_deck();
    match deck.len() {
        0 if !state.draft.under.is_empty() => Some(state.draft.under.remove(0)),
        1 => deck.nth(0),
        _ => None,
    }
}

fn take(state: &mut State, seat: Seat, province: Province, blind: bool, events: &mut Vec<Event>) {
    events.push(Event::CardTaken { seat, province, blind });
    let mut left = sizes(state, seat);
    let (first, second) = (left.next(), left.next());
    drop(left);
    match (first, second) {
        (Some(armies), None) => place(state, seat, province, armies, events),
        _ => {
            let step = DraftStep::Place(province);
            state.phase = Phase::Draft(DraftTurn { active: seat, step });
        }
    }
}

fn place(state: &mut State, seat: Seat, province: Province, armies: u8, events: &mut Vec<Event>) {
    state.settle(seat, province, armies);
    events.push(Event::GroupPlaced { seat, province, armies });
    let mut next = seat.next(state.seats);
    for _ in 0..state.seats.get() {
        if sizes(state, next).next().is_some() {
            open_cards(state, next, events);
            return;
        }
        next = next.next(state.seats);
    }
    state.draft = Draft::default();
    seeding::begin(state, events);
}
