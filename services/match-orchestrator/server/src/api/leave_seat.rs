//! LeaveSeat: a player stands up before the start.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use kit_service::Reason;
use tonic::Request;

use super::input::{Faults, command};
use crate::matches::{Change, Plan};
use crate::orchestrator::Orchestrator;
use crate::record::Record;
use crate::seating;
use crate::tokens::{self, Token};

pub(crate) async fn leave_seat(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::LeaveSeatRequest>,
) -> Result<play::LeaveSeatResponse, Reason> {
    let token = Token::of(request.metadata())?;
    let mut wanted = request.into_inner();
    let request_id = std::mem::take(&mut wanted.request_id);
    let mut faults = Faults::default();
    faults.request_id(&request_id);
    faults.finish()?;
    let claimed = token.as_ref().and_then(Token::claimed_seat);
    let identity = command(orchestrator, claimed, &request_id, "LeaveSeat", &wanted);
    let done = orchestrator.matches.change(&wanted.match_id, &identity, &Leave(token)).await?;
    Ok(play::LeaveSeatResponse { game_match: Some(done.record.to_match()) })
}

struct Leave(Option<Token>);

impl Plan for Leave {
    async fn plan(&self, record: &Record) -> Result<Change, Reason> {
        let seat = tokens::acting_seat(self.0.as_ref(), record)?;
        seating::leave(record, seat)
    }
}
