//! Wakes watchers when their match may have changed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use match_orchestrator_store::{Announcement, Error, Head, Store};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// Which matches are watched on this replica.
pub(crate) struct Hub {
    store: Arc<dyn Store>,
    watched: Mutex<HashMap<String, watch::Sender<Hint>>>,
}

/// The last thing heard of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Hint {
    /// The last commit that was announced, if any was.
    pub(crate) head: Option<Head>,
    /// How often announcements may have been missed.
    pub(crate) gaps: u64,
}

/// Hints about one match, for as long as somebody holds this.
pub(crate) struct Hints {
    receiver: watch::Receiver<Hint>,
    match_id: String,
    hub: Arc<Hub>,
}

impl Hub {
    pub(crate) fn new(store: Arc<dyn Store>) -> Arc<Self> {
        Arc::new(Self { store, watched: Mutex::default() })
    }

    /// Hints about a match from now on.
    pub(crate) async fn subscribe(self: &Arc<Self>, match_id: &str) -> Result<Hints, Error> {
        self.store.follow(match_id).await?;
        let receiver = self.watched().entry(match_id.to_owned()).or_default().subscribe();
        Ok(Hints { receiver, match_id: match_id.to_owned(), hub: Arc::clone(self) })
    }

    /// Listens to the store until the process stops.
    pub(crate) fn listen(self: &Arc<Self>, stop: CancellationToken) {
        let mut announcements = self.store.announcements();
        let hub = Arc::clone(self);
        tokio::spawn(async move {
            loop {
                let heard = tokio::select! {
                    () = stop.cancelled() => return,
                    heard = announcements.recv() => heard,
                };
                match heard {
                    Ok(Announcement::Changed { match_id, head }) => hub.hint(&match_id, head),
                    Ok(Announcement::Gap) | Err(RecvError::Lagged(_)) => hub.gap(),
                    Err(RecvError::Closed) => return,
                }
            }
        });
    }

    /// Not only higher numbers are news: a match that was rewound counts some of
    /// them again.
    fn hint(&self, match_id: &str, head: Head) {
        if let Some(sender) = self.watched().get(match_id) {
            sender.send_if_modified(|hint| hint.head.replace(head) != Some(head));
        }
    }

    /// Hints may be lost, so every watcher looks for itself.
    fn gap(&self) {
        for sender in self.watched().values() {
            sender.send_modify(|hint| hint.gaps += 1);
        }
    }

    fn watched(&self) -> MutexGuard<'_, HashMap<String, watch::Sender<Hint>>> {
        self.watched.lock().expect("no thread panics while it holds the hub")
    }
}

impl Hints {
    /// Waits for a hint; none if the hub is gone.
    pub(crate) async fn next(&mut self) -> Option<Hint> {
        self.receiver.changed().await.ok()?;
        Some(*self.receiver.borrow_and_update())
    }
}

impl Drop for Hints {
    fn drop(&mut self) {
        self.hub.store.unfollow(&self.match_id);
        let mut watched = self.hub.watched();
        // Our own receiver still counts.
        if watched.get(&self.match_id).is_some_and(|sender| sender.receiver_count() <= 1) {
            watched.remove(&self.match_id);
        }
    }
}
