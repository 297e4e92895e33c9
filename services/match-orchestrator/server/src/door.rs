//! The door to clients: everything of a match that leaves the orchestrator is
//! made here, out of what the redactor lets pass.

mod answers;
mod padding;

use std::sync::Arc;

use bytes::Bytes;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::{LogEntry, log_entry};
use kit_proto::bakufu::rules::v1 as rules;
use kit_redact::{Redacted, Unreadable, Viewer};
use kit_rules::Seat;
use kit_service::Reason;

pub(crate) use self::answers::{
    drawn, listed, submitted, viewed, watched_closing, watched_snapshot, watched_update,
    watched_view,
};
pub(crate) use self::padding::has_secrets;
use crate::games::Game;
use crate::record::Record;

/// The seat of a viewer, if it has one.
pub(crate) fn seat_of(viewer: Viewer) -> Option<Seat> {
    match viewer {
        Viewer::Spectator => None,
        Viewer::Seat(seat) => Some(seat),
    }
}

/// What decides on what a viewer may see: the compiled schema of a game. It is
/// a trait, so that an experiment can show that it would notice a faulty one.
pub trait Redactor {
    /// The id of the game.
    fn game(&self) -> &str;

    /// What a viewer may see of a state.
    ///
    /// # Errors
    /// If the bytes are not a state message.
    fn state(&self, bytes: &[u8], viewer: Viewer) -> Result<Bytes, Unreadable>;

    /// What a viewer may see of an event, if anything.
    ///
    /// # Errors
    /// If the bytes are not an event message.
    fn event(&self, bytes: &[u8], viewer: Viewer) -> Result<Option<Bytes>, Unreadable>;

    /// What a seat may see of an action of its own.
    ///
    /// # Errors
    /// If the bytes are not an action message.
    fn own_action(&self, bytes: &[u8], seat: Seat) -> Result<Bytes, Unreadable>;
}

/// What a viewer may see of the state, in the form that rules are asked with.
pub(crate) fn state(game: &Game, record: &Record, viewer: Viewer) -> Result<Redacted, Reason> {
    game.schema.redact_state(&record.state, viewer).map_err(|_| unreadable(game))
}

/// What a viewer may see of a match.
pub(crate) fn view(
    game: &dyn Redactor,
    record: &Record,
    viewer: Viewer,
) -> Result<play::View, Reason> {
    let state = if record.state.is_empty() {
        Bytes::new()
    } else {
        game.state(&record.state, viewer).map_err(|_| unreadable(game))?
    };
    Ok(play::View {
        revision: record.table.revision(seat_of(viewer)),
        viewer: seat_of(viewer).map_or(0, Seat::number),
        state,
        seats_to_act: record.seats_to_act(),
        outcome: record.outcome.clone(),
    })
}

/// What a viewer may see of a change; nothing if it was somebody else's
/// secret. `record` is the match as it is now.
pub(crate) fn update(
    game: &dyn Redactor,
    record: &Record,
    entry: &LogEntry,
    viewer: Viewer,
) -> Result<Option<play::Update>, Reason> {
    let seat = seat_of(viewer).map_or(0, Seat::number);
    if entry.secret_to != 0 && entry.secret_to != seat {
        return Ok(None);
    }
    let mut events = Vec::new();
    for event in &entry.events {
        let visible = game.event(&event.payload, viewer).map_err(|_| unreadable(game))?;
        if let Some(payload) = visible {
            events.push(rules::Event { payload, rules: event.rules.clone() });
        }
    }
    let seats_changed = !matches!(entry.change, Some(log_entry::Change::Acted(_)));
    Ok(Some(play::Update {
        revision: entry.revisions.get(seat as usize).copied().unwrap_or_default(),
        events,
        sentences: Vec::new(),
        seats_to_act: entry.seats_to_act.clone(),
        outcome: entry.outcome.clone(),
        game_match: (seats_changed || entry.outcome.is_some()).then(|| record.to_match()),
        committed_at: entry.committed_at,
    }))
}

/// Adds a sentence for every event of an update.
pub(crate) async fn add_sentences(
    game: &Arc<Game>,
    update: &mut play::Update,
    viewer: Viewer,
) -> Result<(), Reason> {
    if update.events.is_empty() {
        return Ok(());
    }
    let events = update.events.iter().map(|event| event.payload.clone()).collect();
    update.sentences = game.narrate(events, viewer).await?;
    Ok(())
}

/// The legal actions of a seat, for that seat.
fn legal_actions(
    game: &dyn Redactor,
    actions: Vec<rules::LegalAction>,
    seat: Seat,
) -> Result<Vec<rules::LegalAction>, Reason> {
    actions
        .into_iter()
        .map(|legal| {
            let action = game.own_action(&legal.action, seat).map_err(|_| unreadable(game))?;
            Ok(rules::LegalAction { action, ..legal })
        })
        .collect()
}

/// Stored or answered bytes that are not what the schema says.
fn unreadable(game: &dyn Redactor) -> Reason {
    tracing::error!(game = game.game(), "bytes do not parse as the registered schema");
    Reason::bug()
}
