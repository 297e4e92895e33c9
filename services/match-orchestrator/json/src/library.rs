//! Library of games: which one a message belongs to, and how its messages are made.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use kit_proto::bakufu::play::v1::GetGameSchemaResponse;
use kit_service::{Reason, telemetry};
use lru::LruCache;

use crate::messages::GameMessages;

/// Matches whose game is remembered.
const MATCHES_MAX: NonZeroUsize = NonZeroUsize::new(10_000).expect("not zero");
/// Schemas that are kept ready.
const EDITIONS_MAX: NonZeroUsize = NonZeroUsize::new(64).expect("not zero");
const NEVER_POISONED: &str = "nothing panics while it holds the lock";

/// A version of a game.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Edition {
    pub game: String,
    /// Version of its rules; empty means the one that new matches get.
    pub rules_version: String,
}

/// Who knows the matches and the schemas of the games.
#[async_trait]
pub trait Library: Send + Sync + 'static {
    /// What a match is played by. It never changes.
    ///
    /// # Errors
    /// If there is no such match, or it can't be looked up.
    async fn edition_of(&self, match_id: &str) -> Result<Edition, Reason>;

    /// The facts of a game and the schema of its messages.
    ///
    /// # Errors
    /// If there is no such game, or nobody has offered this version so far.
    async fn schema(&self, edition: &Edition) -> Result<GetGameSchemaResponse, Reason>;
}

/// Remembers what a library said.
pub(crate) struct CachedLibrary {
    library: Arc<dyn Library>,
    matches: Mutex<LruCache<String, Edition>>,
    messages: Mutex<LruCache<Edition, Arc<GameMessages>>>,
}

impl CachedLibrary {
    pub(crate) fn new(library: Arc<dyn Library>) -> Self {
        Self {
            library,
            matches: Mutex::new(LruCache::new(MATCHES_MAX)),
            messages: Mutex::new(LruCache::new(EDITIONS_MAX)),
        }
    }

    pub(crate) async fn of_match(&self, match_id: &str) -> Result<Arc<GameMessages>, Reason> {
        let known = self.matches.lock().expect(NEVER_POISONED).get(match_id).cloned();
        let edition = match known {
            Some(edition) => edition,
            None => {
                let edition = self.library.edition_of(match_id).await?;
                let mut matches = self.matches.lock().expect(NEVER_POISONED);
                matches.put(match_id.to_owned(), edition.clone());
                edition
            }
        };
        self.of(&edition).await
    }

    pub(crate) async fn of(&self, wanted: &Edition) -> Result<Arc<GameMessages>, Reason> {
        let schema = self.library.schema(wanted).await?;
        let facts = schema.game.clone().unwrap_or_default();
        let edition = Edition { game: facts.id, rules_version: facts.rules_version };
        let known = self.messages.lock().expect(NEVER_POISONED).get(&edition).cloned();
        // A version that everybody has left may come back with another schema.
        if let Some(known) = known.filter(|known| known.are_from(&schema.descriptor_set)) {
            return Ok(known);
        }
        let messages = GameMessages::read(&schema).map_err(|error| {
            tracing::error!(game = %edition.game, %error, "schema can't be used for JSON");
            telemetry::traced(Reason::bug())
        })?;
        let messages = Arc::new(messages);
        self.messages.lock().expect(NEVER_POISONED).put(edition, Arc::clone(&messages));
        Ok(messages)
    }
}
