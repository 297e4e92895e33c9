//! WatchMatch: a match as it happens, without a gap.

use std::pin::Pin;
use std::sync::Arc;

use futures::Stream;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::LogEntry;
use kit_redact::Viewer;
use kit_service::Reason;
use match_orchestrator_core::lifecycle::Timeline;
use match_orchestrator_core::{CommitNumber, Match, Redacted, Revision, Token, outgoing};
use tokio::sync::mpsc::Sender;
use tokio_stream::wrappers::ReceiverStream;
use tonic::Request;

use super::{Answer, token_of};
use crate::games::Game;
use crate::hub::Hints;
use crate::limits::{WATCHER_QUEUE_MAX, WATCHER_STALL_MAX};
use crate::matches::check_match_id;
use crate::orchestrator::Orchestrator;

/// What a stream carries, up to the encoder.
type Told = Answer<play::WatchMatchResponse>;
type Watching = Pin<Box<dyn Stream<Item = Told> + Send>>;

pub(crate) async fn watch_match(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::WatchMatchRequest>,
) -> Result<Watching, Redacted<Reason>> {
    let token = token_of(request.metadata())?;
    let wanted = request.into_inner();
    check_match_id(&wanted.match_id)?;
    // Subscribed before the first look, so that nothing falls in between.
    let follow = orchestrator.hub.subscribe(&wanted.match_id);
    let hints = orchestrator.matches.timed("Follow", follow).await?;
    let game_match = orchestrator.matches.current(&wanted.match_id).await?;
    let viewer = Token::viewer(token.as_ref(), &game_match)?;
    let lifecycle = game_match.lifecycle();
    let current = lifecycle.revision(viewer.seat());
    let after = wanted.after_revision.map(Revision::new);
    // None if that revision was seen in a timeline that is lost, whether or not
    // any replica has known of it.
    let resumed = match after {
        None => Some(game_match.commit()),
        Some(after) if after > current => None,
        Some(after) => lifecycle.commit_before(after),
    };
    let (sender, receiver) = tokio::sync::mpsc::channel(WATCHER_QUEUE_MAX);
    let mut watcher = WatchStream {
        orchestrator: Arc::clone(orchestrator),
        token,
        viewer,
        sender,
        hints,
        commit: resumed.unwrap_or(game_match.commit()),
        revision: after.filter(|_| resumed.is_some()).unwrap_or(current),
        timeline: resumed.map(|_| lifecycle.timeline),
        wanted,
        gaps: 0,
    };
    tokio::spawn(async move {
        if let Err(StreamEnd::Failed(reason)) = watcher.run(&game_match).await {
            watcher.sender.send(Err(reason.into())).await.ok();
        }
    });
    Ok(Box::pin(ReceiverStream::new(receiver)))
}

/// One open stream. It holds a place in the log, not a queue of its own: a slow
/// watcher lags behind and catches up, and costs no more memory than a fast
/// one.
struct WatchStream {
    orchestrator: Arc<Orchestrator>,
    token: Option<Token>,
    viewer: Viewer,
    sender: Sender<Told>,
    hints: Hints,
    wanted: play::WatchMatchRequest,
    /// The last commit that was looked at.
    commit: CommitNumber,
    /// The last revision that was sent.
    revision: Revision,
    /// The timeline of what was sent; none if it is lost.
    timeline: Option<Timeline>,
    /// How many interruptions of the announcements it has heard of.
    gaps: u64,
}

/// Why a stream ends early.
enum StreamEnd {
    /// The client is gone or does not read.
    Gone,
    Failed(Reason),
}

impl From<Reason> for StreamEnd {
    fn from(reason: Reason) -> Self {
        Self::Failed(reason)
    }
}

impl WatchStream {
    async fn run(&mut self, first: &Arc<Match>) -> Result<(), StreamEnd> {
        let mut game_match = Arc::clone(first);
        if self.wanted.after_revision.is_none() {
            self.send_snapshot(&game_match).await?;
        }
        loop {
            // A match that is behind what was sent was set back as well, although no
            // timeline has begun yet.
            let is_other = self.timeline != Some(game_match.lifecycle().timeline);
            if is_other || game_match.commit() < self.commit {
                self.send_rewound(&game_match).await?;
            }
            let Some(sent) = self.catch_up(&game_match).await? else {
                game_match = self.after_loss(&game_match).await?;
                continue;
            };
            if sent && self.wanted.views {
                let game = self.orchestrator.games.of(&game_match)?;
                let view = outgoing::watched_view(&game.schema, &game_match, self.viewer);
                self.send(view.map_err(|unreadable| game.unreadable(&unreadable))?).await?;
            }
            if game_match.is_over() && self.commit >= game_match.commit() {
                return Ok(());
            }
            game_match = match self.next(game_match).await? {
                Some(game_match) => game_match,
                None => return self.close().await,
            };
        }
    }

