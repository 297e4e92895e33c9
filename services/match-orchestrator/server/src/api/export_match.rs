//! ExportMatch: the complete record of a finished match.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use match_orchestrator_core::outgoing;
use tonic::Request;

use super::Answer;
use crate::orchestrator::Orchestrator;

pub(crate) async fn export_match(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::ExportMatchRequest>,
) -> Answer<play::ExportMatchResponse> {
    let game_match = orchestrator.matches.current(&request.get_ref().match_id).await?;
    // Asked before the log is read: it may be long.
    game_match.require_over("exported")?;
    let log = orchestrator.matches.whole_log(&game_match).await?;
    Ok(outgoing::exported(&game_match, log)?)
}
