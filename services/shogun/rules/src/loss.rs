//! Loss of a province by its owner, and what happens to it.

use alloc::vec::Vec;

use crate::state::State;
use crate::{Card, Event, Holding, Province, Space, acting};

/// Takes the card of a province from its owner, wherever it lies. An order on
/// it is cancelled, also one that is turned up and waits for its turn. A card
/// that was bid, or whose order is carried out, leaves without an event of its own.
pub(crate) fn take_card(state: &mut State, province: Province, events: &mut Vec<Event>) {
    let Some(seat) = state.holding(province).owner else { return };
    let waiting = acting::waiting(state, seat).filter(|errand| errand.province == province);
    let player = state.player_mut(seat);
    let card = Card::Province(province);
    if let Some(index) = player.face_up.space_of(card) {
        let _ = player.face_up.take(index);
    }
    if let Some(errand) = waiting {
        events.push(Event::OrderLost { seat, order: errand.order, province });
    }
    let Some(index) = player.plan.space_of(card) else { return };
    let (Ok(_), Some(space)) = (player.plan.take(index), Space::from_index(index)) else { return };
    player.face_down = player.face_down.without(space);
    events.push(Event::OrderCancelled { seat, space, province });
}

/// The province becomes neutral: buildings and markers go, the card goes to the
/// reserve.
pub(crate) fn make_neutral(state: &mut State, province: Province, events: &mut Vec<Event>) {
    take_card(state, province, events);
    *state.holding_mut(province) = Holding::default();
}

/// Takes one revolt marker off a province.
pub(crate) fn remove_marker(state: &mut State, province: Province) {
    let markers = &mut state.holding_mut(province).markers;
    *markers = markers.saturating_sub(1);
}