    /// Waits until the match may have changed; none when the server stops.
    async fn next(&mut self, game_match: Arc<Match>) -> Result<Option<Arc<Match>>, StreamEnd> {
        let stop = self.orchestrator.stop.clone();
        let hint = tokio::select! {
            () = stop.cancelled() => return Ok(None),
            () = self.sender.closed() => return Err(StreamEnd::Gone),
            hint = self.hints.next() => hint.ok_or(StreamEnd::Gone)?,
        };
        let missed = hint.gaps != self.gaps;
        self.gaps = hint.gaps;
        let announced = hint.head.filter(|_| !missed);
        let newest = self.orchestrator.matches.since(&game_match, announced).await?;
        self.admit(&newest)?;
        Ok(Some(newest))
    }

    /// The match in place of a copy whose commits the store has lost.
    async fn after_loss(&self, lost: &Arc<Match>) -> Result<Arc<Match>, StreamEnd> {
        let newest = self.orchestrator.matches.since(lost, None).await?;
        if newest.identity() == lost.identity() {
            // It is not lost, so its log is broken.
            return Err(StreamEnd::Failed(Reason::bug()));
        }
        self.admit(&newest)?;
        Ok(newest)
    }

    /// Who has left a seat, or lost it with its timeline, is not shown what its next
    /// player sees.
    fn admit(&self, game_match: &Match) -> Result<(), Reason> {
        Token::viewer(self.token.as_ref(), game_match).map(drop)
    }

    /// Sends everything up to the last commit of this copy, and tells whether that was
    /// anything. None if the copy is lost: what the log has is not what led to it.
    async fn catch_up(&mut self, game_match: &Match) -> Result<Option<bool>, StreamEnd> {
        let timeline = u64::from(game_match.lifecycle().timeline.number);
        let is_later = |entry: &Arc<LogEntry>| {
            entry.revisions.first().is_some_and(|it| Revision::new(*it).timeline() > timeline)
        };
        let mut sent = false;
        while self.commit < game_match.commit() {
            let page = self
                .orchestrator
                .matches
                .log_between(game_match.id(), self.commit, game_match.commit())
                .await?;
            if page.is_empty() || page.iter().any(is_later) {
                return Ok(None);
            }
            let game = self.orchestrator.games.of(game_match)?;
            for entry in page {
                self.commit = CommitNumber::new(entry.commit);
                sent |= self.tell(&game, game_match, &entry).await?;
            }
        }
        Ok(Some(sent))
    }

    /// Sends an update of one change, if the viewer may hear of it and has not
    /// yet.
    async fn tell(
        &mut self,
        game: &Game,
        game_match: &Match,
        entry: &LogEntry,
    ) -> Result<bool, StreamEnd> {
        let unreadable = |unreadable| game.unreadable(&unreadable);
        let (schema, viewer) = (&game.schema, self.viewer);
        let update = outgoing::update(schema, game_match, entry, viewer).map_err(unreadable)?;
        let Some(mut update) = update else { return Ok(false) };
        let revision = Revision::new(update.message().revision);
        if revision <= self.revision {
            return Ok(false);
        }
        if self.wanted.sentences {
            update = game.narrate(update, viewer).await?;
        }
        self.revision = revision;
        let told = outgoing::watched_update(schema, game_match, entry, viewer, update);
        let told = told.map_err(unreadable)?;
        if entry.secret_to != 0 {
            // No sooner than it is answered, or that would be in vain.
            let commit = CommitNumber::new(entry.commit);
            let matches = &self.orchestrator.matches;
            if let Some(time) = matches.answer_time(game_match.id(), commit) {
                time.wait().await;
            }
        }
        self.send(told).await?;
        Ok(true)
    }

    async fn send_snapshot(&self, game_match: &Match) -> Result<(), StreamEnd> {
        let game = self.orchestrator.games.of(game_match)?;
        let snapshot = outgoing::watched_snapshot(&game.schema, game_match, self.viewer);
        self.send(snapshot.map_err(|unreadable| game.unreadable(&unreadable))?).await
    }

    /// Forgets what was sent: the match has gone on from an earlier point.
    async fn send_rewound(&mut self, game_match: &Match) -> Result<(), StreamEnd> {
        let lifecycle = game_match.lifecycle();
        self.timeline = Some(lifecycle.timeline);
        self.commit = game_match.commit();
        self.revision = lifecycle.revision(self.viewer.seat());
        let game = self.orchestrator.games.of(game_match)?;
        let rewound = outgoing::watched_rewound(&game.schema, game_match, self.viewer);
        self.send(rewound.map_err(|unreadable| game.unreadable(&unreadable))?).await
    }

    async fn close(&self) -> Result<(), StreamEnd> {
        self.send(outgoing::watched_closing(self.revision)).await
    }

    async fn send(&self, response: Redacted<play::WatchMatchResponse>) -> Result<(), StreamEnd> {
        match tokio::time::timeout(WATCHER_STALL_MAX, self.sender.send(Ok(response))).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(StreamEnd::Gone),
        }
    }
}
