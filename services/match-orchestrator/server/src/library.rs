//! Library for the JSON API: what it must know of matches and games.

use async_trait::async_trait;
use kit_proto::bakufu::play::v1::GetGameSchemaResponse;
use kit_service::Reason;
use match_orchestrator_json::{Edition, Library};

use crate::limits::RETRY_AFTER;
use crate::orchestrator::Orchestrator;

#[async_trait]
impl Library for Orchestrator {
    async fn edition_of(&self, match_id: &str) -> Result<Edition, Reason> {
        let game_match = self.matches.current(match_id).await?;
        let (game, rules_version) = (game_match.game(), game_match.rules_version());
        Ok(Edition { game: game.to_owned(), rules_version: rules_version.to_owned() })
    }

    async fn schema(&self, edition: &Edition) -> Result<GetGameSchemaResponse, Reason> {
        let found = self.game(&edition.game).await;
        let game = if edition.rules_version.is_empty() {
            found?
        } else {
            // A match of it is there, so it has been and may come back: after a
            // restart calls can be faster than the game.
            let version = self.games.version(&edition.game, &edition.rules_version);
            version.ok_or(Reason::RulesUnavailable { retry_after: RETRY_AFTER })?
        };
        Ok(GetGameSchemaResponse {
            game: Some(game.facts.clone()),
            descriptor_set: game.descriptor_set.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::sync::Arc;
    use std::time::Duration;

    use kit_service::Metrics;
    use match_orchestrator_store::Memory;
    use tokio_util::sync::CancellationToken;

    use super::*;
    use crate::{OrchestratorParts, OsSecrets, Reach, RulesLimits};

    #[tokio::test]
    async fn a_game_that_is_not_back_yet_is_not_unknown_to_its_matches() {
        let parts = OrchestratorParts {
            store: Arc::new(Memory::default()),
            secrets: Arc::new(OsSecrets),
            rules_limits: RulesLimits { calls_max: 1, call_max: Duration::from_secs(1) },
            answer_quantum: OrchestratorParts::ANSWER_QUANTUM,
            cached_max: NonZeroUsize::MIN,
            keeping: crate::Keeping::default(),
            operator_token: None,
            metrics: Metrics::unread(),
            stop: CancellationToken::new(),
        };
        let orchestrator = Orchestrator::start_reaching(parts, &[], Reach::default());
        let reason = async |rules_version: &str| {
            let (game, rules_version) = ("envelopes".to_owned(), rules_version.to_owned());
            let schema = orchestrator.schema(&Edition { game, rules_version }).await;
            schema.expect_err("there is no game").name().to_owned()
        };
        assert_eq!(reason("1").await, "RULES_UNAVAILABLE", "a match is of some version");
        assert_eq!(reason("").await, "UNKNOWN_GAME", "nobody has ever played it");
    }
}
