//! GetView: what the caller may see now.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use kit_service::Reason;
use tonic::Request;

use crate::door;
use crate::orchestrator::Orchestrator;
use crate::tokens::{self, Token};

pub(crate) async fn get_view(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::GetViewRequest>,
) -> Result<play::GetViewResponse, Reason> {
    let token = Token::of(request.metadata())?;
    let record = orchestrator.matches.current(&request.get_ref().match_id).await?;
    let viewer = tokens::viewer(token.as_ref(), &record)?;
    let game = orchestrator.games.of(&record)?;
    door::viewed(&*game, &record, viewer)
}
