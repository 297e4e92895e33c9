//! Matches in memory in front of the store, and the one way to change them.
//!
//! A replica keeps matches that it has touched. A copy may be old, since other
//! replicas commit too; a commit on an old copy fails in the store and is tried
//! again on the new one, and a refusal from an old copy is never given to a
//! caller. So a move costs one rules call and one store round trip, and stays
//! right with any number of replicas.

mod change;
mod rewind;
mod slot;

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use kit_proto::bakufu::play::v1::LogEntry;
use kit_service::metrics::Hop;
use kit_service::telemetry::store_span;
use kit_service::{Metrics, Reason};
use lru::LruCache;
use match_orchestrator_core::{CommitNumber, Match, Unreadable};
use match_orchestrator_store::{Error, Head, Newer, Store, Stored};
use prost::Message;
use tracing::Instrument;

use crate::limits::{LOG_PAGE, RETRY_AFTER};
use crate::secrets::Secrets;

pub(crate) use change::{Done, Request, Wanted};
use slot::Slot;

/// Every match, wherever it is.
pub(crate) struct Matches {
    store: Arc<dyn Store>,
    secrets: Arc<dyn Secrets>,
    slots: Mutex<LruCache<String, Arc<Slot>>>,
    metrics: Metrics,
}

impl Matches {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        secrets: Arc<dyn Secrets>,
        cached_max: NonZeroUsize,
        metrics: Metrics,
    ) -> Self {
        Self { store, secrets, slots: Mutex::new(LruCache::new(cached_max)), metrics }
    }

    pub(crate) async fn current(&self, match_id: &str) -> Result<Arc<Match>, Reason> {
        let slot = self.slot(match_id)?;
        match slot.game_match() {
            None => self.load(match_id, &slot).await,
            Some(known) => self.refresh(match_id, &slot, known).await,
        }
    }

    /// The match at a commit that was announced, or later; without an
    /// announcement, as it is now.
    pub(crate) async fn at_least(
        &self,
        match_id: &str,
        announced: Option<Head>,
    ) -> Result<Arc<Match>, Reason> {
        let slot = self.slot(match_id)?;
        match announced.and_then(|head| slot.with(&head)) {
            Some(known) => Ok(known),
            None => self.current(match_id).await,
        }
    }

    /// The log after a commit up to another one, at most a page of it.
    pub(crate) async fn log_between(
        &self,
        match_id: &str,
        after: CommitNumber,
        up_to: CommitNumber,
    ) -> Result<Vec<Arc<LogEntry>>, Reason> {
        let slot = self.slot(match_id)?;
        if let Some(recent) = slot.recent_between(after, up_to) {
            return Ok(recent);
        }
        let count = up_to.get().saturating_sub(after.get());
        let count = usize::try_from(count).unwrap_or(LOG_PAGE).min(LOG_PAGE);
        let log = self.store.log(match_id, after.next().get(), count);
        let bytes = self.timed("Log", log).await?;
        bytes.iter().map(|entry| read_entry(entry).map(Arc::new)).collect()
    }

    /// The log entry of a commit that the match has.
    pub(crate) async fn entry(
        &self,
        match_id: &str,
        commit: CommitNumber,
    ) -> Result<Arc<LogEntry>, Reason> {
        let before = CommitNumber::new(commit.get().saturating_sub(1));
        let page = self.log_between(match_id, before, commit).await?;
        page.into_iter().next().ok_or_else(|| bug("the log is shorter than its match"))
    }

    pub(crate) async fn whole_log(&self, game_match: &Match) -> Result<Vec<LogEntry>, Reason> {
        let mut log = Vec::new();
        while (log.len() as u64) < game_match.commit().get() {
            let from = log.len() as u64 + 1;
            let page = self.timed("Log", self.store.log(game_match.id(), from, LOG_PAGE)).await?;
            if page.is_empty() {
                return Err(bug("the log is shorter than its match"));
            }
            for entry in &page {
                log.push(read_entry(entry)?);
            }
        }
        log.truncate(game_match.commit().get() as usize);
        Ok(log)
    }

    /// Times a store operation, and turns its failure into a reason.
    pub(crate) async fn timed<T>(
        &self,
        operation: &'static str,
        work: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, Reason> {
        let started = Instant::now();
        let answer = work.instrument(store_span(operation)).await;
        self.metrics.hop(Hop::Store, operation, None, started.elapsed());
        answer.map_err(|error| store_reason(operation, &error))
    }

    async fn load(&self, match_id: &str, slot: &Slot) -> Result<Arc<Match>, Reason> {
        let stored = self.timed("Load", self.store.load(match_id)).await?;
        let Some(stored) = stored else {
            self.forget(match_id);
            return Err(Reason::UnknownMatch);
        };
        let game_match = read_match(&stored).map_err(bug)?;
        Ok(slot.keep_newest(Arc::new(game_match)))
    }

    /// The copy, or what is newer in the store.
    async fn refresh(
        &self,
        match_id: &str,
        slot: &Slot,
        known: Arc<Match>,
    ) -> Result<Arc<Match>, Reason> {
        let head = head(&known);
        match self.timed("Refresh", self.store.load_newer(match_id, &head)).await? {
            Newer::Same => Ok(known),
            Newer::Changed(stored) => {
                let game_match = read_match(&stored).map_err(bug)?;
                Ok(slot.keep_newest(Arc::new(game_match)))
            }
            Newer::Rewound(stored) => {
                let game_match = read_match(&stored).map_err(bug)?;
                self.rewind(slot, known, Arc::new(game_match)).await
            }
        }
    }

    /// The matches of which there is a copy here.
    pub(crate) fn copied(&self) -> Vec<String> {
        let slots = self.slots.lock().expect(NEVER_POISONED);
        let copied = slots.iter().filter(|(_, slot)| slot.game_match().is_some());
        copied.map(|(match_id, _)| match_id.clone()).collect()
    }

    fn slot(&self, match_id: &str) -> Result<Arc<Slot>, Reason> {
        check_match_id(match_id)?;
        let mut slots = self.slots.lock().expect(NEVER_POISONED);
        if let Some(slot) = slots.get(match_id) {
            return Ok(Arc::clone(slot));
        }
        let slot = Arc::new(Slot::default());
        slots.put(match_id.to_owned(), Arc::clone(&slot));
        Ok(slot)
    }

    fn forget(&self, match_id: &str) {
        self.slots.lock().expect(NEVER_POISONED).pop(match_id);
    }
}

