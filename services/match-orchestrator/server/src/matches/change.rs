//! The one way to change a match: plan on a copy, ask the rules, commit, or
//! nothing.

use std::sync::Arc;
use std::time::SystemTime;

use futures::future::join;
use kit_proto::bakufu::play::v1::LogEntry;
use kit_proto::bakufu::play::v1::log_entry::Change as Told;
use kit_service::{AnswerTime, Reason};
use match_orchestrator_core::request::RequestIdentity;
use match_orchestrator_core::{Caller, Change, Command, Context, Match, Planned, plan};
use match_orchestrator_store::{Commit, CommitAnswer, LogPage, PriorRequest, RequestKey};
use prost::Message;

use super::slot::Slot;
use super::{Matches, bug, head, read_entry};
use crate::filing;
use crate::games::Games;
use crate::limits::{COMMIT_ATTEMPTS_MAX, RETRY_AFTER};
use crate::secrets::{self, Secrets};

/// A change that somebody wants to make.
pub(crate) struct Wanted<'a> {
    pub(crate) match_id: &'a str,
    pub(crate) command: &'a Command,
    pub(crate) caller: Caller<'a>,
    pub(crate) request: Request,
    /// When the caller may be answered, if not at once.
    pub(crate) answer_time: Option<&'a AnswerTime>,
}

/// By what the store knows a request, so that asking twice changes nothing
/// twice.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    key: RequestKey,
    fingerprint: [u8; 16],
    /// Whether the caller chose the id and may repeat it.
    is_repeatable: bool,
}

/// A change that is stored, now or when it was asked for first.
pub(crate) struct Done<A = ()> {
    pub(crate) game_match: Arc<Match>,
    /// The log entry that answers the request.
    pub(crate) entry: Arc<LogEntry>,
    /// Whether the request was answered before.
    pub(crate) is_repeated: bool,
    /// What the caller is told.
    pub(crate) answer: A,
}

impl Request {
    /// The request of a client. Without an id of the client's own, it gets one
    /// that is never repeated.
    pub(crate) fn of_client(identity: RequestIdentity, secrets: &dyn Secrets) -> Self {
        let RequestIdentity { scope, id, fingerprint } = identity;
        let is_repeatable = !id.is_empty();
        let id = match is_repeatable {
            true => id,
            false => format!("once/{}", hex::encode(secrets::bytes::<16>(secrets))),
        };
        Self { key: RequestKey { scope, id }, fingerprint, is_repeatable }
    }

    /// The request of the orchestrator itself, the same on every replica.
    pub(crate) fn of_driver(scope: u8, id: String, fingerprint: [u8; 16]) -> Self {
        Self { key: RequestKey { scope, id }, fingerprint, is_repeatable: true }
    }
}

impl Matches {
    /// Plans a change on the newest copy and commits it. The answer is worked
    /// out while the store writes: out of the match afterwards and the log
    /// entry.
    pub(crate) async fn change<A>(
        &self,
        games: &Games,
        wanted: &Wanted<'_>,
        answer: &impl Fn(&Match, &LogEntry) -> A,
    ) -> Result<Done<A>, Reason> {
        let slot = self.slot(wanted.match_id)?;
        let _changing = slot.changing.lock().await;
        let (mut game_match, mut fresh) = match slot.game_match() {
            Some(game_match) => (game_match, false),
            None => (self.load(wanted.match_id, &slot).await?, true),
        };
        for _ in 0..COMMIT_ATTEMPTS_MAX {
            match self.plan(games, &game_match, wanted).await {
                Ok(change) => {
                    match self.commit(&slot, wanted, &game_match, change, answer).await? {
                        Attempt::Done(done) => return Ok(done),
                        Attempt::Conflict => {
                            game_match = self.refresh(wanted.match_id, &slot, game_match).await?;
                            fresh = true;
                        }
                        Attempt::SetBack => {
                            game_match = self.begin_timeline(&slot, game_match).await?;
                            fresh = true;
                        }
                    }
                }
                Err(refusal) => {
                    // The copy may be old, or the change may have been made
                    // when this request came first. Ask before saying no.
                    if let Some(done) = self.find_repeated(&slot, wanted, answer).await? {
                        return Ok(done);
                    }
                    if fresh || is_failure(&refusal) {
                        return Err(refusal);
                    }
                    let known = Arc::clone(&game_match);
                    let newest = self.refresh(wanted.match_id, &slot, known).await?;
                    if head(&newest) == head(&game_match) {
                        return Err(refusal);
                    }
                    // No second look, which would tell by its time that somebody has
                    // acted in secret.
                    (game_match, fresh) = (newest, true);
                }
            }
        }
        Err(Reason::Overloaded { retry_after: RETRY_AFTER })
    }

