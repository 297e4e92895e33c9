//! GetReplay: a finished match as it stood after one of its commits.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::LogEntry;
use kit_proto::bakufu::play::v1::log_entry::Change;
use kit_redact::Viewer;
use kit_rules::Seat;
use kit_service::Reason;
use match_orchestrator_lifecycle::Phase;
use tonic::Request;

use super::input::Faults;
use crate::door;
use crate::games::Game;
use crate::orchestrator::Orchestrator;
use crate::record::Record;

pub(crate) async fn get_replay(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::GetReplayRequest>,
) -> Result<play::GetReplayResponse, Reason> {
    let wanted = request.into_inner();
    let (matches, games) = (&orchestrator.matches, &orchestrator.games);
    let ended = matches.current(&wanted.match_id).await?;
    // Asked before anything else: until then even the number of commits would
    // tell how often somebody has changed a secret plan.
    may_replay(&ended)?;
    let (commit, viewer) = check(&wanted, &ended)?;
    let game = games.of(&ended)?;
    let record = orchestrator.replays.at(games, matches, &ended, commit).await?;
    let entry = matches.entry(ended.match_id(), commit).await?;
    let (sentences, svg) = tokio::try_join!(
        sentences(&game, &record, &entry, viewer),
        board(&game, &record, viewer),
    )?;
    Ok(play::GetReplayResponse {
        commit,
        commits: ended.table.commit,
        view: Some(door::view(&*game, &record, viewer)?),
        sentences,
        svg,
        committed_at: entry.committed_at,
    })
}

/// A match that is not over can't be replayed.
pub(crate) fn may_replay(record: &Record) -> Result<(), Reason> {
    if record.table.phase == Phase::Over {
        return Ok(());
    }
    let message = "a match can be replayed when it is over".to_owned();
    Err(Reason::NotAwaited { message, action_index: None })
}

/// The commit and the viewer that are asked for.
fn check(wanted: &play::GetReplayRequest, ended: &Record) -> Result<(u64, Viewer), Reason> {
    let (commits, seats) = (ended.table.commit, ended.table.seat_count());
    let mut faults = Faults::default();
    let why = format!("is a commit of the match, from 1 to {commits}, or 0 for the last");
    faults.require(wanted.commit <= commits, "commit", why);
    let seat = Seat::new(wanted.viewer).filter(|seat| seats.has(*seat));
    let why = format!("is a seat of the match, from 1 to {}, or 0 for a spectator", seats.get());
    faults.require(wanted.viewer == 0 || seat.is_some(), "viewer", why);
    faults.finish()?;
    let commit = if wanted.commit == 0 { commits } else { wanted.commit };
    Ok((commit, seat.map_or(Viewer::Spectator, Viewer::Seat)))
}

/// What a commit did, as its viewer was told.
async fn sentences(
    game: &Arc<Game>,
    record: &Record,
    entry: &LogEntry,
    viewer: Viewer,
) -> Result<Vec<String>, Reason> {
    let Some(mut update) = door::update(&**game, record, entry, viewer)? else {
        return Ok(Vec::new());
    };
    door::add_sentences(game, &mut update, viewer).await?;
    if update.sentences.is_empty() {
        update.sentences.extend(entry.change.as_ref().and_then(of_itself));
    }
    Ok(update.sentences)
}

/// What a change of seats or status is for people, since no game tells it.
fn of_itself(change: &Change) -> Option<String> {
    Some(match change {
        Change::Created(created) => format!("A match for {} players is created.", created.seats),
        Change::Seated(seated) => {
            let seat = seated.seat.as_ref()?;
            format!("{} takes seat {}.", seat.name, seat.seat)
        }
        Change::SeatLeft(left) => format!("Seat {} is open again.", left.seat),
        Change::Started(_) => "The match starts.".to_owned(),
        Change::Acted(_) => return None,
        Change::Resigned(resigned) => format!("Seat {} resigns.", resigned.seat),
        Change::Aborted(aborted) => format!("An operator ends the match: {}", aborted.reason),
    })
}

/// The board, once there is one.
async fn board(game: &Game, record: &Record, viewer: Viewer) -> Result<String, Reason> {
    if record.state.is_empty() {
        return Ok(String::new());
    }
    game.render(door::state(game, record, viewer)?, viewer).await
}
