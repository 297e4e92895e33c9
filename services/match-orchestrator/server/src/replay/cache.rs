//! The replays in memory, bounded by what they weigh.

use std::sync::{Arc, Mutex, MutexGuard};

use lru::LruCache;
use match_orchestrator_core::{CommitNumber, Match};

use super::positions::Positions;

/// Replays by the identity of the commit that ended the match, and by how often it
/// was rewritten. Those that were looked at least recently go first.
pub(super) struct Cache {
    bytes_max: usize,
    /// What one replay may weigh.
    pub(super) of_one_max: usize,
    kept: Mutex<CachedReplays>,
}

struct CachedReplays {
    replays: LruCache<String, CachedReplay>,
    /// The sum of all of them.
    bytes: usize,
}

struct CachedReplay {
    replay: Arc<Replay>,
    /// What it weighed when it was last put on the scales.
    bytes: usize,
}

#[derive(Default)]
pub(super) struct Replay {
    /// Held by the one who plays it; the others wait.
    pub(super) playing: tokio::sync::Mutex<()>,
    positions: Mutex<Positions>,
}

impl Cache {
    pub(super) fn new(bytes_max: usize, of_one_max: usize) -> Self {
        let kept = CachedReplays { replays: LruCache::unbounded(), bytes: 0 };
        Self { bytes_max, of_one_max, kept: Mutex::new(kept) }
    }

    /// The replay of a match, which may not have begun.
    pub(super) fn get(&self, match_id: &str) -> Arc<Replay> {
        if let Some(cached) = self.kept().replays.get(match_id) {
            return Arc::clone(&cached.replay);
        }
        let replay = Arc::default();
        self.weigh(match_id, &replay);
        replay
    }

    /// Notes what a replay weighs now, and drops others if that is too much. One
    /// that was dropped while it was played comes back.
    pub(super) fn weigh(&self, match_id: &str, replay: &Arc<Replay>) {
        let bytes = replay.positions().bytes();
        let mut kept = self.kept();
        match kept.replays.get_mut(match_id) {
            // Dropped, and begun anew by somebody else.
            Some(cached) if !Arc::ptr_eq(&cached.replay, replay) => return,
            Some(cached) => {
                let before = std::mem::replace(&mut cached.bytes, bytes);
                kept.bytes -= before;
            }
            None => {
                let cached = CachedReplay { replay: Arc::clone(replay), bytes };
                kept.replays.put(match_id.to_owned(), cached);
            }
        }
        kept.bytes += bytes;
        while kept.bytes > self.bytes_max && kept.replays.len() > 1 {
            if let Some((_, dropped)) = kept.replays.pop_lru() {
                kept.bytes -= dropped.bytes;
            }
        }
    }

    fn kept(&self) -> MutexGuard<'_, CachedReplays> {
        self.kept.lock().expect("no thread panics while it holds the replays")
    }
}

impl Replay {
    /// The match after a commit, if that is kept.
    pub(super) fn at(&self, commit: CommitNumber) -> Option<Arc<Match>> {
        self.positions().at(commit)
    }

    /// The match after the last commit up to this one that is kept.
    pub(super) fn nearest(&self, commit: CommitNumber) -> Option<Arc<Match>> {
        self.positions().nearest(commit)
    }

    /// Keeps a position, within so many bytes for all.
    pub(super) fn keep(&self, position: Arc<Match>, bytes_max: usize) {
        self.positions().keep(position, bytes_max);
    }

    fn positions(&self) -> MutexGuard<'_, Positions> {
        self.positions.lock().expect("no thread panics while it holds a replay")
    }
}

#[cfg(test)]
pub(super) mod tests {
    use bytes::Bytes;
    use kit_proto::bakufu::record::v1::{Chair, Position, Roster};
    use prost::Message;

    use super::*;

    const BYTES_MAX: usize = 100_000;
    const OF_ONE_MAX: usize = 30_000;
    const STATE_BYTES: usize = 9_000;

