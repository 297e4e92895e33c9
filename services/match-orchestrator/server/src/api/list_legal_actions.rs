//! ListLegalActions: what the caller's seat may do.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use kit_service::Reason;
use tonic::Request;

use crate::door;
use crate::orchestrator::Orchestrator;
use crate::tokens::{self, Token};

pub(crate) async fn list_legal_actions(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::ListLegalActionsRequest>,
) -> Result<play::ListLegalActionsResponse, Reason> {
    let token = Token::of(request.metadata())?;
    let record = orchestrator.matches.current(&request.get_ref().match_id).await?;
    let seat = tokens::acting_seat(token.as_ref(), &record)?;
    let game = orchestrator.games.of(&record)?;
    let actions = match record.awaits(seat) {
        true => game.legal_actions(record.state.clone(), seat).await?,
        false => Vec::new(),
    };
    door::listed(&*game, &record, actions, seat)
}
