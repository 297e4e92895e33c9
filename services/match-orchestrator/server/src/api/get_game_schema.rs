//! GetGameSchema: how to read a game's messages.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use kit_service::Reason;
use tonic::Request;

use crate::orchestrator::Orchestrator;

pub(crate) async fn get_game_schema(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::GetGameSchemaRequest>,
) -> Result<play::GetGameSchemaResponse, Reason> {
    let game = orchestrator.game(&request.get_ref().game).await?;
    Ok(play::GetGameSchemaResponse {
        game: Some(game.facts.clone()),
        descriptor_set: game.descriptor_set.clone(),
    })
}
