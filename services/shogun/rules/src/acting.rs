//! Carrying out the ten actions: one after the other, and each seat by seat.

use alloc::vec::Vec;

use kit_rules::Seat;

use crate::number::SEATS_MAX;
use crate::options::PlanReveal;
use crate::state::{Phase, State, Task, Turn};
use crate::{Applied, Card, Event, Order, Province, Skip, Space, Violation};
use crate::{battle, building, collecting, deploying, marching, season};

/// An order that is being carried out.
#[derive(Clone, Copy)]
pub(crate) struct Errand {
    pub(crate) seat: Seat,
    pub(crate) order: Order,
    pub(crate) province: Province,
    /// The position of the action card.
    pub(crate) position: u8,
    /// The place of the seat in the order of play.
    pub(crate) place: u8,
}

/// Whether an order is done or waits for somebody.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Progress {
    Done,
    Waits,
}

/// Starts with the first action.
pub(crate) fn begin(state: &mut State, events: &mut Vec<Event>) {
    open_position(state, 0, events);
    carry_on(state, 0, 0, events);
}

/// The seat at a place of the order of play.
pub(crate) fn seat(state: &State, place: u8) -> Option<Seat> {
    state.turn_order.get(usize::from(place)).copied().flatten()
}

/// The order that a turn carries out.
pub(crate) fn errand(state: &State, position: u8, place: u8) -> Option<Errand> {
    let seat = seat(state, place)?;
    let order = state.action_cards.get(usize::from(position)).copied().flatten()?;
    let card = state.player(seat).face_up.on(Space::Order(order).index())?;
    let Card::Province(province) = card else { return None };
    Some(Errand { seat, order, province, position, place })
}

/// The order that a seat has turned up and is still to carry out.
pub(crate) fn waiting(state: &State, waiting: Seat) -> Option<Errand> {
    let Phase::Act(turn) = state.phase else { return None };
    let later = turn.place + 1..state.turn_order.len() as u8;
    let place = later.into_iter().find(|place| seat(state, *place) == Some(waiting))?;
    errand(state, turn.position, place)
}

/// A number for the battle in progress. When it is fought, play goes on.
pub(crate) fn draw(state: &mut State, turn: Turn, value: u32, events: &mut Vec<Event>) -> Applied {
    let Task::Battle { province } = turn.task else { return Err(Violation::NoSuchDraw) };
    let errand = errand(state, turn.position, turn.place).ok_or(Violation::NoSuchDraw)?;
    let Some(out) = state.fall(value, events)? else { return Ok(()) };
    if errand.order.is_combat() {
        battle::resolve_attack(state, errand.seat, province, out, events);
    } else {
        collecting::resolve_revolt(state, errand.seat, province, out, events);
    }
    carry_on(state, turn.position, turn.place + 1, events);
    Ok(())
}

/// An action card is drawn for the position five after this one.
pub(crate) fn draw_action(
    state: &mut State,
    position: u8,
    value: u32,
    events: &mut Vec<Event>,
) -> Applied {
    let order = season::face_down(state).iter().nth(value as usize);
    turn_up(state, position, order.ok_or(Violation::NoSuchDraw)?, events);
    advance(state, position, events);
    Ok(())
}

/// Goes on with the seat at this place until somebody has to decide, or a
/// number is to be drawn.
pub(crate) fn carry_on(state: &mut State, position: u8, from: u8, events: &mut Vec<Event>) {
    let mut from = from;
    for position in position.. {
        for place in from..state.turn_order.len() as u8 {
            if carry_out(state, position, place, events) == Progress::Waits {
                return;
            }
        }
        if end_position(state, position, events) == Progress::Waits {
            return;
        }
        if usize::from(position) + 1 >= Order::COUNT {
            break;
        }
        open_position(state, position + 1, events);
        from = 0;
    }
    season::end(state, events);
}

/// Tells that an order was not carried out.
pub(crate) fn skip(errand: Errand, why: Skip, events: &mut Vec<Event>) -> Progress {
    let Errand { seat, order, province, .. } = errand;
    events.push(Event::Skipped { seat, order, province, why });
    Progress::Done
}

/// Goes on with the position after this one.
fn advance(state: &mut State, position: u8, events: &mut Vec<Event>) {
    open_position(state, position + 1, events);
    carry_on(state, position + 1, 0, events);
}

/// The turn of an action comes. All cards on its spaces are turned up, unless
/// each waits for its owner's turn (SHO-AMB-02).
fn open_position(state: &mut State, position: u8, events: &mut Vec<Event>) {
    let Some(order) = state.action_cards.get(usize::from(position)).copied().flatten() else {
        return;
    };
    let mut cards = [None; SEATS_MAX];
    if state.options.plan_reveal == PlanReveal::AtOnce {
        for seat in state.seats.seats() {
            cards[seat.index()] = state.turn_up(seat, Space::Order(order));
        }
    }
    events.push(Event::ActionBegins { position: position + 1, order, cards });
}

fn carry_out(state: &mut State, position: u8, place: u8, events: &mut Vec<Event>) -> Progress {
    if state.options.plan_reveal == PlanReveal::TurnOrder
        && let Some(order) = state.action_cards.get(usize::from(position)).copied().flatten()
        && let Some(seat) = seat(state, place)
        && let Some(card) = state.turn_up(seat, Space::Order(order))
    {
        events.push(Event::OrderRevealed { seat, order, card });
    }
    let Some(errand) = errand(state, position, place) else { return Progress::Done };
    match errand.order {
        Order::BuildCastle | Order::BuildTemple | Order::BuildTheatre => {
            building::build(state, errand, events)
        }
        Order::CollectRice | Order::CollectTaxes => collecting::collect(state, errand, events),
        Order::DeployFive | Order::DeployThree => deploying::deploy(state, errand, events),
        Order::DeployOne => deploying::deploy_one(state, errand, events),
        Order::CombatA | Order::CombatB => marching::combat(state, errand, events),
    }
}

/// After each of the first five actions another action card is turned up. The
/// last one needs no draw.
fn end_position(state: &mut State, position: u8, events: &mut Vec<Event>) -> Progress {
    if usize::from(position) >= season::ACTIONS_FACE_UP {
        return Progress::Done;
    }
    let mut left = season::face_down(state).iter();
    match (left.next(), left.next()) {
        (Some(last), None) => turn_up(state, position, last, events),
        (Some(_), Some(_)) => {
            state.phase = Phase::TurnUp { position };
            return Progress::Waits;
        }
        (None, _) => {}
    }
    Progress::Done
}

fn turn_up(state: &mut State, position: u8, order: Order, events: &mut Vec<Event>) {
    let index = usize::from(position) + season::ACTIONS_FACE_UP;
    if let Some(place) = state.action_cards.get_mut(index) {
        *place = Some(order);
        events.push(Event::ActionTurnedUp { position: index as u8 + 1, order });
    }
}
