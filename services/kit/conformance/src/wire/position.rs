//! Properties that one position must have. Laws try them in random matches; a
//! game tries them in positions that those hardly reach.

use std::collections::HashMap;

use bytes::Bytes;
use kit_proto::bakufu::rules::v1 as pb;
use kit_redact::Viewer;
use kit_rules::SeatCount;
use kit_rules_server::{ActionOf, EventOf, Malformed, StateOf, Wire, engine};

use super::svg::Picture;
use super::{WireTable, action_bytes, decode, event_bytes, state_bytes, viewer_number};
use crate::laws::one_line;
use crate::play::legal;

/// A position, what can be done in it and what led to it are read as they were
/// written.
///
/// # Errors
/// What comes back changed.
pub fn survives_the_wire<W: Wire>(
    table: &WireTable<W>,
    state: &StateOf<W>,
    events: &[EventOf<W>],
) -> Result<(), String> {
    if read::<W>(state)? != *state {
        return Err(format!("the state comes back changed: {state:?}"));
    }
    for event in events {
        let message = decode::<W::Event>(&event_bytes::<W>(event))?;
        if W::event_from_proto(message).as_ref() != Ok(event) {
            return Err(format!("the event comes back changed: {event:?}"));
        }
    }
    for action in table.table.seats.seats().flat_map(|seat| legal::<W::Game>(state, seat)) {
        let message = decode::<W::Action>(&action_bytes::<W>(&action))?;
        if W::action_from_proto(message).as_ref() != Ok(&action) {
            return Err(format!("the action comes back changed: {action:?}"));
        }
    }
    Ok(())
}

/// A position has one encoding.
///
/// # Errors
/// If it has two.
pub fn has_one_encoding<W: Wire>(state: &StateOf<W>) -> Result<(), String> {
    let bytes = state_bytes::<W>(state);
    if state_bytes::<W>(&state.clone()) != bytes {
        return Err("writing the state twice gives different bytes".to_owned());
    }
    if state_bytes::<W>(&read::<W>(state)?) != bytes {
        return Err("the state that was read is written differently".to_owned());
    }
    Ok(())
}

/// Every seat lists the same actions under the same labels by its view.
///
/// # Errors
/// What a list tells.
pub fn lists_follow_from_the_view<W: Wire>(
    table: &WireTable<W>,
    state: &StateOf<W>,
) -> Result<(), String> {
    let bytes = state_bytes::<W>(state);
    for seat in table.table.seats.seats() {
        let seen = table.seen_by(&bytes, seat)?;
        let listed = legal::<W::Game>(state, seat);
        if legal::<W::Game>(&seen, seat) != listed {
            return Err(format!("{seat}: the view allows other actions than the state"));
        }
        let telling =
            |action: &&ActionOf<W>| W::label(&seen, seat, action) != W::label(state, seat, action);
        if let Some(action) = listed.iter().find(telling) {
            return Err(format!("{seat}: {action}: the label tells more than the view"));
        }
    }
    Ok(())
}

/// No two actions of one list read the same.
///
/// # Errors
/// Which do.
pub fn labels_tell_actions_apart<W: Wire>(
    table: &WireTable<W>,
    state: &StateOf<W>,
) -> Result<(), String> {
    for seat in table.table.seats.seats() {
        let mut known = HashMap::new();
        for action in legal::<W::Game>(state, seat) {
            let text = W::label(state, seat, &action).text;
            if let Some(other) = known.insert(text, action.clone()) {
                return Err(format!("{seat}: {action} is labelled like {other}"));
            }
        }
    }
    Ok(())
}

/// Every action of a list has a label, a group, and an element in the picture
/// that its seat sees.
///
/// # Errors
/// Which has not.
pub fn labels_point_into_the_picture<W: Wire>(
    table: &WireTable<W>,
    state: &StateOf<W>,
) -> Result<(), String> {
    let bytes = state_bytes::<W>(state);
    for seat in table.table.seats.seats() {
        let listed = legal::<W::Game>(state, seat);
        if listed.is_empty() {
            continue;
        }
        let svg = draw(table, &bytes, Viewer::Seat(seat))?;
        let picture = Picture::read(&svg).map_err(|why| format!("{seat}: {why}"))?;
        for action in listed {
            let label = W::label(state, seat, &action);
            one_line(&label.text).map_err(|why| format!("{seat}: {action}: label: {why}"))?;
            one_line(&label.group).map_err(|why| format!("{seat}: {action}: group: {why}"))?;
            if !label.element.is_empty() && !picture.has_id(&label.element) {
                let element = label.element;
                return Err(format!("{seat}: {action}: {element:?} is not in the picture"));
            }
        }
    }
    Ok(())
}

/// The group and the first word of everything that can be done in a position.
pub fn orders<W: Wire>(seats: SeatCount, state: &StateOf<W>) -> Vec<(&'static str, String)> {
    let labels = seats.seats().flat_map(|seat| {
        let listed = legal::<W::Game>(state, seat).into_iter();
        listed.map(move |action| W::label(state, seat, &action))
    });
    labels.map(|label| (label.group, first_word(&label.text).to_owned())).collect()
}

fn first_word(text: &str) -> &str {
    text.split(' ').next().unwrap_or_default()
}

/// Every viewer gets a well-formed SVG document that needs nothing else.
///
/// # Errors
/// What is wrong with it.
pub fn is_drawn_for_everyone<W: Wire>(
    table: &WireTable<W>,
    state: &StateOf<W>,
) -> Result<(), String> {
    let bytes = state_bytes::<W>(state);
    for viewer in table.viewers() {
        let svg = draw(table, &bytes, viewer)?;
        Picture::read(&svg).map_err(|why| format!("{viewer:?}: {why}"))?;
    }
    Ok(())
}

/// Draws what a viewer sees of a state.
pub(super) fn draw<W: Wire>(
    table: &WireTable<W>,
    state: &Bytes,
    viewer: Viewer,
) -> Result<String, String> {
    draw_view::<W>(table.view(state, viewer)?, viewer)
}

/// Draws whatever somebody takes for the view of a viewer.
pub(super) fn draw_view<W: Wire>(view: Bytes, viewer: Viewer) -> Result<String, String> {
    engine::render::<W>(&pb::RenderRequest { view, viewer: viewer_number(viewer) })
        .map_err(|reason| format!("{viewer:?}: no picture: {reason}"))
}

fn read<W: Wire>(state: &StateOf<W>) -> Result<StateOf<W>, String> {
    let message = decode::<W::State>(&state_bytes::<W>(state))?;
    W::state_from_proto(message)
        .map_err(|Malformed { faults, .. }| format!("a state of a match can't be read: {faults:?}"))
}