/// Match ids are ours: anything else is unknown without asking the store.
pub(crate) fn check_match_id(text: &str) -> Result<(), Reason> {
    let ours = text.len() == 32
        && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    if ours { Ok(()) } else { Err(Reason::UnknownMatch) }
}

/// Which commit a copy is at, as the store knows it.
pub(crate) fn head(game_match: &Match) -> Head {
    Head { commit: game_match.commit().get(), identity: game_match.identity().get() }
}

pub(crate) fn read_match(stored: &Stored) -> Result<Match, Unreadable> {
    Match::decode(CommitNumber::new(stored.commit), &stored.roster, &stored.position)
}

fn read_entry(bytes: &bytes::Bytes) -> Result<LogEntry, Reason> {
    LogEntry::decode(bytes.clone()).map_err(|_| bug("a log entry does not parse"))
}

fn store_reason(operation: &'static str, error: &Error) -> Reason {
    match error {
        Error::Missing => Reason::UnknownMatch,
        Error::Unavailable(source) => {
            tracing::warn!(operation, %source, "store unavailable");
            Reason::StoreUnavailable { retry_after: RETRY_AFTER }
        }
        Error::Corrupt(_) => bug(error),
    }
}

fn bug(what: impl std::fmt::Display) -> Reason {
    tracing::error!(%what, "broken invariant");
    Reason::bug()
}

const NEVER_POISONED: &str = "no thread panics while it holds the cache";
