//! ListGames: what can be played.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use tonic::Request;

use super::Answer;
use crate::orchestrator::Orchestrator;

pub(crate) async fn list_games(
    orchestrator: &Arc<Orchestrator>,
    _: Request<play::ListGamesRequest>,
) -> Answer<play::ListGamesResponse> {
    orchestrator.discover_games().await;
    let games = orchestrator.games.list().iter().map(|game| game.facts.clone()).collect();
    let live = orchestrator.games.versions().into_iter().filter(|version| version.pods_ready > 0);
    let versions = live.map(|version| play::GameVersion {
        game: version.game,
        rules_version: version.rules_version,
        takes_new_matches: version.takes_new_matches,
    });
    Ok(play::ListGamesResponse { games, versions: versions.collect() }.into())
}
