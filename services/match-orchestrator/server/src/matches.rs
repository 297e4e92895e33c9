//! Matches in memory in front of the store, and the one way to change them.
//!
//! A replica keeps matches that it has touched. A copy may be old, since other
//! replicas commit too; a commit on an old copy fails in the store and is tried
//! again on the new one, and a refusal from an old copy is never given to a
//! caller. So a move costs one rules call and one store round trip, and stays
//! right with any number of replicas.

mod change;
mod slot;

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use kit_proto::bakufu::play::v1::LogEntry;
use kit_service::metrics::Hop;
use kit_service::telemetry::store_span;
use kit_service::{Metrics, Reason};
use lru::LruCache;
use match_orchestrator_store::{Error, Store};
use prost::Message;
use tracing::Instrument;

use crate::limits::{LOG_PAGE, RETRY_AFTER};
use crate::record::Record;

pub(crate) use change::{Change, Done, Plan, Request};
use slot::Slot;

/// Every match, wherever it is.
pub(crate) struct Matches {
    store: Arc<dyn Store>,
    slots: Mutex<LruCache<String, Arc<Slot>>>,
    metrics: Metrics,
}

impl Matches {
    pub(crate) fn new(store: Arc<dyn Store>, cached_max: NonZeroUsize, metrics: Metrics) -> Self {
        Self { store, slots: Mutex::new(LruCache::new(cached_max)), metrics }
    }

    /// The match as it is now.
    pub(crate) async fn current(&self, match_id: &str) -> Result<Arc<Record>, Reason> {
        let slot = self.slot(match_id)?;
        match slot.record() {
            None => self.load(match_id, &slot).await,
            Some(known) => self.refresh(match_id, &slot, known).await,
        }
    }

    /// The match at a commit that was announced, or later.
    pub(crate) async fn at_least(
        &self,
        match_id: &str,
        commit: u64,
    ) -> Result<Arc<Record>, Reason> {
        let slot = self.slot(match_id)?;
        match slot.record() {
            Some(known) if known.table.commit >= commit => Ok(known),
            _ => self.current(match_id).await,
        }
    }

    /// The log after a commit up to another one, at most a page of it.
    pub(crate) async fn log_between(
        &self,
        match_id: &str,
        after: u64,
        up_to: u64,
    ) -> Result<Vec<Arc<LogEntry>>, Reason> {
        let slot = self.slot(match_id)?;
        if let Some(recent) = slot.recent_between(after, up_to) {
            return Ok(recent);
        }
        let wanted = usize::try_from(up_to.saturating_sub(after)).unwrap_or(LOG_PAGE).min(LOG_PAGE);
        let bytes = self.timed("Log", self.store.log(match_id, after + 1, wanted)).await?;
        bytes.iter().map(|entry| read_entry(entry).map(Arc::new)).collect()
    }

    /// The log entry of a commit that the match has.
    pub(crate) async fn entry(&self, match_id: &str, commit: u64) -> Result<Arc<LogEntry>, Reason> {
        let page = self.log_between(match_id, commit.saturating_sub(1), commit).await?;
        page.into_iter().next().ok_or_else(|| bug("the log is shorter than its match"))
    }

    /// The whole log.
    pub(crate) async fn whole_log(&self, record: &Record) -> Result<Vec<LogEntry>, Reason> {
        let mut log = Vec::new();
        while (log.len() as u64) < record.table.commit {
            let from = log.len() as u64 + 1;
            let page = self.timed("Log", self.store.log(record.match_id(), from, LOG_PAGE)).await?;
            if page.is_empty() {
                return Err(bug("the log is shorter than its match"));
            }
            for entry in &page {
                log.push(read_entry(entry)?);
            }
        }
        log.truncate(record.table.commit as usize);
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

    async fn load(&self, match_id: &str, slot: &Slot) -> Result<Arc<Record>, Reason> {
        let stored = self.timed("Load", self.store.load(match_id)).await?;
        let Some(stored) = stored else {
            self.forget(match_id);
            return Err(Reason::UnknownMatch);
        };
        let record = Record::decode(&stored).map_err(bug)?;
        Ok(slot.keep_newest(Arc::new(record)))
    }

    /// The copy, or what is newer in the store.
    async fn refresh(
        &self,
        match_id: &str,
        slot: &Slot,
        known: Arc<Record>,
    ) -> Result<Arc<Record>, Reason> {
        let newer = self.store.load_newer(match_id, known.table.commit);
        match self.timed("Refresh", newer).await? {
            None => Ok(known),
            Some(stored) => {
                let record = Record::decode(&stored).map_err(bug)?;
                Ok(slot.keep_newest(Arc::new(record)))
            }
        }
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
