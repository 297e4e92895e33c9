//! The record of a finished match, and what it says every viewer has seen.

use prost_reflect::DynamicMessage;

use crate::play::log_entry::Change;
use crate::schema::Schema;
use crate::watcher::Seen;
use crate::{play, rules};

/// One change as a viewer must have seen it.
#[derive(Clone, Debug, PartialEq)]
struct SeenChange {
    revision: u64,
    events: Vec<(DynamicMessage, Vec<String>)>,
    seats_to_act: Vec<u32>,
    outcome: Option<rules::Outcome>,
}

/// Checks that a viewer has seen exactly what the record holds for them: every
/// change that they may notice, redacted field by field, and nothing else.
/// `came` says which revisions came as updates.
///
/// # Panics
/// If anything differs.
pub fn assert_seen(
    schema: &Schema,
    export: &play::MatchExport,
    viewer: u32,
    came: impl Fn(u64) -> bool,
    updates: &[play::Update],
) {
    let expected: Vec<SeenChange> = export
        .log
        .iter()
        .filter(|entry| entry.secret_to == 0 || entry.secret_to == viewer)
        .map(|entry| change_of_entry(schema, entry, viewer))
        .filter(|change| came(change.revision))
        .collect();
    let seen: Vec<SeenChange> =
        updates.iter().map(|update| change_of_update(schema, update)).collect();
    for (expected, seen) in expected.iter().zip(&seen) {
        assert_eq!(expected, seen, "viewer {viewer} at revision {}", expected.revision);
    }
    assert_eq!(expected.len(), seen.len(), "viewer {viewer} has seen every change");
}

/// Checks a stream that lasted to the end of the match: no gap, what the record
/// says, and the result.
///
/// # Panics
/// If anything differs.
pub fn assert_seen_to_end(
    schema: &Schema,
    export: &play::MatchExport,
    viewer: u32,
    after: Option<u64>,
    seen: &Seen,
) {
    let last = seen.assert_gapless(after);
    let entry = export.log.last().expect("a match has commits");
    assert_eq!(last, entry.revisions[viewer as usize], "viewer {viewer} has seen the end");
    let first = last - seen.updates.len() as u64;
    assert_seen(schema, export, viewer, |revision| revision > first, &seen.updates);
    assert!(seen.updates.last().is_some_and(|update| update.outcome.is_some()));
    assert_eq!(seen.closing, None, "the stream ended with the match");
    for view in &seen.views {
        assert_eq!(view.viewer, viewer);
        let state = schema.state(&view.state);
        assert_eq!(state, schema.seen_by(&state, viewer), "a view holds nothing hidden");
    }
}

/// All submissions in the order of their commits: the seat and its actions.
pub fn acts(export: &play::MatchExport) -> Vec<(u32, Vec<bytes::Bytes>)> {
    export
        .log
        .iter()
        .filter_map(|entry| match &entry.change {
            Some(Change::Acted(acted)) => Some((acted.seat, acted.actions.clone())),
            _ => None,
        })
        .collect()
}

fn change_of_entry(schema: &Schema, entry: &play::LogEntry, viewer: u32) -> SeenChange {
    let events = entry
        .events
        .iter()
        .filter_map(|event| Some((schema.event_for(&event.payload, viewer)?, event.rules.clone())))
        .collect();
    SeenChange {
        revision: entry.revisions[viewer as usize],
        events,
        seats_to_act: entry.seats_to_act.clone(),
        outcome: entry.outcome.clone(),
    }
}

fn change_of_update(schema: &Schema, update: &play::Update) -> SeenChange {
    let read = |event: &rules::Event| (schema.event(&event.payload), event.rules.clone());
    SeenChange {
        revision: update.revision,
        events: update.events.iter().map(read).collect(),
        seats_to_act: update.seats_to_act.clone(),
        outcome: update.outcome.clone(),
    }
}
