//! Copy of one match in memory.

use std::collections::VecDeque;
use std::sync::{Arc, RwLock};

use kit_proto::bakufu::play::v1::LogEntry;
use match_orchestrator_core::{CommitNumber, Match};
use match_orchestrator_store::Head;

use crate::limits::RECENT_ENTRIES_MAX;

/// The newest copy that this replica has seen, and its last log entries.
#[derive(Default)]
pub(crate) struct Slot {
    /// Held while a change is made, so that two callers on this replica queue
    /// up instead of making each other's commit fail.
    pub(crate) changing: tokio::sync::Mutex<()>,
    copy: RwLock<Copy>,
}

#[derive(Default)]
struct Copy {
    game_match: Option<Arc<Match>>,
    /// Consecutive entries; the last belongs to `game_match` or an earlier commit.
    recent: VecDeque<Arc<LogEntry>>,
}

impl Slot {
    pub(crate) fn game_match(&self) -> Option<Arc<Match>> {
        self.copy.read().expect(NEVER_POISONED).game_match.clone()
    }

    /// Keeps a copy unless there is a newer one, and returns the newest.
    pub(crate) fn keep_newest(&self, game_match: Arc<Match>) -> Arc<Match> {
        let mut copy = self.copy.write().expect(NEVER_POISONED);
        match &copy.game_match {
            Some(known) if known.commit() >= game_match.commit() => Arc::clone(known),
            _ => {
                copy.game_match = Some(Arc::clone(&game_match));
                game_match
            }
        }
    }

    /// Keeps a copy in place of one whose timeline is lost, unless somebody has
    /// done so before; returns the newest.
    pub(crate) fn replace_lost(&self, lost: &Match, game_match: Arc<Match>) -> Arc<Match> {
        {
            let mut copy = self.copy.write().expect(NEVER_POISONED);
            let is_lost = |known: &Arc<Match>| known.identity() == lost.identity();
            if copy.game_match.as_ref().is_some_and(is_lost) {
                *copy = Copy::default();
            }
        }
        self.keep_newest(game_match)
    }

    /// The copy, if it is at this commit or has come from it.
    pub(crate) fn with(&self, head: &Head) -> Option<Arc<Match>> {
        let copy = self.copy.read().expect(NEVER_POISONED);
        let known = copy.game_match.as_ref()?;
        let is_there = known.identity().get() == head.identity
            || copy.recent.iter().any(|entry| entry.identity[..] == head.identity);
        is_there.then(|| Arc::clone(known))
    }

    /// Keeps what was just committed here.
    pub(crate) fn keep_commit(&self, game_match: Arc<Match>, entry: Arc<LogEntry>) {
        {
            let mut copy = self.copy.write().expect(NEVER_POISONED);
            if copy.recent.back().is_some_and(|last| last.commit + 1 != entry.commit) {
                copy.recent.clear();
            }
            copy.recent.push_back(entry);
            if copy.recent.len() > RECENT_ENTRIES_MAX {
                copy.recent.pop_front();
            }
        }
        self.keep_newest(game_match);
    }

    /// Drops the copy after a commit whose fate is unknown.
    pub(crate) fn drop_copy(&self) {
        *self.copy.write().expect(NEVER_POISONED) = Copy::default();
    }

    /// The entries after one commit up to another, if all are here.
    pub(crate) fn recent_between(
        &self,
        after: CommitNumber,
        up_to: CommitNumber,
    ) -> Option<Vec<Arc<LogEntry>>> {
        let copy = self.copy.read().expect(NEVER_POISONED);
        let (first, last) = (copy.recent.front()?, copy.recent.back()?);
        let (after, up_to) = (after.get(), up_to.get());
        if after + 1 < first.commit || up_to > last.commit {
            return None;
        }
        let wanted = after + 1..=up_to;
        Some(copy.recent.iter().filter(|entry| wanted.contains(&entry.commit)).cloned().collect())
    }
}

const NEVER_POISONED: &str = "no thread panics while it holds a match";
