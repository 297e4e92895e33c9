//! Copy of one match in memory.

use std::collections::VecDeque;
use std::sync::{Arc, RwLock};

use kit_proto::bakufu::play::v1::LogEntry;
use kit_service::AnswerTime;
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
    /// When those who asked here for secret steps may hear of them, by commit.
    answer_times: VecDeque<(CommitNumber, AnswerTime)>,
}

impl Slot {
    pub(crate) fn game_match(&self) -> Option<Arc<Match>> {
        self.copy.read().expect(NEVER_POISONED).game_match.clone()
    }

    /// The copy, or what somebody has seen if that is newer. It is not kept: the copy
    /// may have been dropped for a reason that they know nothing of.
    pub(crate) fn newest(&self, seen: &Arc<Match>) -> Arc<Match> {
        let known = self.game_match().filter(|known| age(known) >= age(seen));
        known.unwrap_or_else(|| Arc::clone(seen))
    }

    /// Keeps a copy unless there is a newer one, and returns the newest. Of a
    /// match that was rewritten nothing is kept that tells the old words.
    pub(crate) fn keep_newest(&self, game_match: Arc<Match>) -> Arc<Match> {
        self.copy.write().expect(NEVER_POISONED).keep_newest(game_match)
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

    /// The copy, if it is at this commit or has come from it, and was not
    /// rewritten since.
    pub(crate) fn with(&self, head: &Head) -> Option<Arc<Match>> {
        let copy = self.copy.read().expect(NEVER_POISONED);
        let known = copy.game_match.as_ref()?;
        let is_recent = || copy.recent.iter().any(|entry| entry.identity[..] == head.identity);
        let is_there = known.identity().get() == head.identity
            || (known.commit().get() > head.commit && is_recent());
        (is_there && known.rewrites() >= head.rewrites).then(|| Arc::clone(known))
    }

    /// Keeps what was just committed here. The match and its entry come at once: a
    /// watcher that met the entry alone would take the match before it for news.
    pub(crate) fn keep_commit(&self, game_match: Arc<Match>, entry: Arc<LogEntry>) {
        let mut copy = self.copy.write().expect(NEVER_POISONED);
        // An answer that was long on its way may be about a lost timeline, or about
        // words that were rewritten since.
        let is_newer = |known: &Arc<Match>| age(known) < age(&game_match);
        if copy.game_match.as_ref().is_none_or(is_newer) {
            copy.keep_newest(game_match);
            copy.keep_entry(entry);
        }
    }

    /// Keeps when the seat that takes a secret step with this commit is answered.
    pub(crate) fn keep_answer_time(&self, commit: CommitNumber, time: AnswerTime) {
        let times = &mut self.copy.write().expect(NEVER_POISONED).answer_times;
        times.push_back((commit, time));
        if times.len() > RECENT_ENTRIES_MAX {
            times.pop_front();
        }
    }

    /// When that seat is answered, if it has asked here and lately.
    pub(crate) fn answer_time(&self, commit: CommitNumber) -> Option<AnswerTime> {
        let copy = self.copy.read().expect(NEVER_POISONED);
        let found = copy.answer_times.iter().rfind(|(at, _)| *at == commit);
        found.map(|(_, time)| time.clone())
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

impl Copy {
    /// Nothing of a lost timeline stays beside a later one.
    fn keep_newest(&mut self, game_match: Arc<Match>) -> Arc<Match> {
        if let Some(known) = &self.game_match {
            let is_rewritten = known.rewrites() != game_match.rewrites();
            let (old, new) = (age(known), age(&game_match));
            if old > new || (old == new && !is_rewritten) {
                return Arc::clone(known);
            }
            if is_rewritten || known.lifecycle().timeline != game_match.lifecycle().timeline {
                self.recent.clear();
            }
        }
        self.game_match = Some(Arc::clone(&game_match));
        game_match
    }

    fn keep_entry(&mut self, entry: Arc<LogEntry>) {
        if self.recent.back().is_some_and(|last| last.commit + 1 != entry.commit) {
            self.recent.clear();
        }
        self.recent.push_back(entry);
        if self.recent.len() > RECENT_ENTRIES_MAX {
            self.recent.pop_front();
        }
    }
}

/// What is newer is larger: a later timeline, however many commits the lost one had.
fn age(game_match: &Match) -> (u32, CommitNumber) {
    (game_match.lifecycle().timeline.number, game_match.commit())
}

const NEVER_POISONED: &str = "no thread panics while it holds a match";

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use kit_rules::SeatCount;
    use match_orchestrator_core::{Caller, Command, Context, NewMatch, Planned, create, plan};
    use prost_types::Timestamp;

    use super::*;
    use crate::matches::head;

    const NOW: Timestamp = Timestamp { seconds: 0, nanos: 0 };

    fn created() -> Match {
        let new = NewMatch {
            match_id: "m".to_owned(),
            game: "game".to_owned(),
            rules_version: "1".to_owned(),
            options: Bytes::new(),
            seats: SeatCount::new(2).expect("two seats"),
            server_seed: [1; 32],
            token_key: [2; 32],
            listed: false,
            start_when_full: false,
            invitation_only: false,
            steps_max: 0,
        };
        create(new, NOW).after
    }

    fn changed(game_match: &Match, command: &Command) -> (Arc<Match>, Arc<LogEntry>) {
        let context = Context::new(Caller::Orchestrator(None), NOW).with_nonce([3; 16]);
        match plan(game_match, command, &context) {
            Ok(Planned::Done(change)) => (Arc::new(change.after), Arc::new(change.entry)),
            _ => panic!("no rules have a say in it"),
        }
    }

    #[test]
    fn a_watcher_never_gets_an_older_match_than_was_announced() {
        let created = created();
        let (seated, entry) = changed(&created, &Command::AddBot { seat: None });
        let announced = head(&seated);

        // As it is while the entry is known and the match is not.
        let slot = Slot::default();
        slot.keep_newest(Arc::new(created));
        slot.copy.write().expect(NEVER_POISONED).keep_entry(Arc::clone(&entry));
        assert!(slot.with(&announced).is_none());
        slot.keep_commit(seated, entry);
        let known = slot.with(&announced).expect("it is here");
        assert_eq!(head(&known), announced);
    }

    #[test]
    fn a_later_timeline_replaces_a_lost_one_and_never_the_other_way_round() {
        let created = created();
        let (lost, entry) = changed(&created, &Command::AddBot { seat: None });
        let (longer, further) = changed(&lost, &Command::AddBot { seat: None });
        let (rewound, _) = changed(&created, &Command::Rewind { timeline: 1 });
        assert!(longer.commit() > rewound.commit());

        let slot = Slot::default();
        slot.keep_commit(lost, entry);
        assert_eq!(head(&slot.keep_newest(Arc::clone(&rewound))), head(&rewound));
        // An answer that was long on its way.
        slot.keep_commit(longer, further);
        assert_eq!(slot.game_match().as_deref().map(head), Some(head(&rewound)));
        for up_to in [2, 3].map(CommitNumber::new) {
            assert!(slot.recent_between(CommitNumber::FIRST, up_to).is_none());
        }
    }
}
