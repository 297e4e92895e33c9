//! GetBoard: the board as the caller sees it.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use kit_redact::Viewer;
use match_orchestrator_core::{Token, outgoing};
use tonic::Request;

use super::{Answer, token_of};
use crate::orchestrator::Orchestrator;

pub(crate) async fn get_board(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::GetBoardRequest>,
) -> Answer<play::GetBoardResponse> {
    let token = token_of(request.metadata())?;
    let game_match = orchestrator.matches.current(&request.get_ref().match_id).await?;
    let viewer = Token::viewer(token.as_ref(), &game_match)?;
    let game = orchestrator.games.of(&game_match)?;
    let draw = |viewer| game.render(&game_match, viewer);
    if !outgoing::has_secrets(&game_match, viewer) {
        return Ok(outgoing::drawn(&game_match, viewer, draw(viewer).await?, None));
    }
    let (svg, public) = tokio::try_join!(draw(viewer), draw(Viewer::Spectator))?;
    Ok(outgoing::drawn(&game_match, viewer, svg, Some(&public)))
}
