//! Story of a match: what a watcher was told, held against what the match came to.

use std::collections::BTreeMap;
use std::time::Duration;

use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::LogEntry;
use kit_proto::bakufu::play::v1::log_entry::Change;
use kit_proto::bakufu::play::v1::watch_match_response::Message;
use tonic::Status;

use crate::operators::reason;
use crate::table::Player;

/// How long a client waits before it asks again.
pub(crate) const PACE: Duration = Duration::from_millis(20);

/// Whether the same call may succeed later.
pub(crate) fn may_pass(status: &Status) -> bool {
    reason(status).retry_after().is_some()
}

/// Everything that a watcher was told, over one stream after the other.
pub(crate) struct Story {
    streams: Vec<Vec<Message>>,
}

impl Story {
    /// Watches as a player until the match is over, and comes back whenever the
    /// stream is cut, as clients are told to.
    pub(crate) async fn of(player: Player) -> Self {
        let mut story = Self { streams: Vec::new() };
        let mut pace = tokio::time::interval(PACE);
        while !story.follow(&player).await {
            pace.tick().await;
        }
        story
    }

    /// One stream. False if it was cut before the end.
    async fn follow(&mut self, player: &Player) -> bool {
        let after_revision = self.last().map(|(revision, _)| revision);
        let request = play::WatchMatchRequest {
            match_id: player.match_id.clone(),
            after_revision,
            ..Default::default()
        };
        let opened = player.client.clone().watch_match(player.request(request)).await;
        let mut stream = match opened {
            Ok(stream) => stream.into_inner(),
            Err(status) if may_pass(&status) => return false,
            Err(status) => panic!("a watcher is refused: {status:?}"),
        };
        self.streams.push(Vec::new());
        loop {
            let next = tokio::time::timeout(kit_testing::PATIENCE, stream.message()).await;
            match next.unwrap_or_else(|_| panic!("silence after {:?}", self.last())) {
                Ok(Some(told)) => {
                    let message = told.message.expect("a message holds something");
                    self.streams.last_mut().expect("just opened").push(message);
                }
                Ok(None) => return true,
                Err(status) if may_pass(&status) => return false,
                Err(status) => panic!("a stream ends with {status:?}"),
            }
        }
    }

    /// The last revision, and the outcome that came with it.
    fn last(&self) -> Option<(u64, bool)> {
        match self.streams.iter().flatten().last()? {
            Message::Update(update) => Some((update.revision, update.outcome.is_some())),
            Message::Snapshot(snapshot) | Message::Rewound(snapshot) => {
                let view = snapshot.view.as_ref().expect("a view");
                Some((view.revision, view.outcome.is_some()))
            }
            other => panic!("nobody has asked for {other:?}"),
        }
    }

    /// Checks that the story has no gap and no commit that the match does not have,
    /// but for those before it was told that they are lost. Returns how many were.
    pub(crate) fn check(&self, seat: usize, log: &[LogEntry]) -> usize {
        let noticed = log.iter().filter(|it| [0, seat].contains(&(it.secret_to as usize)));
        let kept: BTreeMap<u64, &LogEntry> =
            noticed.map(|entry| (entry.revisions[seat], entry)).collect();
        let (mut last, mut highest, mut lost, mut in_doubt) = (0, 0, 0, 0);
        for stream in &self.streams {
            for (number, message) in stream.iter().enumerate() {
                match message {
                    Message::Update(update) => {
                        assert_eq!(update.revision, last + 1, "no gap, nothing twice");
                        last = update.revision;
                        match kept.get(&last) {
                            Some(entry) => assert_same(update, entry),
                            None => in_doubt += 1,
                        }
                    }
                    Message::Snapshot(snapshot) => {
                        assert_eq!(highest, 0, "a snapshot is the first thing");
                        last = snapshot.view.as_ref().expect("a view").revision;
                    }
                    Message::Rewound(snapshot) => {
                        last = snapshot.view.as_ref().expect("a view").revision;
                        // Who comes back may be told that something is lost before the
                        // match has gone on.
                        assert!(last > highest || number == 0, "{last} was not seen before");
                        assert!(kept.contains_key(&last), "{last} is there to stay");
                        (lost, in_doubt) = (lost + in_doubt, 0);
                    }
                    other => panic!("nobody has asked for {other:?}"),
                }
                highest = last.max(highest);
            }
        }
        assert_eq!(in_doubt, 0, "whoever saw what is lost was told so");
        let end = log.last().expect("a log").revisions[seat];
        assert_eq!(self.last(), Some((end, true)), "the story ends with the match");
        lost
    }
}

fn assert_same(update: &play::Update, entry: &LogEntry) {
    let revision = update.revision;
    assert_eq!(update.committed_at, entry.committed_at, "revision {revision} is another commit");
    assert_eq!(update.seats_to_act, entry.seats_to_act, "revision {revision}");
    assert_eq!(update.outcome, entry.outcome, "revision {revision}");
}

/// How often a match went on from an earlier point.
pub(crate) fn rewinds(log: &[LogEntry]) -> usize {
    log.iter().filter(|entry| matches!(entry.change, Some(Change::Rewound(_)))).count()
}
