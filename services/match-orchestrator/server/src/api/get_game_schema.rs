//! GetGameSchema: how to read a game's messages.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use kit_service::Reason;
use tonic::Request;

use crate::limits::RETRY_AFTER;
use crate::orchestrator::Orchestrator;

pub(crate) async fn get_game_schema(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::GetGameSchemaRequest>,
) -> Result<play::GetGameSchemaResponse, Reason> {
    let wanted = request.get_ref();
    let mut game = orchestrator.game(&wanted.game).await?;
    if !wanted.rules_version.is_empty() {
        let version = orchestrator.games.version(&wanted.game, &wanted.rules_version);
        game = version.ok_or(Reason::RulesUnavailable { retry_after: RETRY_AFTER })?;
    }
    Ok(play::GetGameSchemaResponse {
        game: Some(game.facts.clone()),
        descriptor_set: game.descriptor_set.clone(),
    })
}
