//! Finished matches, played again from their logs.
//!
//! What a replay came through is kept for a while, so that whoever moves a
//! slider waits only once.

mod cache;
mod positions;

use std::sync::Arc;

use kit_proto::bakufu::play::v1::LogEntry;
use kit_service::Reason;
use match_orchestrator_core::replay::{Deviates, Origin, confirm};
use match_orchestrator_core::{CommitNumber, Match, Planned};

use self::cache::Cache;
use crate::games::{Game, Games};
use crate::limits::{REPLAY_BYTES_MAX, REPLAYS_BYTES_MAX};
use crate::matches::Matches;

pub(crate) struct Replays {
    cache: Cache,
}

impl Default for Replays {
    fn default() -> Self {
        Self { cache: Cache::new(REPLAYS_BYTES_MAX, REPLAY_BYTES_MAX) }
    }
}

impl Replays {
    /// A match that is over, as it stood after one of its commits.
    pub(crate) async fn at(
        &self,
        games: &Games,
        matches: &Matches,
        ended: &Match,
        commit: CommitNumber,
    ) -> Result<Arc<Match>, Reason> {
        let match_id = ended.id();
        // By the end that it leads to: the same match may have ended before, in a
        // timeline that was lost, or be told in other words since.
        let end = format!("{}/{}", hex::encode(ended.identity().get()), ended.rewrites());
        let replay = self.cache.get(&end);
        if let Some(position) = replay.at(commit) {
            return Ok(position);
        }
        // Whoever waits here finds what the one before has come through, also
        // when that one ran out of time.
        let _playing = replay.playing.lock().await;
        let game = games.of(ended)?;
        let _turn = game.replays.acquire().await.expect("nobody closes the replays of a game");
        let origin = Origin::of(ended);
        let mut position = replay.nearest(commit);
        loop {
            let reached = position.as_ref().map_or(CommitNumber::new(0), |it| it.commit());
            if let Some(position) = position.as_ref().filter(|_| reached == commit) {
                return Ok(Arc::clone(position));
            }
            let page = matches.log_between(match_id, reached, commit).await?;
            if page.is_empty() {
                return Err(mismatch(ended, reached.next().get(), "the log ends too early"));
            }
            for entry in page {
                let next = again(&game, &origin, position.as_deref(), &entry).await;
                let next = Arc::new(believe(ended, &entry, next)?);
                replay.keep(Arc::clone(&next), self.cache.of_one_max);
                self.cache.weigh(&end, &replay);
                position = Some(next);
                // Live matches come first: others get their turn in between.
                tokio::task::yield_now().await;
            }
        }
    }
}

/// The match after an entry of its log.
async fn again(
    game: &Game,
    origin: &Origin,
    before: Option<&Match>,
    entry: &LogEntry,
) -> Result<Match, Deviates> {
    let change = match origin.plan_again(before, entry)? {
        Planned::Done(change) => *change,
        Planned::Ask(request, pending) => {
            let answer = game.ask(request).await?;
            pending.settle(&game.schema, answer).map_err(|not_done| game.not_done(not_done))?
        }
    };
    confirm(change, entry)
}

/// Takes a change that was made again, if it leads to where the match is.
fn believe(
    ended: &Match,
    entry: &LogEntry,
    made: Result<Match, Deviates>,
) -> Result<Match, Reason> {
    let what = match made {
        Ok(next) if next.commit() != ended.commit() || next.is_at_same_point(ended) => {
            return Ok(next);
        }
        Ok(_) => "the match ends differently",
        Err(Deviates::NoChange) => "the entry tells no change",
        Err(Deviates::Refused(_)) => "the change is refused",
        Err(Deviates::Different(_) | Deviates::Nonsense(_)) => "the change comes out differently",
        Err(Deviates::Failed(failure)) => return Err(failure),
    };
    Err(mismatch(ended, entry.commit, what))
}

/// The record of a match is not what its rules make of it. All of it is public
/// when a match is over, but the log need not know more than where to look.
fn mismatch(ended: &Match, commit: u64, what: &'static str) -> Reason {
    let (match_id, game, version) = (ended.id(), ended.game(), ended.rules_version());
    let reason = Reason::RecordMismatch;
    tracing::error!(match_id, %game, %version, commit, what, "broken invariant: {reason}");
    reason
}
