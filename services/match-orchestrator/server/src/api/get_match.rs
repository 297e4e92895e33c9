//! GetMatch: a match without its state.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use kit_service::Reason;
use tonic::Request;

use crate::orchestrator::Orchestrator;

pub(crate) async fn get_match(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::GetMatchRequest>,
) -> Result<play::GetMatchResponse, Reason> {
    let record = orchestrator.matches.current(&request.get_ref().match_id).await?;
    Ok(play::GetMatchResponse { game_match: Some(record.to_match()) })
}
