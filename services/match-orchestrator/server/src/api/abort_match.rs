//! AbortMatch: an operator ends a match.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use kit_service::Reason;
use tonic::Request;

use super::input::{Faults, command};
use crate::limits::ABORT_REASON_CHARS_MAX;
use crate::matches::{Change, Plan};
use crate::orchestrator::Orchestrator;
use crate::record::Record;

pub(crate) async fn abort_match(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::AbortMatchRequest>,
) -> Result<play::AbortMatchResponse, Reason> {
    let mut wanted = request.into_inner();
    let request_id = std::mem::take(&mut wanted.request_id);
    check(&wanted, &request_id)?;
    let identity = command(orchestrator, None, &request_id, "AbortMatch", &wanted);
    let plan = Abort { reason: &wanted.reason };
    let done = orchestrator.matches.change(&wanted.match_id, &identity, &plan).await?;
    orchestrator.after(&done).await;
    Ok(play::AbortMatchResponse { game_match: Some(done.record.to_match()) })
}

struct Abort<'a> {
    reason: &'a str,
}

impl Plan for Abort<'_> {
    async fn plan(&self, record: &Record) -> Result<Change, Reason> {
        crate::play::abort(record, self.reason)
    }
}

fn check(wanted: &play::AbortMatchRequest, request_id: &str) -> Result<(), Reason> {
    let mut faults = Faults::default();
    faults.request_id(request_id);
    let reason = &wanted.reason;
    let length = reason.chars().count();
    faults.require(
        (1..=ABORT_REASON_CHARS_MAX).contains(&length)
            && !reason.trim().is_empty()
            && !reason.chars().any(char::is_control),
        "reason",
        "is 1 to 200 characters on one line, for the players to read",
    );
    faults.finish()
}
