//! A watcher that resumes where it was, whatever ends its stream.

use std::sync::Arc;

use tests_harness::play::watch_match_response::Message;
use tests_harness::{Player, Reason, Unanswered, Watcher, may_pass, play, wait_before};
use tonic::Status;

use crate::fixture::{Fixture, UnansweredCall};

/// What a watcher has seen of a match, over all its streams.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WatchRecord {
    /// The seat, or zero for a spectator.
    pub viewer: u32,
    /// All updates in the order in which they came.
    pub updates: Vec<play::Update>,
    /// When a snapshot took the place of updates, because the store may have lost
    /// commits.
    pub rewinds: Vec<Rewind>,
    /// How servers that shut down have closed the stream.
    pub closings: Vec<Closed>,
    /// How often a server ended the stream for a reason that passes.
    pub refusals: usize,
    /// What ended streams without a word of the server.
    pub cuts: Vec<String>,
}

/// A new timeline of the match, of which a watcher was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rewind {
    /// The last revision that the watcher had got.
    pub seen: u64,
    /// The revision of the snapshot.
    pub revision: u64,
    /// Whether the match was over by then.
    pub is_over: bool,
}

/// The last message of a stream that a server closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closed {
    /// The revision that it told to resume from.
    pub told: u64,
    /// The last revision that the watcher had got.
    pub seen: u64,
}

/// Why a stream ended.
enum StreamEnd {
    Over,
    /// The server shut down in order.
    Closed,
    /// Something failed that may pass.
    Failed(Status),
}

impl WatchRecord {
    /// The last one. Revisions of later timelines are higher.
    pub fn revision(&self) -> u64 {
        let rewound = self.rewinds.last().map_or(0, |rewind| rewind.revision);
        self.updates.last().map_or(0, |update| update.revision).max(rewound)
    }

    /// Whether a revision came as an update, and not as part of a snapshot.
    pub fn came_as_update(&self, revision: u64) -> bool {
        !self.rewinds.iter().any(|rewind| rewind.seen < revision && revision <= rewind.revision)
    }

    fn is_over(&self) -> bool {
        self.updates.last().is_some_and(|update| update.outcome.is_some())
            || self.rewinds.last().is_some_and(|rewind| rewind.is_over)
    }
}

/// Watches a match from its creation to its end: as one of its players, or as a
/// spectator.
pub(crate) async fn watch(
    fixture: Arc<Fixture>,
    slot: usize,
    match_id: String,
    player: Option<Player>,
) -> Result<WatchRecord, UnansweredCall> {
    let viewer = player.as_ref().map_or(0, |player| player.seat);
    let mut watched = WatchRecord { viewer, ..WatchRecord::default() };
    let mut replica = slot;
    let mut failures = 0;
    loop {
        let seen = watched.revision();
        let request = play::WatchMatchRequest {
            match_id: match_id.clone(),
            after_revision: Some(seen),
            sentences: false,
            views: false,
        };
        let stream = fixture
            .call(slot, replica, "watch", |client| {
                let (request, player) = (request.clone(), player.clone());
                async move {
                    match player {
                        Some(player) => player.moved_to(&client).watch(request).await,
                        None => client.watch(request).await,
                    }
                }
            })
            .await?;
        match read(&mut watched, stream).await {
            Ok(StreamEnd::Over) => return Ok(watched),
            Ok(StreamEnd::Closed) => {}
            Ok(StreamEnd::Failed(status)) => {
                failures = if watched.revision() > seen { 0 } else { failures + 1 };
                wait_before(failures, &status).await;
            }
            Err(status) => {
                let source = Unanswered::Refused(Box::new(status));
                return Err(UnansweredCall { slot, what: "watch on", source });
            }
        }
        replica += 1;
    }
}

async fn read(watched: &mut WatchRecord, mut stream: Watcher) -> Result<StreamEnd, Status> {
    loop {
        match stream.next().await {
            Ok(Some(Message::Update(update))) => watched.updates.push(update),
            Ok(Some(Message::Rewound(snapshot))) => {
                let (game_match, view) = (snapshot.game_match, snapshot.view);
                watched.rewinds.push(Rewind {
                    seen: watched.revision(),
                    revision: view.expect("a snapshot holds a view").revision,
                    is_over: game_match.expect("a snapshot holds the match").outcome.is_some(),
                });
            }
            Ok(Some(Message::Closing(closing))) => {
                let (told, seen) = (closing.resume_after_revision, watched.revision());
                watched.closings.push(Closed { told, seen });
                if let Ok(None) = stream.next().await {
                    return Ok(StreamEnd::Closed);
                }
                watched.cuts.push("something follows after the closing message".to_owned());
                return Ok(StreamEnd::Closed);
            }
            Ok(Some(other)) => watched.cuts.push(format!("nobody asked for {other:?}")),
            Ok(None) if watched.is_over() => return Ok(StreamEnd::Over),
            Ok(None) => {
                watched.cuts.push("the stream ended in mid-match".to_owned());
                return Ok(StreamEnd::Failed(Status::unavailable("the stream ended")));
            }
            Err(status) if !may_pass(&status) => return Err(status),
            Err(status) => {
                match Reason::from_status(&status) {
                    Some(_) => watched.refusals += 1,
                    None => watched.cuts.push(format!("{status:?}")),
                }
                return Ok(StreamEnd::Failed(status));
            }
        }
    }
}
