//! Which games there are, found out by asking them.

use std::collections::BTreeMap;
use std::sync::{Arc, RwLock};
use std::time::Duration;

use kit_proto::bakufu::rules::v1 as rules;
use kit_proto::bakufu::rules::v1::rules_service_client::RulesServiceClient;
use kit_redact::{Roots, Schema, SchemaFault};
use kit_rules::SEATS_MAX;
use kit_service::{Metrics, Reason, TracedChannel};
use tokio_util::sync::CancellationToken;
use tonic::transport::Endpoint;

use super::client::Client;
use super::versions::{Drained, VersionInfo};
use super::{Game, RulesLimits};
use crate::limits::ANSWER_BYTES_MAX;
use crate::record::Record;

/// How long a game may take to describe itself.
const DESCRIBE_MAX: Duration = Duration::from_secs(3);
/// How often a game that answers is asked again, to notice a new version.
const REFRESH_EVERY: Duration = Duration::from_secs(15);
/// The first and the longest wait for a game that does not answer.
const RETRY_FIRST: Duration = Duration::from_millis(50);
const RETRY_LONGEST: Duration = Duration::from_secs(2);

/// All games that have described themselves.
pub(crate) struct Games {
    games: RwLock<BTreeMap<String, Arc<Game>>>,
    kept: RwLock<Vec<String>>,
    drained: RwLock<Drained>,
    limits: RulesLimits,
    metrics: Metrics,
    stop: CancellationToken,
}

