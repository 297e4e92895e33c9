//! Watcher of a match: what one viewer sees of it.

use kit_testing::PATIENCE;
use tokio::task::JoinHandle;
use tonic::{Status, Streaming};

use crate::play;
use crate::play::watch_match_response::Message;

/// An open stream.
#[derive(Debug)]
pub struct Watcher {
    stream: Streaming<play::WatchMatchResponse>,
}

/// Everything that came over a stream, up to its end.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// The first message, if it was a snapshot.
    pub snapshot: Option<play::Snapshot>,
    pub updates: Vec<play::Update>,
    /// All views after the snapshot's.
    pub views: Vec<play::View>,
    /// Where to resume, if the server shut down.
    pub closing: Option<u64>,
}

impl Watcher {
    pub fn new(stream: Streaming<play::WatchMatchResponse>) -> Self {
        Self { stream }
    }

    /// The next message; none at the end of the stream.
    ///
    /// # Errors
    /// As the server says.
    ///
    /// # Panics
    /// If nothing comes for too long.
    pub async fn next(&mut self) -> Result<Option<Message>, Status> {
        let next = tokio::time::timeout(PATIENCE, self.stream.message()).await;
        let next = next.unwrap_or_else(|_| panic!("a message within {PATIENCE:?}"))?;
        Ok(next.map(|response| response.message.expect("a message holds something")))
    }

    /// Skips to the next update.
    ///
    /// # Panics
    /// If the stream ends before.
    pub async fn next_update(&mut self) -> play::Update {
        loop {
            match self.next().await.expect("the stream goes on") {
                Some(Message::Update(update)) => return update,
                Some(Message::Snapshot(_) | Message::Rewound(_) | Message::View(_)) => {}
                other => panic!("the stream ended instead of going on: {other:?}"),
            }
        }
    }

    /// Reads to the end of the stream.
    ///
    /// # Errors
    /// As the server says.
    pub async fn to_end(mut self) -> Result<Seen, Status> {
        let mut seen = Seen::default();
        while let Some(message) = self.next().await? {
            assert!(seen.closing.is_none(), "nothing follows after closing: {message:?}");
            match message {
                Message::Snapshot(snapshot) => {
                    let first = seen.updates.is_empty() && seen.views.is_empty();
                    assert!(first && seen.snapshot.is_none(), "a snapshot comes first");
                    seen.snapshot = Some(snapshot);
                }
                Message::Rewound(_) => panic!("nothing is lost in this suite: {message:?}"),
                Message::Update(update) => seen.updates.push(update),
                Message::View(view) => seen.views.push(view),
                Message::Closing(closing) => seen.closing = Some(closing.resume_after_revision),
            }
        }
        Ok(seen)
    }

    /// Reads to the end in the background.
    pub fn to_end_aside(self) -> JoinHandle<Result<Seen, Status>> {
        tokio::spawn(self.to_end())
    }
}

impl Seen {
    /// The revision before the first update.
    fn start(&self, after: Option<u64>) -> u64 {
        let of_snapshot = || {
            let view = self.snapshot.as_ref()?.view.as_ref()?;
            Some(view.revision)
        };
        after.or_else(of_snapshot).expect("a stream begins at a revision")
    }

    /// Checks that the revisions follow each other, beginning after the
    /// snapshot or after the revision that was asked for, and returns the last.
    ///
    /// # Panics
    /// If there is a gap, or a view that belongs to no update.
    pub fn assert_gapless(&self, after: Option<u64>) -> u64 {
        let mut last = self.start(after);
        for update in &self.updates {
            assert_eq!(update.revision, last + 1, "revisions follow each other");
            last = update.revision;
        }
        let of_views: Vec<u64> = self.views.iter().map(|view| view.revision).collect();
        assert!(of_views.is_sorted(), "views follow each other: {of_views:?}");
        assert!(of_views.iter().all(|revision| *revision <= last), "{of_views:?} up to {last}");
        last
    }

    /// The updates without the match as it is at the time of sending, which a
    /// later watcher gets in its later shape.
    pub fn lasting_updates(&self) -> Vec<play::Update> {
        let lasting = |update: &play::Update| play::Update { game_match: None, ..update.clone() };
        self.updates.iter().map(lasting).collect()
    }
}
