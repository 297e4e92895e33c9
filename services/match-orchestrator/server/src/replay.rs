//! Finished matches, played again from their logs.
//!
//! A replay makes every change of a match once more, with the plans that made
//! it first, and believes none that differs from the log. What it came through
//! is kept for a while, so that whoever moves a slider waits only once.

mod again;
mod cache;
mod positions;

use std::sync::Arc;

use kit_service::Reason;

use self::again::again;
use self::cache::Cache;
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
        let mut position = replay.nearest(commit);
        loop {
            let reached = position.as_ref().map_or(0, |record| record.table.commit);
            if let Some(position) = position.as_ref().filter(|_| reached == commit) {
                return Ok(Arc::clone(position));
            }
            let page = matches.log_between(match_id, reached, commit).await?;
            if page.is_empty() {
                return Err(again::mismatch(ended, reached + 1, "the log ends too early"));
            }
            for entry in page {
                let next = Arc::new(again(games, ended, position.as_deref(), &entry).await?);
                replay.keep(Arc::clone(&next), self.cache.of_one_max);
                self.cache.weigh(match_id, &replay);
                position = Some(next);
                // Live matches come first: others get their turn in between.
                tokio::task::yield_now().await;
            }
        }
    }
}
