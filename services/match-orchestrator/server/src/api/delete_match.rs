//! DeleteMatch and RemoveMatch: a match that nobody is to keep.

use std::sync::Arc;
use std::time::SystemTime;

use kit_proto::bakufu::play::v1 as play;
use kit_service::Reason;
use match_orchestrator_core::{Caller, may_delete, news};
use tonic::Request;

use super::{Answer, token_of};
use crate::limits::{COMMIT_ATTEMPTS_MAX, RETRY_AFTER};
use crate::orchestrator::Orchestrator;

pub(crate) async fn delete_match(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::DeleteMatchRequest>,
) -> Answer<play::DeleteMatchResponse> {
    let token = token_of(request.metadata())?;
    let match_id = &request.get_ref().match_id;
    delete(orchestrator, match_id, Caller::Client(token.as_ref())).await?;
    Ok(play::DeleteMatchResponse {}.into())
}

pub(crate) async fn remove_match(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::RemoveMatchRequest>,
) -> Answer<play::RemoveMatchResponse> {
    delete(orchestrator, &request.get_ref().match_id, Caller::Operator).await?;
    Ok(play::RemoveMatchResponse {}.into())
}

async fn delete(
    orchestrator: &Orchestrator,
    match_id: &str,
    caller: Caller<'_>,
) -> Result<(), Reason> {
    for _ in 0..COMMIT_ATTEMPTS_MAX {
        let game_match = orchestrator.matches.current(match_id).await?;
        may_delete(&game_match, &caller)?;
        let news = news::deleted(&game_match, SystemTime::now().into());
        // Whoever has sat down meanwhile is no reason to keep it, but a start is.
        if orchestrator.delete(&game_match, news).await? {
            return Ok(());
        }
    }
    Err(Reason::Overloaded { retry_after: RETRY_AFTER })
}