/// Why a game can't be registered.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RegisterError {
    #[error("the address is not a URL such as http://samurai:7101")]
    Address,
    #[error("no rules service answers there")]
    Unreachable(#[source] Box<tonic::Status>),
    #[error("the description is incomplete: {0}")]
    Description(&'static str),
    #[error("the schema can't be redacted: {0}")]
    Schema(#[from] SchemaFault),
}

impl Games {
    pub(crate) fn new(limits: RulesLimits, metrics: Metrics, stop: CancellationToken) -> Self {
        let (games, kept, drained) = Default::default();
        Self { games, kept, drained, limits, metrics, stop }
    }

    /// All games, sorted by id.
    pub(crate) fn list(&self) -> Vec<Arc<Game>> {
        self.games.read().expect(NEVER_POISONED).values().cloned().collect()
    }

    /// The game with this id.
    pub(crate) fn get(&self, id: &str) -> Result<Arc<Game>, Reason> {
        let game = self.games.read().expect(NEVER_POISONED).get(id).cloned();
        game.ok_or_else(|| Reason::UnknownGame { game: id.to_owned() })
    }

    /// What there is to tell operators about every version, sorted by game,
    /// newest first.
    pub(crate) fn versions(&self) -> Vec<VersionInfo> {
        let drained = self.drained.read().expect(NEVER_POISONED);
        let info = |game: &Arc<Game>| {
            let drained = drained.holds(&game.facts.id, &game.facts.rules_version);
            VersionInfo {
                game: game.facts.id.clone(),
                rules_version: game.facts.rules_version.clone(),
                pods_ready: 1,
                drained,
                takes_new_matches: !drained,
            }
        };
        self.list().iter().map(info).collect()
    }

    /// Keeps new matches away from a version, or from all versions of a game,
    /// or lets them in again. Running matches play on.
    pub(crate) fn set_drained(&self, game: &str, version: Option<&str>, drained: bool) {
        self.drained.write().expect(NEVER_POISONED).set(game, version, drained);
    }

    /// The game of a match, in the version that the match is pinned to.
    pub(crate) fn of(&self, record: &Record) -> Result<Arc<Game>, Reason> {
        let unavailable = Reason::RulesUnavailable { retry_after: crate::limits::RETRY_AFTER };
        let Ok(game) = self.get(&record.roster.game) else {
            return Err(unavailable);
        };
        if game.facts.rules_version != record.roster.rules_version {
            tracing::warn!(
                game = %game.facts.id,
                wanted = %record.roster.rules_version,
                running = %game.facts.rules_version,
                "no rules service of the match's version"
            );
            return Err(unavailable);
        }
        Ok(game)
    }

    /// Registers the game at an address, or refreshes what is known of it.
    pub(crate) async fn register(&self, address: &str) -> Result<Arc<Game>, RegisterError> {
        let mut client = self.connect(address)?;
        let answer = tokio::time::timeout(DESCRIBE_MAX, client.describe(rules::DescribeRequest {}))
            .await
            .unwrap_or_else(|_| Err(tonic::Status::deadline_exceeded("no description in time")))
            .map_err(|status| RegisterError::Unreachable(Box::new(status)))?;
        let description = answer.into_inner();
        let facts = description.game.clone().unwrap_or_default();
        if let Ok(known) = self.get(&facts.id) {
            let unchanged = known.facts == facts
                && known.descriptor_set == description.descriptor_set
                && known.address == address;
            if unchanged {
                return Ok(known);
            }
        }
        check_facts(&facts)?;
        let roots = Roots {
            options: &facts.options_message,
            state: &facts.state_message,
            action: &facts.action_message,
            event: &facts.event_message,
        };
        let schema = Schema::compile(&description.descriptor_set, &roots)?;
        let (limits, metrics) = (self.limits, self.metrics.clone());
        let address = address.to_owned();
        let game = Arc::new(Game::new(address, description, schema, client, limits, metrics));
        tracing::info!(game = %facts.id, version = %facts.rules_version, "game registered");
        self.games.write().expect(NEVER_POISONED).insert(facts.id, Arc::clone(&game));
        Ok(game)
    }

    /// Keeps what is known of the game at an address up to date, from now on.
    pub(crate) fn keep(self: &Arc<Self>, address: &str) {
        let mut kept = self.kept.write().expect(NEVER_POISONED);
        if kept.iter().any(|known| known == address) {
            return;
        }
        kept.push(address.to_owned());
        let games = Arc::clone(self);
        let address = address.to_owned();
        tokio::spawn(async move {
            let stop = games.stop.clone();
            tokio::select! {
                () = stop.cancelled() => {}
                () = games.refresh_for_ever(&address) => {}
            }
        });
    }

    async fn refresh_for_ever(&self, address: &str) {
        let mut wait = RETRY_FIRST;
        loop {
            match self.register(address).await {
                Ok(_) => {
                    wait = RETRY_FIRST;
                    tokio::time::sleep(REFRESH_EVERY).await;
                }
                Err(error) => {
                    tracing::warn!(address, %error, "game can't be registered yet");
                    tokio::time::sleep(wait).await;
                    wait = (wait * 2).min(RETRY_LONGEST);
                }
            }
        }
    }

    fn connect(&self, address: &str) -> Result<Client, RegisterError> {
        let endpoint = Endpoint::from_shared(address.to_owned())
            .map_err(|_| RegisterError::Address)?
            .connect_timeout(DESCRIBE_MAX)
            .tcp_nodelay(true)
            .http2_keep_alive_interval(Duration::from_secs(30))
            .keep_alive_while_idle(true);
        let channel = TracedChannel::new(endpoint.connect_lazy());
        Ok(RulesServiceClient::new(channel)
            .max_decoding_message_size(ANSWER_BYTES_MAX)
            .max_encoding_message_size(ANSWER_BYTES_MAX))
    }
}

const NEVER_POISONED: &str = "no thread panics while it holds the games";

fn check_facts(facts: &rules::Game) -> Result<(), RegisterError> {
    let id_is_plain = !facts.id.is_empty()
        && facts.id.len() <= 32
        && facts.id.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    if !id_is_plain {
        return Err(RegisterError::Description("the id is 1 to 32 lower-case letters"));
    }
    if facts.rules_version.is_empty() {
        return Err(RegisterError::Description("the rules version is missing"));
    }
    let seats_fit = facts.seats_min >= 1
        && facts.seats_min <= facts.seats_max
        && facts.seats_max <= u32::from(SEATS_MAX);
    if !seats_fit {
        return Err(RegisterError::Description("the seat range is not within 1 to 8"));
    }
    Ok(())
}
