//! StartMatch: the host starts a full match.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use kit_service::Reason;
use tonic::Request;

use super::input::{Faults, command};
use crate::matches::{Change, Plan};
use crate::orchestrator::Orchestrator;
use crate::record::Record;
use crate::tokens::{self, Token};

pub(crate) async fn start_match(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::StartMatchRequest>,
) -> Result<play::StartMatchResponse, Reason> {
    let token = Token::of(request.metadata())?;
    let mut wanted = request.into_inner();
    let request_id = std::mem::take(&mut wanted.request_id);
    let mut faults = Faults::default();
    faults.request_id(&request_id);
    faults.finish()?;
    let identity = command(orchestrator, None, &request_id, "StartMatch", &wanted);
    let plan = Start { orchestrator, token };
    let done = orchestrator.matches.change(&wanted.match_id, &identity, &plan).await?;
    orchestrator.after(&done).await;
    Ok(play::StartMatchResponse { game_match: Some(done.record.to_match()) })
}

struct Start<'a> {
    orchestrator: &'a Orchestrator,
    token: Option<Token>,
}

impl Plan for Start<'_> {
    async fn plan(&self, record: &Record) -> Result<Change, Reason> {
        tokens::require_host(self.token.as_ref(), record)?;
        crate::play::start(&*self.orchestrator.games, record).await
    }
}
