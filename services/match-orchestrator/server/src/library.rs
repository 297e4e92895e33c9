//! What the JSON API must know of matches and games.

use async_trait::async_trait;
use kit_proto::bakufu::play::v1::GetGameSchemaResponse;
use kit_service::Reason;
use match_orchestrator_json::{Edition, Library};

use crate::limits::RETRY_AFTER;
use crate::orchestrator::Orchestrator;

#[async_trait]
impl Library for Orchestrator {
    async fn edition_of(&self, match_id: &str) -> Result<Edition, Reason> {
        let record = self.matches.current(match_id).await?;
        let (game, rules_version) = (&record.roster.game, &record.roster.rules_version);
        Ok(Edition { game: game.clone(), rules_version: rules_version.clone() })
    }

    async fn schema(&self, edition: &Edition) -> Result<GetGameSchemaResponse, Reason> {
        let mut game = self.game(&edition.game).await?;
        if !edition.rules_version.is_empty() {
            let version = self.games.version(&edition.game, &edition.rules_version);
            game = version.ok_or(Reason::RulesUnavailable { retry_after: RETRY_AFTER })?;
        }
        Ok(GetGameSchemaResponse {
            game: Some(game.facts.clone()),
            descriptor_set: game.descriptor_set.clone(),
        })
    }
}
