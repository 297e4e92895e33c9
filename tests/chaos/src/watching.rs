//! A watcher that resumes where it was, whatever ends its stream.

use std::sync::Arc;

use tests_harness::play::watch_match_response::Message;
use tests_harness::{Player, Reason, Unanswered, Watcher, may_pass, play, wait_before};
use tonic::Status;

use crate::fixture::{Fault, Fixture};

/// What a watcher has seen of a match, over all its streams.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sight {
    /// The seat, or zero for a spectator.
    pub viewer: u32,
    /// All updates in the order in which they came.
    pub updates: Vec<play::Update>,
    /// How servers that shut down have closed the stream.
    pub closings: Vec<Closed>,
    /// How often a server ended the stream for a reason that passes.
    pub refusals: usize,
    /// What ended streams without a word of the server.
    pub cuts: Vec<String>,
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
enum End {
    Over,
    /// The server shut down in order.
    Closed,
    /// Something failed that may pass.
    Failed(Status),
}

impl Sight {
    pub fn revision(&self) -> u64 {
        self.updates.last().map_or(0, |update| update.revision)
    }

    fn is_over(&self) -> bool {
        self.updates.last().is_some_and(|update| update.outcome.is_some())
    }
}

/// Watches a match from its creation to its end: as one of its players, or as a
/// spectator.
pub(crate) async fn watch(
    fixture: Arc<Fixture>,
    place: usize,
    match_id: String,
    player: Option<Player>,
) -> Result<Sight, Fault> {
    let viewer = player.as_ref().map_or(0, |player| player.seat);
    let mut sight = Sight { viewer, ..Sight::default() };
    let mut replica = place;
    let mut failures = 0;
    loop {
        let seen = sight.revision();
        let request = play::WatchMatchRequest {
            match_id: match_id.clone(),
            after_revision: Some(seen),
            sentences: false,
            views: false,
        };
        let stream = fixture
            .call(place, replica, "watch", |client| {
                let (request, player) = (request.clone(), player.clone());
                async move {
                    match player {
                        Some(player) => player.moved_to(&client).watch(request).await,
                        None => client.watch(request).await,
                    }
                }
            })
            .await?;
        match read(&mut sight, stream).await {
            Ok(End::Over) => return Ok(sight),
            Ok(End::Closed) => {}
            Ok(End::Failed(status)) => {
                failures = if sight.revision() > seen { 0 } else { failures + 1 };
                wait_before(failures, &status).await;
            }
            Err(status) => {
                let source = Unanswered::Refused(Box::new(status));
                return Err(Fault { place, what: "watch on", source });
            }
        }
        replica += 1;
    }
}

async fn read(sight: &mut Sight, mut stream: Watcher) -> Result<End, Status> {
    loop {
        match stream.next().await {
            Ok(Some(Message::Update(update))) => sight.updates.push(update),
            Ok(Some(Message::Closing(closing))) => {
                let (told, seen) = (closing.resume_after_revision, sight.revision());
                sight.closings.push(Closed { told, seen });
                if let Ok(None) = stream.next().await {
                    return Ok(End::Closed);
                }
                sight.cuts.push("something follows after the closing message".to_owned());
                return Ok(End::Closed);
            }
            Ok(Some(other)) => sight.cuts.push(format!("nobody asked for {other:?}")),
            Ok(None) if sight.is_over() => return Ok(End::Over),
            Ok(None) => {
                sight.cuts.push("the stream ended in mid-match".to_owned());
                return Ok(End::Failed(Status::unavailable("the stream ended")));
            }
            Err(status) if !may_pass(&status) => return Err(status),
            Err(status) => {
                match Reason::from_status(&status) {
                    Some(_) => sight.refusals += 1,
                    None => sight.cuts.push(format!("{status:?}")),
                }
                return Ok(End::Failed(status));
            }
        }
    }
}
