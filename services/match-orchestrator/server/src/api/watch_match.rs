//! WatchMatch: a match as it happens, without a gap.

use std::pin::Pin;
use std::sync::Arc;

use futures::Stream;
use kit_proto::bakufu::play::v1 as play;
use kit_redact::Viewer;
use kit_service::Reason;
use match_orchestrator_lifecycle::Phase;
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::Sender;
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Request, Status};

use crate::door;
use crate::hub::Hints;
use crate::limits::{RETRY_AFTER, WATCHER_QUEUE_MAX, WATCHER_STALL_MAX};
use crate::matches::check_match_id;
use crate::orchestrator::Orchestrator;
use crate::record::Record;
use crate::tokens::{self, Token};

type Watching = Pin<Box<dyn Stream<Item = Result<play::WatchMatchResponse, Status>> + Send>>;

pub(crate) async fn watch_match(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::WatchMatchRequest>,
) -> Result<Watching, Reason> {
    let permit = Arc::clone(&orchestrator.watchers)
        .try_acquire_owned()
        .map_err(|_| Reason::Overloaded { retry_after: RETRY_AFTER })?;
    let token = Token::of(request.metadata())?;
    let wanted = request.into_inner();
    check_match_id(&wanted.match_id)?;
    // Subscribed before the first look, so that nothing falls in between.
    let follow = orchestrator.hub.subscribe(&wanted.match_id);
    let hints = orchestrator.matches.timed("Follow", follow).await?;
    let record = orchestrator.matches.current(&wanted.match_id).await?;
    let viewer = tokens::viewer(token.as_ref(), &record)?;
    let current = record.table.revision(door::seat_of(viewer));
    let (sender, receiver) = tokio::sync::mpsc::channel(WATCHER_QUEUE_MAX);
    let mut watcher = Watcher {
        orchestrator: Arc::clone(orchestrator),
        viewer,
        sender,
        hints,
        // A viewer's revision is at most the commit number, so the entry after
        // revision r is never before commit r + 1.
        commit: wanted.after_revision.unwrap_or(record.table.commit),
        revision: wanted.after_revision.unwrap_or(current),
        wanted,
        _permit: permit,
    };
    if watcher.revision > current {
        return Err(Reason::FutureRevision { current });
    }
    tokio::spawn(async move {
        if let Err(End::Failed(reason)) = watcher.run(&record).await {
            watcher.sender.send(Err(reason.into())).await.ok();
        }
    });
    Ok(Box::pin(ReceiverStream::new(receiver)))
}

/// One open stream. It holds a place in the log, not a queue of its own: a slow
/// watcher lags behind and catches up, and costs no more memory than a fast
/// one.
struct Watcher {
    orchestrator: Arc<Orchestrator>,
    viewer: Viewer,
    sender: Sender<Result<play::WatchMatchResponse, Status>>,
    hints: Hints,
    wanted: play::WatchMatchRequest,
    /// The last commit that was looked at.
    commit: u64,
    /// The last revision that was sent.
    revision: u64,
    _permit: OwnedSemaphorePermit,
}

/// Why a stream ends early.
enum End {
    /// The client is gone or does not read.
    Gone,
    Failed(Reason),
}

impl From<Reason> for End {
    fn from(reason: Reason) -> Self {
        Self::Failed(reason)
    }
}

impl Watcher {
    async fn run(&mut self, first: &Arc<Record>) -> Result<(), End> {
        let mut record = Arc::clone(first);
        if self.wanted.after_revision.is_none() {
            self.send_snapshot(&record).await?;
        }
        loop {
            let sent = self.catch_up(&record).await?;
            if sent && self.wanted.views {
                let game = self.orchestrator.games.of(&record)?;
                self.send(door::watched_view(&*game, &record, self.viewer)?).await?;
            }
            if record.table.phase == Phase::Over && self.commit >= record.table.commit {
                return Ok(());
            }
            record = match self.next(record).await? {
                Some(record) => record,
                None => return self.close().await,
            };
        }
    }

    /// Waits until the match may have changed; none when the server stops.
    async fn next(&mut self, record: Arc<Record>) -> Result<Option<Arc<Record>>, End> {
        let stop = self.orchestrator.stop.clone();
        let hint = tokio::select! {
            () = stop.cancelled() => return Ok(None),
            () = self.sender.closed() => return Err(End::Gone),
            hint = self.hints.next() => hint.ok_or(End::Gone)?,
        };
        let wanted = hint.commit.max(record.table.commit + 1);
        Ok(Some(self.orchestrator.matches.at_least(record.match_id(), wanted).await?))
    }

    /// Sends everything up to the record's commit.
    async fn catch_up(&mut self, record: &Arc<Record>) -> Result<bool, End> {
        let mut sent = false;
        while self.commit < record.table.commit {
            let page = self
                .orchestrator
                .matches
                .log_between(record.match_id(), self.commit, record.table.commit)
                .await?;
            if page.is_empty() {
                return Err(End::Failed(Reason::bug()));
            }
            let game = self.orchestrator.games.of(record)?;
            for entry in page {
                self.commit = entry.commit;
                let update = door::update(&*game, record, &entry, self.viewer)?;
                let Some(mut update) = update.filter(|update| update.revision > self.revision)
                else {
                    continue;
                };
                if self.wanted.sentences {
                    door::add_sentences(&game, &mut update, self.viewer).await?;
                }
                self.revision = update.revision;
                let told = door::watched_update(&*game, record, &entry, self.viewer, update)?;
                self.send(told).await?;
                sent = true;
            }
        }
        Ok(sent)
    }

    async fn send_snapshot(&self, record: &Record) -> Result<(), End> {
        let game = self.orchestrator.games.of(record)?;
        self.send(door::watched_snapshot(&*game, record, self.viewer)?).await
    }

    async fn close(&self) -> Result<(), End> {
        self.send(door::watched_closing(self.revision)).await
    }

    async fn send(&self, response: play::WatchMatchResponse) -> Result<(), End> {
        match tokio::time::timeout(WATCHER_STALL_MAX, self.sender.send(Ok(response))).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(End::Gone),
        }
    }
}
