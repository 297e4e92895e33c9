//! Matches in memory in front of the store, and the one way to change them.
//!
//! A replica keeps matches that it has touched. A copy may be old, since other
//! replicas commit too; a commit on an old copy fails in the store and is tried
//! again on the new one, and a refusal from an old copy is never given to a
//! caller. So a move costs one rules call and one store round trip, and stays
//! right with any number of replicas.

mod change;
mod erase;
mod rewind;
mod slot;

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use kit_proto::bakufu::play::v1::LogEntry;
use kit_proto::bakufu::record::v1::News;
use kit_service::metrics::Hop;
use kit_service::telemetry::{Seldom, store_span};
use kit_service::{AnswerTime, Metrics, Reason};
use lru::LruCache;
use match_orchestrator_core::lifecycle::Phase;
use match_orchestrator_core::{CommitNumber, Lifetimes, Match, Unreadable};
use match_orchestrator_store::{Error, Head, LogPage, Newer, Store, Stored};
use prost::Message;
use tracing::Instrument;

use crate::limits::{LOG_PAGE, RETRY_AFTER};
use crate::secrets::Secrets;

pub(crate) use change::{Done, Request, Wanted};
use slot::Slot;

/// How long what is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keeping {
    pub lifetimes: Lifetimes,
    /// How long a request id is known, so that its request can be repeated.
    pub requests_kept: Duration,
    /// How long a replica that is silent keeps its share of what is due: others
    /// take over that long after its death.
    pub member_for: Duration,
}

impl Default for Keeping {
    fn default() -> Self {
        Self {
            lifetimes: Lifetimes::default(),
            requests_kept: Duration::from_secs(24 * 60 * 60),
            member_for: Duration::from_secs(6),
        }
    }
}

/// Every match, wherever it is.
pub(crate) struct Matches {
    store: Arc<dyn Store>,
    secrets: Arc<dyn Secrets>,
    slots: Mutex<LruCache<String, Arc<Slot>>>,
    metrics: Metrics,
    seldom: Seldom,
    /// How long matches are kept.
    pub(crate) lifetimes: Lifetimes,
    /// How long a request can be repeated.
    requests_kept: Duration,
}

