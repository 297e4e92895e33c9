//! Finished matches, played again from their logs.
//!
//! A replay makes every change of a match once more, with the plans that made
//! it first, and believes none that differs from the log. What it came through
//! is kept for a while, so that whoever moves a slider waits only once.

mod again;
mod cache;
mod difference;
mod positions;

use std::sync::Arc;

use kit_proto::bakufu::play::v1::LogEntry;
use kit_service::Reason;

pub(crate) use self::again::{Origin, Stray, again};
use self::cache::Cache;
pub use self::difference::Difference;
pub(crate) use self::difference::standings;
use crate::games::Games;
use crate::limits::{REPLAY_BYTES_MAX, REPLAYS_BYTES_MAX};
use crate::matches::Matches;
use crate::record::Record;

/// The replays of all matches.
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
        ended: &Record,
        commit: u64,
    ) -> Result<Arc<Record>, Reason> {
        let match_id = ended.match_id();
        let replay = self.cache.get(match_id);
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
            let reached = position.as_ref().map_or(0, |record| record.table.commit);
            if let Some(position) = position.as_ref().filter(|_| reached == commit) {
                return Ok(Arc::clone(position));
            }
            let page = matches.log_between(match_id, reached, commit).await?;
            if page.is_empty() {
                return Err(mismatch(ended, reached + 1, "the log ends too early"));
            }
            for entry in page {
                let next = again(games, &origin, position.as_deref(), &entry).await;
                let next = Arc::new(believe(ended, &entry, next)?);
                replay.keep(Arc::clone(&next), self.cache.of_one_max);
                self.cache.weigh(match_id, &replay);
                position = Some(next);
                // Live matches come first: others get their turn in between.
                tokio::task::yield_now().await;
            }
        }
    }
}

/// Takes a change that was made again, if it leads to where the match is.
fn believe(
    ended: &Record,
    entry: &LogEntry,
    made: Result<Record, Stray>,
) -> Result<Record, Reason> {
    let what = match made {
        Ok(next) if next.table.commit != ended.table.commit || is_same(&next, ended) => {
            return Ok(next);
        }
        Ok(_) => "the match ends differently",
        Err(Stray::NoChange) => "the entry tells no change",
        Err(Stray::Refused(_)) => "the change is refused",
        Err(Stray::Different(_)) => "the change comes out differently",
        Err(Stray::Failed(failure)) => return Err(failure),
    };
    Err(mismatch(ended, entry.commit, what))
}

/// Whether a match has come to where it is. That holds for what the log does
/// not repeat, too, such as who sat where in the end.
fn is_same(made: &Record, ended: &Record) -> bool {
    made.table == ended.table && made.state == ended.state && made.outcome == ended.outcome
}

/// The record of a match is not what its rules make of it. All of it is public
/// when a match is over, but the log need not know more than where to look.
fn mismatch(ended: &Record, commit: u64, what: &'static str) -> Reason {
    let (game, version) = (&ended.roster.game, &ended.roster.rules_version);
    let match_id = ended.match_id();
    let reason = Reason::RecordMismatch;
    tracing::error!(match_id, %game, %version, commit, what, "broken invariant: {reason}");
    reason
}
