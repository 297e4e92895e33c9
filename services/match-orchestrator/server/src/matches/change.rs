//! The one way to change a match: plan on a copy, commit, or nothing.

use std::sync::Arc;
use std::time::SystemTime;

use bytes::Bytes;
use futures::future::join;
use kit_proto::bakufu::play::v1::{LogEntry, log_entry};
use kit_proto::bakufu::rules::v1 as rules;
use kit_rules::Seat;
use kit_service::Reason;
use match_orchestrator_lifecycle::Phase;
use match_orchestrator_store::{Commit, CommitAnswer, PriorRequest, RequestKey};
use prost::Message;
use sha2::{Digest, Sha256};

use super::slot::Slot;
use super::{Matches, bug, read_entry};
use crate::limits::{COMMIT_ATTEMPTS_MAX, COMMITS_MAX, RETRY_AFTER};
use crate::record::Record;

/// A change that somebody wants to make.
pub(crate) trait Plan: Sync {
    /// What the change comes to on this copy of the match. It may be asked
    /// several times, so it must have no effect of its own.
    fn plan(&self, record: &Record) -> impl Future<Output = Result<Change, Reason>> + Send;
}

/// Who asks for a change, so that asking twice changes nothing twice.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) key: RequestKey,
    pub(crate) fingerprint: [u8; 16],
    /// Whether the caller chose the id and may repeat it.
    pub(crate) repeatable: bool,
}

/// What a change comes to.
pub(crate) struct Change {
    /// The match afterwards.
    pub(crate) next: Record,
    pub(crate) change: log_entry::Change,
    pub(crate) events: Vec<rules::Event>,
    pub(crate) draws: Vec<rules::Draw>,
    pub(crate) secret_to: Option<Seat>,
    /// Whether seats, names or seeds changed.
    pub(crate) roster_changed: bool,
}

impl Change {
    /// A change of who sits where, in which the game has no part.
    pub(crate) fn of_seats(next: Record, change: log_entry::Change) -> Self {
        Self {
            next,
            change,
            events: Vec::new(),
            draws: Vec::new(),
            secret_to: None,
            roster_changed: true,
        }
    }

    /// The match afterwards, and the log entry of the change.
    pub(crate) fn into_entry(self, committed_at: SystemTime) -> (Record, LogEntry) {
        let next = self.next;
        let state_sha256 = if next.state.is_empty() {
            Bytes::new()
        } else {
            Bytes::copy_from_slice(&Sha256::digest(&next.state))
        };
        let entry = LogEntry {
            commit: next.table.commit,
            committed_at: Some(committed_at.into()),
            change: Some(self.change),
            events: self.events,
            draws: self.draws,
            state_sha256,
            seats_to_act: next.seats_to_act(),
            outcome: next.outcome.clone(),
            secret_to: self.secret_to.map_or(0, Seat::number),
            revisions: next.table.revisions.clone(),
        };
        (next, entry)
    }
}

/// A change that is stored, now or when it was asked for first.
pub(crate) struct Done<A = ()> {
    /// The match as it is now.
    pub(crate) record: Arc<Record>,
    /// The log entry that answers the request.
    pub(crate) entry: Arc<LogEntry>,
    /// Whether the request was answered before.
    pub(crate) repeated: bool,
    /// What the caller is told.
    pub(crate) answer: A,
}

impl Request {
    /// A request with its content, the request id left out. The scope keeps
    /// the ids of different callers apart.
    pub(crate) fn new(scope: u8, id: String, method: &str, content: &[u8]) -> Self {
        let digest = Sha256::new().chain_update(method).chain_update([0]).chain_update(content);
        let full = digest.finalize();
        let fingerprint = std::array::from_fn(|index| full[index]);
        Self { key: RequestKey { scope, id }, fingerprint, repeatable: true }
    }
}

impl Matches {
    /// Plans a change on the newest copy and commits it.
    pub(crate) async fn change(
        &self,
        match_id: &str,
        request: &Request,
        plan: &impl Plan,
    ) -> Result<Done, Reason> {
        self.change_and_answer(match_id, request, plan, &|_, _, _| ()).await
    }

    /// The same with an answer, which is worked out while the store writes: out
    /// of the match afterwards, the log entry, and whether it is a repetition.
    pub(crate) async fn change_and_answer<A>(
        &self,
        match_id: &str,
        request: &Request,
        plan: &impl Plan,
        answer: &impl Fn(&Record, &LogEntry, bool) -> A,
    ) -> Result<Done<A>, Reason> {
        let slot = self.slot(match_id)?;
        let _changing = slot.changing.lock().await;
        let (mut record, mut fresh) = match slot.record() {
            Some(record) => (record, false),
            None => (self.load(match_id, &slot).await?, true),
        };
        for _ in 0..COMMIT_ATTEMPTS_MAX {
            match plan.plan(&record).await {
                Ok(change) => match self.commit(&slot, request, change, answer).await? {
                    Attempt::Done(done) => return Ok(done),
                    Attempt::Conflict => {
                        record = self.refresh(match_id, &slot, record).await?;
                        fresh = true;
                    }
                },
                Err(refusal) => {
                    // The copy may be old, or the change may have been made
                    // when this request came first. Ask before saying no.
                    if let Some(done) = self.find_repeated(match_id, &slot, request, answer).await?
                    {
                        return Ok(done);
                    }
                    if fresh || is_failure(&refusal) {
                        return Err(refusal);
                    }
                    let newest = self.refresh(match_id, &slot, Arc::clone(&record)).await?;
                    if newest.table.commit == record.table.commit {
                        return Err(refusal);
                    }
                    record = newest;
                }
            }
        }
        Err(Reason::Overloaded { retry_after: RETRY_AFTER })
    }

