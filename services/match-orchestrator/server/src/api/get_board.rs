//! GetBoard: the board as the caller sees it.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use kit_redact::Viewer;
use kit_service::Reason;
use tonic::Request;

use crate::door;
use crate::orchestrator::Orchestrator;
use crate::play::refused;
use crate::tokens::{self, Token};

pub(crate) async fn get_board(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::GetBoardRequest>,
) -> Result<play::GetBoardResponse, Reason> {
    let token = Token::of(request.metadata())?;
    let record = orchestrator.matches.current(&request.get_ref().match_id).await?;
    let viewer = tokens::viewer(token.as_ref(), &record)?;
    if record.state.is_empty() {
        return Err(refused(match_orchestrator_lifecycle::Refusal::NotStarted));
    }
    let game = orchestrator.games.of(&record)?;
    let draw = async |viewer| game.render(door::state(&game, &record, viewer)?, viewer).await;
    if !door::has_secrets(&record, viewer) {
        return Ok(door::drawn(&record, viewer, draw(viewer).await?, None));
    }
    let (svg, public) = tokio::try_join!(draw(viewer), draw(Viewer::Spectator))?;
    Ok(door::drawn(&record, viewer, svg, Some(&public)))
}
