//! States, actions and events as bytes.

use kit_proto::bakufu::rules::v1 as pb;
use kit_rules_server::{Malformed, StateOf, Wire, engine};

use crate::laws::one_line;
use crate::play::legal;
use crate::walk;
use crate::wire::{WireTable, action_bytes, decode, event_bytes, state_bytes, viewer_number};

/// The schema compiles, and everything a match consists of can be redacted.
///
/// # Errors
/// If the law is broken.
pub fn the_schema_is_one_that_can_be_redacted<W: Wire>(table: &WireTable<W>) -> Result<(), String> {
    let schema = &table.schema;
    let unreadable = |why: kit_redact::Unreadable| format!("{why} by the schema");
    for viewer in table.viewers() {
        schema.redact_options(&table.options, viewer).map_err(unreadable)?;
    }
    table.walk_settled(|state| {
        schema.check_state(&state_bytes::<W>(state)).map_err(unreadable)?;
        for seat in table.table.seats.seats() {
            for action in legal::<W::Game>(state, seat) {
                let bytes = action_bytes::<W>(&action);
                for viewer in table.viewers() {
                    schema.redact_action(&bytes, viewer, seat).map_err(unreadable)?;
                }
            }
        }
        Ok(())
    })
}

/// What is written can be read again and is the same.
///
/// # Errors
/// If the law is broken.
pub fn states_actions_and_events_survive_the_wire<W: Wire>(
    table: &WireTable<W>,
) -> Result<(), String> {
    walk(&table.table, |state, _, events| {
        if read_state::<W>(state)? != *state {
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
    })
    .map(drop)
}

/// A state has one encoding, no matter how often and from where it is written.
///
/// # Errors
/// If the law is broken.
pub fn the_same_state_gives_the_same_bytes<W: Wire>(table: &WireTable<W>) -> Result<(), String> {
    walk(&table.table, |state, _, _| {
        let bytes = state_bytes::<W>(state);
        if state_bytes::<W>(&state.clone()) != bytes {
            return Err("writing the state twice gives different bytes".to_owned());
        }
        if state_bytes::<W>(&read_state::<W>(state)?) != bytes {
            return Err("the state that was read is written differently".to_owned());
        }
        Ok(())
    })
    .map(drop)
}

/// Whatever is left of an event for a viewer can be told in one line.
///
/// # Errors
/// If the law is broken.
pub fn events_read_as_one_line_for_every_viewer<W: Wire>(
    table: &WireTable<W>,
) -> Result<(), String> {
    walk(&table.table, |_, _, events| {
        for viewer in table.viewers() {
            for event in events {
                let redacted = table.schema.redact_event(&event_bytes::<W>(event), viewer);
                let Some(redacted) = redacted.map_err(|why| why.to_string())? else { continue };
                let viewer_number = viewer_number(viewer);
                let events = vec![redacted.into_bytes()];
                let request = pb::NarrateRequest { events, viewer: viewer_number };
                let sentences = engine::narrate::<W>(&request)
                    .map_err(|reason| format!("{event} can't be told to {viewer:?}: {reason}"))?;
                let [sentence] = &sentences[..] else {
                    return Err(format!("{event} becomes {} sentences", sentences.len()));
                };
                one_line(sentence).map_err(|why| format!("{event} to {viewer:?}: {why}"))?;
            }
        }
        Ok(())
    })
    .map(drop)
}

fn read_state<W: Wire>(state: &StateOf<W>) -> Result<StateOf<W>, String> {
    let message = decode::<W::State>(&state_bytes::<W>(state))?;
    W::state_from_proto(message)
        .map_err(|Malformed { faults, .. }| format!("a state of a match can't be read: {faults:?}"))
}
