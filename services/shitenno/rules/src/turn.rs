//! The odd year: turns in the order of titles, and the Sensei's gilding.

use alloc::vec::Vec;

use kit_rules::Seat;

use crate::state::{EndReason, Phase, State, Turn};
use crate::{Action, Applied, Bonus, Event, Province, Title, Violation};
use crate::{control, division, payment, scoring};

/// Begins the odd year.
pub(crate) fn begin(state: &mut State, events: &mut Vec<Event>) {
    let first = state.by_title().next();
    go_on(state, first, events);
}

/// Everything that the seat on turn can do, in order.
pub(crate) fn list(state: &State, turn: &Turn, actions: &mut Vec<Action>) {
    if let Some(plan) = &state.plan {
        return payment::list(state, turn, plan, actions);
    }
    payment::list_aims(state, turn, actions);
    if draw_tile(state, turn.active).is_ok() {
        actions.push(Action::UseDraw);
    }
    actions.push(Action::EndTurn);
}

pub(crate) fn act(
    state: &mut State,
    turn: Turn,
    action: Action,
    events: &mut Vec<Event>,
) -> Applied {
    let preparing = state.plan.is_some();
    match action {
        Action::Aim { .. } | Action::UseDraw | Action::EndTurn if preparing => {
            Err(Violation::FinishPayment)
        }
        Action::Aim { province, mode } => payment::aim(state, &turn, province, mode, events),
        Action::TakeBack => payment::take_back(state, &turn, events),
        Action::Control => control::carry_out(state, turn, events),
        Action::UseDraw => use_draw(state, turn, events),
        Action::EndTurn => {
            end(state, &turn, events);
            Ok(())
        }
        Action::Gild { .. } | Action::Decline => Err(Violation::NothingToGild),
        action => match action.part() {
            Some(part) => payment::add(state, &turn, part, events),
            None => Err(Violation::DivisionIsOver),
        },
    }
}

/// A troop card is drawn with a draw tile.
pub(crate) fn draw_card(
    state: &mut State,
    turn: Turn,
    value: u32,
    events: &mut Vec<Event>,
) -> Applied {
    let card = state.troop_deck.draw(value).ok_or(Violation::NoSuchDraw)?;
    state.player_mut(turn.active).hand.put(card);
    events.push(Event::CardDrawn { seat: turn.active, card: Some(card) });
    division::after_drawing(state, events);
    state.phase = Phase::Turn(turn);
    Ok(())
}

/// The kamon that the Sensei can gild, in order.
pub(crate) fn gildable(state: &State, seat: Seat) -> impl Iterator<Item = (Province, u8)> + '_ {
    Province::all().flat_map(move |province| {
        let kamon = state.land(province).kamon.iter().zip(1..);
        let simple = kamon.filter(move |(kamon, _)| {
            kamon.is_some_and(|kamon| kamon.seat == seat && !kamon.golden)
        });
        simple.map(move |(_, position)| (province, position))
    })
}

/// The Sensei gilds a kamon or declines.
pub(crate) fn gild(
    state: &mut State,
    seat: Seat,
    action: Action,
    events: &mut Vec<Event>,
) -> Applied {
    match action {
        Action::Gild { province, position } => {
            let index = usize::from(position).checked_sub(1);
            let places = &mut state.land_mut(province).kamon;
            let kamon = index.and_then(|index| places.get_mut(index)?.as_mut());
            let kamon = kamon.filter(|kamon| kamon.seat == seat);
            let kamon = kamon.ok_or(Violation::NotYourKamon { province, position })?;
            if kamon.golden {
                return Err(Violation::AlreadyGolden { province, position });
            }
            kamon.golden = true;
            events.push(Event::Gilded { seat, province, position });
        }
        Action::Decline => events.push(Event::GildDeclined { seat }),
        action if division::is_of_division(action) => return Err(Violation::DivisionIsOver),
        _ => return Err(Violation::GildFirst),
    }
    next(state, seat, events);
    Ok(())
}

fn draw_tile(state: &State, seat: Seat) -> Applied {
    if !state.player(seat).bonuses.has(Bonus::Draw) {
        return Err(Violation::NoDrawTile);
    }
    if state.has_troop_cards() { Ok(()) } else { Err(Violation::NoTroopCards) }
}

fn use_draw(state: &mut State, turn: Turn, events: &mut Vec<Event>) -> Applied {
    let seat = turn.active;
    draw_tile(state, seat)?;
    state.player_mut(seat).bonuses.take(Bonus::Draw);
    state.used_tiles.put(Bonus::Draw);
    events.push(Event::DrawTileUsed { seat });
    division::refill(state, events);
    state.phase = Phase::DrawCard(turn);
    Ok(())
}

fn end(state: &mut State, turn: &Turn, events: &mut Vec<Event>) {
    let seat = turn.active;
    events.push(Event::TurnEnded { seat, placed: turn.placed });
    let is_sensei = state.player(seat).title == Some(Title::Sensei);
    if is_sensei && gildable(state, seat).next().is_some() {
        state.phase = Phase::Gild { seat };
    } else {
        next(state, seat, events);
    }
}

fn next(state: &mut State, seat: Seat, events: &mut Vec<Event>) {
    let next = state.by_title().skip_while(|other| *other != seat).nth(1);
    go_on(state, next, events);
}

/// Gives the turn to a seat, or ends the year when everyone had one.
fn go_on(state: &mut State, seat: Option<Seat>, events: &mut Vec<Event>) {
    match (seat, end_reason(state)) {
        (Some(seat), _) => state.phase = Phase::Turn(Turn::of(seat)),
        (None, Some(reason)) => scoring::finish(state, reason, events),
        (None, None) => division::begin(state, events),
    }
}

/// What ends the game after this year, if anything does.
pub(crate) fn end_reason(state: &State) -> Option<EndReason> {
    let players = &state.players[..state.seats.get()];
    if players.iter().any(|player| player.supply == 0) {
        Some(EndReason::KamonPlaced)
    } else {
        (state.koku_deck.count == 0).then_some(EndReason::KokuDrawn)
    }
}
