//! GetGameSchema: how to read a game's messages.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use match_orchestrator_json::{Edition, Library};
use tonic::Request;

use super::Answer;
use crate::orchestrator::Orchestrator;

pub(crate) async fn get_game_schema(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::GetGameSchemaRequest>,
) -> Answer<play::GetGameSchemaResponse> {
    let play::GetGameSchemaRequest { game, rules_version } = request.into_inner();
    Ok(orchestrator.schema(&Edition { game, rules_version }).await?.into())
}
