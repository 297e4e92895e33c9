//! Everything of a match that leaves the orchestrator, made out of what the
//! schema lets pass.

mod answers;
mod padding;

use alloc::vec::Vec;

use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::{LogEntry, log_entry};
use kit_proto::bakufu::rules::v1 as rules;
use kit_reason::Reason;
use kit_redact::{Schema, Unreadable, Viewer};

pub use self::answers::{
    created, drawn, exported, legal_actions, legal_actions_request, match_page, narrate_request,
    narrated, render_request, replayed, shown, submitted, summaries, summary, viewed,
    watched_closing, watched_rewound, watched_snapshot, watched_update, watched_view,
};
pub use self::padding::has_secrets;
use crate::game_match::Match;
use crate::redacted::Redacted;

/// Why a caller is not told what has happened.
#[derive(Debug, thiserror::Error)]
pub enum NoAnswer {
    /// It may not know.
    #[error("{0}")]
    Refused(#[from] Reason),
    /// Stored bytes are not what the schema says.
    #[error("{0}")]
    Unreadable(#[from] Unreadable),
}

fn view(schema: &Schema, game_match: &Match, viewer: Viewer) -> Result<play::View, Unreadable> {
    let state = match game_match.state.is_empty() {
        true => bytes::Bytes::new(),
        false => schema.redact_state(&game_match.state, viewer)?.into_bytes(),
    };
    Ok(play::View {
        revision: game_match.lifecycle.revision(viewer.seat()).get(),
        viewer: viewer.number(),
        state,
        seats_to_act: game_match.seats_to_act(),
        outcome: game_match.outcome.clone(),
    })
}

/// What a viewer may see of a change, without sentences; nothing if it was
/// somebody else's secret. `game_match` is the match as it is now.
///
/// # Errors
/// If an event can't be redacted.
pub fn update(
    schema: &Schema,
    game_match: &Match,
    entry: &LogEntry,
    viewer: Viewer,
) -> Result<Option<Redacted<play::Update>>, Unreadable> {
    let seat = viewer.number();
    if entry.secret_to != 0 && entry.secret_to != seat {
        return Ok(None);
    }
    let mut events = Vec::new();
    for event in &entry.events {
        if let Some(payload) = schema.redact_event(&event.payload, viewer)? {
            events.push(rules::Event { payload: payload.into_bytes(), rules: event.rules.clone() });
        }
    }
    let seats_changed = !matches!(entry.change, Some(log_entry::Change::Acted(_)));
    Ok(Some(Redacted::new(play::Update {
        revision: entry.revisions.get(seat as usize).copied().unwrap_or_default(),
        events,
        sentences: Vec::new(),
        seats_to_act: entry.seats_to_act.clone(),
        outcome: entry.outcome.clone(),
        game_match: (seats_changed || entry.outcome.is_some()).then(|| game_match.to_match()),
        committed_at: entry.committed_at,
    })))
}
