//! GetView: what the caller may see now.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use match_orchestrator_core::{Token, outgoing};
use tonic::Request;

use super::{Answer, token_of};
use crate::orchestrator::Orchestrator;

pub(crate) async fn get_view(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::GetViewRequest>,
) -> Answer<play::GetViewResponse> {
    let token = token_of(request.metadata())?;
    let game_match = orchestrator.matches.current(&request.get_ref().match_id).await?;
    let viewer = Token::viewer(token.as_ref(), &game_match)?;
    let game = orchestrator.games.of(&game_match)?;
    let viewed = outgoing::viewed(&game.schema, &game_match, viewer);
    Ok(viewed.map_err(|unreadable| game.unreadable(&unreadable))?)
}