    /// What the change comes to on this copy of the match.
    async fn plan(
        &self,
        games: &Games,
        game_match: &Match,
        wanted: &Wanted<'_>,
    ) -> Result<Change, Reason> {
        let nonce = secrets::bytes(&*self.secrets);
        let context = Context::new(wanted.caller, SystemTime::now().into()).with_nonce(nonce);
        match plan(game_match, wanted.command, &context)? {
            Planned::Done(change) => Ok(*change),
            Planned::Ask(request, pending) => {
                let game = games.of(game_match)?;
                let answer = game.ask(request).await?;
                pending.settle(&game.schema, answer).map_err(|not_done| game.not_done(not_done))
            }
        }
    }

    async fn commit<A>(
        &self,
        slot: &Slot,
        wanted: &Wanted<'_>,
        before: &Match,
        change: Change,
        answer: &impl Fn(&Match, &LogEntry) -> A,
    ) -> Result<Attempt<A>, Reason> {
        let commit = self.write(&wanted.request, before, &change);
        let Change { after, entry, .. } = change;
        if let Some(time) = wanted.answer_time.filter(|_| entry.secret_to != 0) {
            // Before anybody can hear of it.
            slot.keep_answer_time(after.commit(), time.clone());
        }
        let (mut stored, answered) = join(
            self.timed("Commit", self.store.commit(&commit)),
            // Nobody hears of it unless the commit is stored.
            async { answer(&after, &entry) },
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
                let (game_match, entry) = (Arc::new(after), Arc::new(entry));
                slot.keep_commit(Arc::clone(&game_match), Arc::clone(&entry));
                Ok(Attempt::Done(Done { game_match, entry, is_repeated: false, answer: answered }))
            }
            CommitAnswer::Conflict { .. } => Ok(Attempt::Conflict),
            CommitAnswer::SetBack => Ok(Attempt::SetBack),
            CommitAnswer::Repeated(prior) => {
                self.repeat(slot, wanted, prior, answer).await.map(Attempt::Done)
            }
            CommitAnswer::Missing => {
                self.forget(&commit.match_id);
                Err(Reason::UnknownMatch)
            }
        }
    }

    async fn find_repeated<A>(
        &self,
        slot: &Slot,
        wanted: &Wanted<'_>,
        answer: &impl Fn(&Match, &LogEntry) -> A,
    ) -> Result<Option<Done<A>>, Reason> {
        if !wanted.request.is_repeatable {
            return Ok(None);
        }
        let prior = self.store.prior_request(wanted.match_id, &wanted.request.key);
        match self.timed("PriorRequest", prior).await? {
            None => Ok(None),
            Some(prior) => self.repeat(slot, wanted, prior, answer).await.map(Some),
        }
    }

    /// The first answer to a request that came again.
    async fn repeat<A>(
        &self,
        slot: &Slot,
        wanted: &Wanted<'_>,
        prior: PriorRequest,
        answer: &impl Fn(&Match, &LogEntry) -> A,
    ) -> Result<Done<A>, Reason> {
        if prior.fingerprint != wanted.request.fingerprint {
            return Err(Reason::RequestIdReused);
        }
        let match_id = wanted.match_id;
        let page =
            self.timed("Log", self.store.log(match_id, prior.commit, LogPage::entries(1))).await?;
        let entry = page.first().ok_or_else(|| bug("a request points to a missing entry"))?;
        let entry = Arc::new(read_entry(entry)?);
        let game_match = match slot.game_match() {
            Some(known) => self.refresh(match_id, slot, known).await?,
            None => self.load(match_id, slot).await?,
        };
        let answer = answer(&game_match, &entry);
        Ok(Done { game_match, entry, is_repeated: true, answer })
    }

    /// What the store is told of a change.
    pub(super) fn write(&self, request: &Request, before: &Match, change: &Change) -> Commit {
        let after = &change.after;
        Commit {
            match_id: after.id().to_owned(),
            number: after.commit().get(),
            identity: after.identity().get(),
            parent: before.identity().get(),
            rewrites: before.rewrites(),
            roster: change.roster_changed.then(|| after.roster_bytes()),
            position: after.position_bytes(),
            entry: change.entry.encode_to_vec().into(),
            request: request.key.clone(),
            fingerprint: request.fingerprint,
            requests_kept: self.requests_kept,
            begins_timeline: matches!(change.entry.change, Some(Told::Rewound(_))),
            filing: filing::of_change(Some(before), change, &self.lifetimes),
        }
    }
}

enum Attempt<A> {
    Done(Done<A>),
    Conflict,
    SetBack,
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
