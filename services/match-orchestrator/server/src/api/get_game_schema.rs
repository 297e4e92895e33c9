//! GetGameSchema: how to read a game's messages.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use kit_service::Reason;
use match_orchestrator_json::{Edition, Library};
use tonic::Request;

use crate::orchestrator::Orchestrator;

pub(crate) async fn get_game_schema(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::GetGameSchemaRequest>,
) -> Result<play::GetGameSchemaResponse, Reason> {
    let play::GetGameSchemaRequest { game, rules_version } = request.into_inner();
    orchestrator.schema(&Edition { game, rules_version }).await
}
