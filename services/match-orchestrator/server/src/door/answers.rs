//! The answers to viewers, as long as they should be.

use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::LogEntry;
use kit_proto::bakufu::play::v1::watch_match_response::Message as Watched;
use kit_proto::bakufu::rules::v1 as rules;
use kit_redact::Viewer;
use kit_rules::Seat;
use kit_service::Reason;

use super::padding::{has_secrets, pad_board, pad_list, pad_update, pad_view};
use super::{Redactor, seat_of, update, view};
use crate::record::Record;

/// What GetView answers.
pub(crate) fn viewed(
    game: &dyn Redactor,
    record: &Record,
    viewer: Viewer,
) -> Result<play::GetViewResponse, Reason> {
    let seen = Some(view(game, record, viewer)?);
    let mut answer = play::GetViewResponse { view: seen, ..Default::default() };
    if has_secrets(record, viewer) {
        pad_view(&mut answer, &view(game, record, Viewer::Spectator)?);
    }
    Ok(answer)
}

/// What ListLegalActions answers.
pub(crate) fn listed(
    game: &dyn Redactor,
    record: &Record,
    actions: Vec<rules::LegalAction>,
    seat: Seat,
) -> Result<play::ListLegalActionsResponse, Reason> {
    let revision = record.table.revision(Some(seat));
    let actions = super::legal_actions(game, actions, seat)?;
    let mut answer = play::ListLegalActionsResponse { revision, actions, ..Default::default() };
    pad_list(&mut answer);
    Ok(answer)
}

/// What SubmitActions answers.
pub(crate) fn submitted(
    game: &dyn Redactor,
    record: &Record,
    entry: &LogEntry,
    seat: Seat,
) -> Result<play::SubmitActionsResponse, Reason> {
    let viewer = Viewer::Seat(seat);
    let heard = update(game, record, entry, viewer)?;
    let mut answer = play::SubmitActionsResponse { update: heard, ..Default::default() };
    if has_secrets(record, viewer) {
        let public = update(game, record, entry, Viewer::Spectator)?;
        pad_update(&mut answer, public.as_ref(), entry, viewer);
    }
    Ok(answer)
}

/// What GetBoard answers. `public` is the picture for a spectator, where it is
/// another one.
pub(crate) fn drawn(
    record: &Record,
    viewer: Viewer,
    svg: String,
    public: Option<&str>,
) -> play::GetBoardResponse {
    let revision = record.table.revision(seat_of(viewer));
    let mut answer = play::GetBoardResponse { revision, svg, ..Default::default() };
    if let Some(public) = public {
        pad_board(&mut answer, public);
    }
    answer
}

/// What WatchMatch begins with.
pub(crate) fn watched_snapshot(
    game: &dyn Redactor,
    record: &Record,
    viewer: Viewer,
) -> Result<play::WatchMatchResponse, Reason> {
    watched_state(game, record, viewer, |view| {
        let game_match = Some(record.to_match());
        Watched::Snapshot(play::Snapshot { game_match, view: Some(view) })
    })
}

/// A view on the stream of WatchMatch.
pub(crate) fn watched_view(
    game: &dyn Redactor,
    record: &Record,
    viewer: Viewer,
) -> Result<play::WatchMatchResponse, Reason> {
    watched_state(game, record, viewer, Watched::View)
}

/// A change on the stream of WatchMatch; `heard` is the viewer's update of it.
pub(crate) fn watched_update(
    game: &dyn Redactor,
    record: &Record,
    entry: &LogEntry,
    viewer: Viewer,
    heard: play::Update,
) -> Result<play::WatchMatchResponse, Reason> {
    let mut answer = watched(Watched::Update(heard));
    if has_secrets(record, viewer) {
        let public = update(game, record, entry, Viewer::Spectator)?;
        pad_update(&mut answer, public.as_ref(), entry, viewer);
    }
    Ok(answer)
}

/// The end of the stream of WatchMatch.
pub(crate) fn watched_closing(resume_after_revision: u64) -> play::WatchMatchResponse {
    watched(Watched::Closing(play::Closing { resume_after_revision }))
}

fn watched_state(
    game: &dyn Redactor,
    record: &Record,
    viewer: Viewer,
    message: impl Fn(play::View) -> Watched,
) -> Result<play::WatchMatchResponse, Reason> {
    let mut answer = watched(message(view(game, record, viewer)?));
    if has_secrets(record, viewer) {
        pad_view(&mut answer, &watched(message(view(game, record, Viewer::Spectator)?)));
    }
    Ok(answer)
}

fn watched(message: Watched) -> play::WatchMatchResponse {
    play::WatchMatchResponse { message: Some(message), ..Default::default() }
}