impl Matches {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        secrets: Arc<dyn Secrets>,
        cached_max: NonZeroUsize,
        metrics: Metrics,
        keeping: &Keeping,
    ) -> Self {
        let slots = Mutex::new(LruCache::new(cached_max));
        let Keeping { lifetimes, requests_kept, .. } = *keeping;
        let seldom = Seldom::default();
        Self { store, secrets, slots, metrics, seldom, lifetimes, requests_kept }
    }

    pub(crate) async fn current(&self, match_id: &str) -> Result<Arc<Match>, Reason> {
        let slot = self.slot(match_id)?;
        match slot.game_match() {
            None => self.load(match_id, &slot).await,
            Some(known) => self.refresh(match_id, &slot, known).await,
        }
    }

    /// Compares the copy of a match, if there is one, with what the store has.
    pub(crate) async fn compare(&self, match_id: &str) -> Result<(), Reason> {
        let slot = self.slot(match_id)?;
        let Some(known) = slot.game_match() else { return Ok(()) };
        let head = head(&known);
        self.newer(match_id, &slot, known, &head).await.map(drop)
    }

    /// When the seat that took a secret step is answered, if it has asked here.
    pub(crate) fn answer_time(&self, match_id: &str, commit: CommitNumber) -> Option<AnswerTime> {
        let slots = self.slots.lock().expect(NEVER_POISONED);
        slots.peek(match_id).and_then(|slot| slot.answer_time(commit))
    }

    /// The copy of a match, as old as it may be.
    pub(crate) fn copy(&self, match_id: &str) -> Option<Arc<Match>> {
        let slots = self.slots.lock().expect(NEVER_POISONED);
        slots.peek(match_id).and_then(|slot| slot.game_match())
    }

    /// What has become of a match since somebody saw it: at a commit that was
    /// announced, or later; without an announcement, as it is now. What was seen
    /// counts where no copy is left, so that nobody stays with what is lost.
    pub(crate) async fn since(
        &self,
        seen: &Arc<Match>,
        announced: Option<Head>,
    ) -> Result<Arc<Match>, Reason> {
        let slot = self.slot(seen.id())?;
        match announced.and_then(|head| slot.with(&head)) {
            Some(known) => Ok(known),
            None => self.refresh(seen.id(), &slot, slot.newest(seen)).await,
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
        let entries_max = usize::try_from(count).unwrap_or(usize::MAX).min(LOG_PAGE.entries_max);
        let log = self.store.log(match_id, after.next().get(), LogPage { entries_max, ..LOG_PAGE });
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
                return Err(self.shortened(game_match).await?);
            }
            for entry in &page {
                log.push(read_entry(entry)?);
            }
        }
        log.truncate(game_match.commit().get() as usize);
        Ok(log)
    }

    /// Why the log of a match is shorter than its copy says: the store was set back
    /// since, and whoever asks again hears what it has.
    async fn shortened(&self, game_match: &Match) -> Result<Reason, Reason> {
        let stored = self.read(game_match.id()).await?;
        Ok(match stored.identity() == game_match.identity() {
            true => bug("the log is shorter than its match"),
            false => Reason::Overloaded { retry_after: RETRY_AFTER },
        })
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
        answer.map_err(|error| self.store_reason(operation, &error))
    }

    fn store_reason(&self, operation: &'static str, error: &Error) -> Reason {
        match error {
            Error::Missing => Reason::UnknownMatch,
            Error::Unavailable(source) => {
                if let Some(count) = self.seldom.due(operation) {
                    tracing::warn!(operation, count, %source, "store unavailable");
                }
                Reason::StoreUnavailable { retry_after: RETRY_AFTER }
            }
            Error::Corrupt(_) => bug(error),
        }
    }

    /// A match as the store has it, past the copies.
    pub(crate) async fn read(&self, match_id: &str) -> Result<Match, Reason> {
        check_match_id(match_id)?;
        let stored = self.timed("Load", self.store.load(match_id)).await?;
        read_match(&stored.ok_or(Reason::UnknownMatch)?).map_err(bug)
    }

    /// Deletes a match for good. False if it has changed since.
    pub(crate) async fn delete(&self, game_match: &Match, news: News) -> Result<bool, Reason> {
        let news = Some(news.encode_to_vec().into());
        let head = head(game_match);
        let deleted = self.store.delete(game_match.id(), &head, news.as_ref());
        let deleted = self.timed("Delete", deleted).await?;
        if deleted {
            self.forget(game_match.id());
        }
        Ok(deleted)
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

    /// The copy, or what is newer in the store. While the game is on, the store gives
    /// the match in any case: it would answer faster if nothing was newer, and tell
    /// whoever asks whether somebody else has acted in secret.
    async fn refresh(
        &self,
        match_id: &str,
        slot: &Slot,
        known: Arc<Match>,
    ) -> Result<Arc<Match>, Reason> {
        let head = match known.phase() {
            Phase::Playing(_) => head(&known).in_other_words(),
            Phase::Seating | Phase::Over => head(&known),
        };
        self.newer(match_id, slot, known, &head).await
    }

    async fn newer(
        &self,
        match_id: &str,
        slot: &Slot,
        known: Arc<Match>,
        head: &Head,
    ) -> Result<Arc<Match>, Reason> {
        let newer = self.timed("Refresh", self.store.load_newer(match_id, head)).await;
        if matches!(newer, Err(Reason::UnknownMatch)) {
            self.forget(match_id);
        }
        match newer? {
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

    /// Drops the copy of a match.
    pub(crate) fn forget(&self, match_id: &str) {
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
    let (commit, identity) = (game_match.commit().get(), game_match.identity().get());
    Head { commit, identity, rewrites: game_match.rewrites() }
}

pub(crate) fn read_match(stored: &Stored) -> Result<Match, Unreadable> {
    Match::decode(CommitNumber::new(stored.commit), &stored.roster, &stored.position)
}

fn read_entry(bytes: &bytes::Bytes) -> Result<LogEntry, Reason> {
    LogEntry::decode(bytes.clone()).map_err(|_| bug("a log entry does not parse"))
}

fn bug(what: impl std::fmt::Display) -> Reason {
    tracing::error!(%what, "broken invariant");
    Reason::bug()
}

const NEVER_POISONED: &str = "no thread panics while it holds the cache";
