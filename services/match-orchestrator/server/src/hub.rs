//! Wakes watchers when their match may have changed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use match_orchestrator_store::{Announcement, Store};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// Which matches are watched on this replica.
#[derive(Default)]
pub(crate) struct Hub {
    watched: Mutex<HashMap<String, watch::Sender<Hint>>>,
}

/// The last thing heard of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Hint {
    /// The highest commit that was announced.
    pub(crate) commit: u64,
    /// How often announcements may have been missed.
    pub(crate) gaps: u64,
}

impl Hub {
    /// Hints about a match from now on.
    pub(crate) fn subscribe(&self, match_id: &str) -> watch::Receiver<Hint> {
        let mut watched = self.watched.lock().expect(NEVER_POISONED);
        watched.entry(match_id.to_owned()).or_default().subscribe()
    }

    /// Listens to the store until the process stops.
    pub(crate) fn listen(self: &Arc<Self>, store: &dyn Store, stop: CancellationToken) {
        let mut announcements = store.announcements();
        let hub = Arc::clone(self);
        tokio::spawn(async move {
            loop {
                let heard = tokio::select! {
                    () = stop.cancelled() => return,
                    heard = announcements.recv() => heard,
                };
                match heard {
                    Ok(Announcement::Changed { match_id, commit }) => hub.hint(&match_id, commit),
                    Ok(Announcement::Gap) | Err(RecvError::Lagged(_)) => hub.gap(),
                    Err(RecvError::Closed) => return,
                }
            }
        });
    }

    fn hint(&self, match_id: &str, commit: u64) {
        let mut watched = self.watched.lock().expect(NEVER_POISONED);
        let Some(sender) = watched.get(match_id) else {
            return;
        };
        if sender.receiver_count() == 0 {
            watched.remove(match_id);
            return;
        }
        sender.send_if_modified(|hint| {
            let newer = commit > hint.commit;
            hint.commit = hint.commit.max(commit);
            newer
        });
    }

    /// Hints may be lost, so every watcher looks for itself.
    fn gap(&self) {
        let mut watched = self.watched.lock().expect(NEVER_POISONED);
        watched.retain(|_, sender| sender.receiver_count() > 0);
        for sender in watched.values() {
            sender.send_modify(|hint| hint.gaps += 1);
        }
    }
}

const NEVER_POISONED: &str = "no thread panics while it holds the hub";
