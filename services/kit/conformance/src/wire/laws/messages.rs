//! States, actions and events as bytes.

use kit_proto::bakufu::rules::v1 as pb;
use kit_rules_server::{Wire, engine};

use crate::laws::one_line;
use crate::play::legal;
use crate::walk;
use crate::wire::{WireTable, action_bytes, event_bytes, position, state_bytes, viewer_number};

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
    walk(&table.table, |state, _, events| position::survives_the_wire(table, state, events))
        .map(drop)
}

/// A state has one encoding, no matter how often and from where it is written.
///
/// # Errors
/// If the law is broken.
pub fn the_same_state_gives_the_same_bytes<W: Wire>(table: &WireTable<W>) -> Result<(), String> {
    walk(&table.table, |state, _, _| position::has_one_encoding::<W>(state)).map(drop)
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
