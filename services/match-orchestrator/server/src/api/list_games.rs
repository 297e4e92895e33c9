//! ListGames: what can be played.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use kit_service::Reason;
use tonic::Request;

use crate::orchestrator::Orchestrator;

pub(crate) async fn list_games(
    orchestrator: &Arc<Orchestrator>,
    _: Request<play::ListGamesRequest>,
) -> Result<play::ListGamesResponse, Reason> {
    orchestrator.discover_games().await;
    let games = orchestrator.games.list().iter().map(|game| game.facts.clone()).collect();
    Ok(play::ListGamesResponse { games })
}