    async fn commit<A>(
        &self,
        slot: &Slot,
        request: &Request,
        change: Change,
        answer: &impl Fn(&Record, &LogEntry, bool) -> A,
    ) -> Result<Attempt<A>, Reason> {
        if change.next.table.commit > COMMITS_MAX {
            return Err(Reason::NotAwaited {
                message: format!("a match has at most {COMMITS_MAX} commits"),
                action_index: None,
            });
        }
        let (next, entry, commit) = write(request, change);
        let (mut stored, answered) = join(
            self.timed("Commit", self.store.commit(&commit)),
            // Nobody hears of it unless the commit is stored.
            async { answer(&next, &entry, false) },
        )
        .await;
        if matches!(stored, Err(Reason::StoreUnavailable { .. })) {
            // The commit may have happened although its answer was lost. Asking
            // again is safe, because the request id is part of it.
            slot.drop_copy();
            stored = self.timed("Commit", self.store.commit(&commit)).await;
        }
        match stored? {
            CommitAnswer::Stored => {
                let (record, entry) = (Arc::new(next), Arc::new(entry));
                slot.keep_commit(Arc::clone(&record), Arc::clone(&entry));
                Ok(Attempt::Done(Done { record, entry, repeated: false, answer: answered }))
            }
            CommitAnswer::Conflict { .. } => Ok(Attempt::Conflict),
            CommitAnswer::Repeated(prior) => {
                let done = self.repeat(&commit.match_id, slot, request, prior, answer).await?;
                Ok(Attempt::Done(done))
            }
            CommitAnswer::Missing => {
                self.forget(&commit.match_id);
                Err(Reason::UnknownMatch)
            }
        }
    }

    async fn find_repeated<A>(
        &self,
        match_id: &str,
        slot: &Slot,
        request: &Request,
        answer: &impl Fn(&Record, &LogEntry, bool) -> A,
    ) -> Result<Option<Done<A>>, Reason> {
        if !request.repeatable {
            return Ok(None);
        }
        let prior = self.store.prior_request(match_id, &request.key);
        match self.timed("PriorRequest", prior).await? {
            None => Ok(None),
            Some(prior) => self.repeat(match_id, slot, request, prior, answer).await.map(Some),
        }
    }

    /// The first answer to a request that came again.
    async fn repeat<A>(
        &self,
        match_id: &str,
        slot: &Slot,
        request: &Request,
        prior: PriorRequest,
        answer: &impl Fn(&Record, &LogEntry, bool) -> A,
    ) -> Result<Done<A>, Reason> {
        if prior.fingerprint != request.fingerprint {
            return Err(Reason::RequestIdReused);
        }
        let page = self.timed("Log", self.store.log(match_id, prior.commit, 1)).await?;
        let entry = page.first().ok_or_else(|| bug("a request points to a missing entry"))?;
        let entry = Arc::new(read_entry(entry)?);
        let record = match slot.record() {
            Some(record) => self.refresh(match_id, slot, record).await?,
            None => self.load(match_id, slot).await?,
        };
        let answer = answer(&record, &entry, true);
        Ok(Done { record, entry, repeated: true, answer })
    }
}

enum Attempt<A> {
    Done(Done<A>),
    Conflict,
}

/// A failure would be the same on a newer copy.
fn is_failure(reason: &Reason) -> bool {
    matches!(
        reason,
        Reason::RulesUnavailable { .. }
            | Reason::StoreUnavailable { .. }
            | Reason::Overloaded { .. }
            | Reason::Deadline
            | Reason::Bug { .. }
    )
}

fn write(request: &Request, change: Change) -> (Record, LogEntry, Commit) {
    let roster_changed = change.roster_changed;
    let (next, entry) = change.into_entry(SystemTime::now());
    let commit = Commit {
        match_id: next.match_id().to_owned(),
        number: next.table.commit,
        roster: roster_changed.then(|| next.roster_bytes()),
        position: next.position_bytes(),
        entry: entry.encode_to_vec().into(),
        request: request.key.clone(),
        fingerprint: request.fingerprint,
        finished: next.table.phase == Phase::Over,
    };
    (next, entry, commit)
}
