//! Rounds: how one begins, and how it ends the game or leads to the next.

use alloc::vec::Vec;

use crate::state::{EndReason, Phase, SLOTS, State};
use crate::tables::END_POINTS;
use crate::{Applied, Event, Violation, flow, planning, scoring};

/// Begins a round with the Ronin, or with planning.
pub(crate) fn begin(state: &mut State, events: &mut Vec<Event>) {
    state.round += 1;
    events.push(Event::RoundBegan { round: state.round, seat: state.first() });
    if state.options.ronin {
        state.phase = Phase::SelectRonin;
    } else {
        planning::begin(state);
    }
}

/// Ends the game if it is due, before anything is advanced (EDO-8.1). Else the
/// start marker passes, and the trading cards move up.
pub(crate) fn end(state: &mut State, events: &mut Vec<Event>) {
    for player in &mut state.players {
        player.shown = [None; SLOTS];
    }
    if let Some(reason) = end_reason(state) {
        state.phase = Phase::Over(reason);
        events.push(Event::GameOver { reason });
        scoring::report(state, events);
        return;
    }
    state.start_seat = Some(state.first().next(state.seats));
    state.trade.current = state.trade.top.take();
    if let Some(card) = state.trade.current {
        events.push(Event::CardCurrent { card });
    }
    if state.trade.pile.is_empty() {
        begin(state, events);
    } else {
        state.phase = Phase::NextCard;
    }
}

/// Turns up the trading card of the round after this one.
pub(crate) fn draw_card(state: &mut State, value: u32, events: &mut Vec<Event>) -> Applied {
    let card = state.trade.draw(value).ok_or(Violation::NoSuchDraw)?;
    state.trade.top = Some(card);
    events.push(Event::CardTurnedUp { card });
    begin(state, events);
    flow::advance(state, events);
    Ok(())
}

/// What ends the game in this round, if anything does.
pub(crate) fn end_reason(state: &State) -> Option<EndReason> {
    let enough = state.players.iter().any(|player| player.points >= END_POINTS.into());
    match state.trade.top {
        _ if enough => Some(EndReason::Points),
        None => Some(EndReason::LastCard),
        Some(_) => None,
    }
}
