//! GetMatch: a match without its state.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use match_orchestrator_core::outgoing;
use tonic::Request;

use super::Answer;
use crate::orchestrator::Orchestrator;

pub(crate) async fn get_match(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::GetMatchRequest>,
) -> Answer<play::GetMatchResponse> {
    let game_match = orchestrator.matches.current(&request.get_ref().match_id).await?;
    Ok(outgoing::shown(&game_match))
}
