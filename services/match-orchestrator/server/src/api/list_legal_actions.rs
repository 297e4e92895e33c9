//! ListLegalActions: what the caller's seat may do.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use match_orchestrator_core::{Token, outgoing};
use tonic::Request;

use super::{Answer, token_of};
use crate::orchestrator::Orchestrator;

pub(crate) async fn list_legal_actions(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::ListLegalActionsRequest>,
) -> Answer<play::ListLegalActionsResponse> {
    let token = token_of(request.metadata())?;
    let game_match = orchestrator.matches.current(&request.get_ref().match_id).await?;
    let seat = Token::acting_seat(token.as_ref(), &game_match)?;
    let game = orchestrator.games.of(&game_match)?;
    let listed = match outgoing::legal_actions_request(&game_match, seat) {
        Some(request) => game.legal_actions(request).await?,
        None => Vec::new(),
    };
    let listed = outgoing::legal_actions(&game.schema, &game_match, listed, seat);
    Ok(listed.map_err(|nonsense| game.nonsense(&nonsense))?)
}