    /// A match at this commit, with a state of this size.
    pub(in crate::replay) fn position(commit: u64, state_bytes: usize) -> Arc<Match> {
        let roster = Roster {
            chairs: vec![Chair::default(); 2],
            server_seed: Bytes::from_static(&[7; 32]),
            ..Default::default()
        };
        let position = Position {
            commit,
            revisions: vec![1; 3],
            state: Bytes::from(vec![0; state_bytes]),
            ..Default::default()
        };
        let (roster, position) = (roster.encode_to_vec().into(), position.encode_to_vec().into());
        Arc::new(Match::decode(CommitNumber::new(commit), &roster, &position).expect("a match"))
    }

    pub(in crate::replay) fn number(commit: u64) -> CommitNumber {
        CommitNumber::new(commit)
    }

    /// Plays a match so far, as the cache sees it.
    fn play(cache: &Cache, match_id: &str, commits: u64) -> Arc<Replay> {
        let replay = cache.get(match_id);
        for commit in 1..=commits {
            replay.keep(position(commit, STATE_BYTES), cache.of_one_max);
            cache.weigh(match_id, &replay);
        }
        replay
    }

    fn is_kept(cache: &Cache, match_id: &str) -> bool {
        cache.kept().replays.contains(match_id)
    }

    fn assert_balanced(cache: &Cache) {
        let kept = cache.kept();
        let sum: usize = kept.replays.iter().map(|(_, cached)| cached.bytes).sum();
        assert_eq!(kept.bytes, sum);
        assert!(kept.bytes <= BYTES_MAX, "{}", kept.bytes);
    }

    #[test]
    fn a_replay_goes_on_where_it_was_left() {
        let cache = Cache::new(BYTES_MAX, OF_ONE_MAX);
        play(&cache, "a", 2);
        let found = cache.get("a");
        assert_eq!(found.nearest(number(9)).expect("a position").commit(), number(2));
        assert!(found.at(number(1)).is_some() && found.at(number(3)).is_none());
        assert!(cache.get("b").nearest(number(9)).is_none(), "each match has its own");
        assert_balanced(&cache);
    }

    #[test]
    fn the_one_that_nobody_looks_at_goes_first() {
        let cache = Cache::new(BYTES_MAX, OF_ONE_MAX);
        for match_id in ["a", "b", "c"] {
            play(&cache, match_id, 3);
            assert_balanced(&cache);
        }
        cache.get("a");
        play(&cache, "d", 3);
        assert_balanced(&cache);
        let left: Vec<bool> = ["a", "b", "c", "d"].map(|id| is_kept(&cache, id)).into();
        assert_eq!(left, [true, false, true, true]);
    }

    #[test]
    fn many_matches_of_which_nothing_was_played_are_bounded_too() {
        let cache = Cache::new(BYTES_MAX, OF_ONE_MAX);
        for number in 0..10_000 {
            cache.get(&number.to_string());
        }
        assert!(cache.kept().replays.len() < 1_000);
        assert_balanced(&cache);
    }

    #[test]
    fn a_replay_that_was_dropped_in_the_middle_comes_back() {
        let cache = Cache::new(BYTES_MAX, OF_ONE_MAX);
        let first = play(&cache, "a", 1);
        for number in 0..10 {
            play(&cache, &number.to_string(), 3);
        }
        assert!(!is_kept(&cache, "a"));
        cache.weigh("a", &first);
        assert!(Arc::ptr_eq(&cache.get("a"), &first));
        assert_balanced(&cache);
    }

    #[test]
    fn of_two_replays_of_a_match_the_one_that_is_found_stays() {
        let cache = Cache::new(BYTES_MAX, OF_ONE_MAX);
        let dropped: Arc<Replay> = Arc::default();
        let found = play(&cache, "a", 2);
        cache.weigh("a", &dropped);
        assert!(Arc::ptr_eq(&cache.get("a"), &found));
        assert_balanced(&cache);
    }
}
