//! GetReplay: a finished match as it stood after one of its commits.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::LogEntry;
use kit_redact::Viewer;
use kit_service::Reason;
use match_orchestrator_core::{Match, Redacted, outgoing};
use tonic::Request;

use super::Answer;
use crate::games::Game;
use crate::orchestrator::Orchestrator;

pub(crate) async fn get_replay(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::GetReplayRequest>,
) -> Answer<play::GetReplayResponse> {
    let wanted = request.into_inner();
    let (matches, games) = (&orchestrator.matches, &orchestrator.games);
    let ended = matches.current(&wanted.match_id).await?;
    let (commit, viewer) = ended.replay_of(&wanted)?;
    let game = games.of(&ended)?;
    let position = orchestrator.replays.at(games, matches, &ended, commit).await?;
    let entry = matches.entry(ended.id(), commit).await?;
    let (told, svg) =
        tokio::try_join!(told(&game, &position, &entry, viewer), board(&game, &position, viewer))?;
    let schema = &game.schema;
    let replayed = outgoing::replayed(schema, &ended, &position, &entry, viewer, told, svg);
    Ok(replayed.map_err(|no_answer| game.no_answer(no_answer))?)
}

/// What its viewer was told of a commit.
async fn told(
    game: &Game,
    position: &Match,
    entry: &LogEntry,
    viewer: Viewer,
) -> Result<Option<Redacted<play::Update>>, Reason> {
    let update = outgoing::update(&game.schema, position, entry, viewer);
    match update.map_err(|unreadable| game.unreadable(&unreadable))? {
        Some(update) => game.narrate(update, viewer).await.map(Some),
        None => Ok(None),
    }
}

/// The board, once there is one.
async fn board(game: &Game, position: &Match, viewer: Viewer) -> Result<String, Reason> {
    if position.state().is_empty() {
        return Ok(String::new());
    }
    game.render(position, viewer).await
}
