//! Resign: a seat gives up.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use kit_service::Reason;
use tonic::Request;

use super::input::{Faults, command};
use super::sit_down::seat_change;
use crate::matches::{Change, Plan};
use crate::orchestrator::Orchestrator;
use crate::record::Record;
use crate::tokens::{self, Token};

pub(crate) async fn resign(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::ResignRequest>,
) -> Result<play::ResignResponse, Reason> {
    let token = Token::of(request.metadata())?;
    let mut wanted = request.into_inner();
    let request_id = std::mem::take(&mut wanted.request_id);
    let mut faults = Faults::default();
    faults.request_id(&request_id);
    faults.finish()?;
    let claimed = token.as_ref().and_then(Token::claimed_seat);
    let identity = command(orchestrator, claimed, &request_id, "Resign", &wanted);
    let done = seat_change(orchestrator, &wanted.match_id, &identity, GiveUp(token)).await?;
    Ok(play::ResignResponse { game_match: Some(done.record.to_match()) })
}

struct GiveUp(Option<Token>);

impl Plan for GiveUp {
    async fn plan(&self, record: &Record) -> Result<Change, Reason> {
        let seat = tokens::acting_seat(self.0.as_ref(), record)?;
        crate::play::resign(record, seat)
    }
}
