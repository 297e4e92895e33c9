//! RegisterGame: an operator adds a game while the orchestrator runs.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use kit_service::Reason;
use tonic::Request;

use super::Answer;
use crate::games::RegisterError;
use crate::limits::RETRY_AFTER;
use crate::orchestrator::Orchestrator;

pub(crate) async fn register_game(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::RegisterGameRequest>,
) -> Answer<play::RegisterGameResponse> {
    let address = &request.get_ref().address;
    let game = orchestrator.games.register(address).await.map_err(|error| match error {
        RegisterError::Unreachable(_) | RegisterError::Resolve(_) => {
            Reason::RulesUnavailable { retry_after: RETRY_AFTER }
        }
        _ => Reason::malformed("address", error.to_string()),
    })?;
    // Two versions of a game may live at two addresses.
    let name = format!("{}@{}", game.facts.id, game.facts.rules_version);
    let stored = orchestrator.store.put_game(&name, address);
    orchestrator.matches.timed("PutGame", stored).await?;
    Ok(play::RegisterGameResponse { game: Some(game.facts.clone()) }.into())
}
