//! Hub of what the store announces: wakes watchers when their match may have
//! changed, and tells where something is due.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard};

use match_orchestrator_store::{Announcement, Error, Head, Store};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{Notify, watch};

use crate::orchestrator::Orchestrator;

/// Which matches are watched on this replica.
pub(crate) struct Hub {
    store: Arc<dyn Store>,
    watched: Mutex<HashMap<String, watch::Sender<Hint>>>,
    /// How often announcements may have been missed.
    gaps: watch::Sender<u64>,
    /// Partitions in which something came to be due earlier, and when.
    due: Mutex<BTreeMap<u32, u64>>,
    is_due: Notify,
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
    /// Dropped after the receiver, since fields are dropped in order: of two who leave
    /// at the same time, the last one finds nobody left.
    _following: Following,
}

/// Part of the interest in a match, which ends with the last one.
struct Following {
    match_id: String,
    hub: Arc<Hub>,
}

impl Hub {
    pub(crate) fn new(store: Arc<dyn Store>) -> Arc<Self> {
        Arc::new(Self {
            store,
            watched: Mutex::default(),
            gaps: watch::Sender::new(0),
            due: Mutex::default(),
            is_due: Notify::new(),
        })
    }

    /// Hints about a match from now on.
    pub(crate) async fn subscribe(self: &Arc<Self>, match_id: &str) -> Result<Hints, Error> {
        self.store.follow(match_id).await?;
        let receiver = self.watched().entry(match_id.to_owned()).or_default().subscribe();
        let following = Following { match_id: match_id.to_owned(), hub: Arc::clone(self) };
        Ok(Hints { receiver, _following: following })
    }

    /// Listens to the store until the process stops.
    pub(crate) fn listen(self: &Arc<Self>, orchestrator: &Orchestrator) {
        let mut announcements = self.store.announcements();
        let (hub, stop) = (Arc::clone(self), orchestrator.stop.clone());
        orchestrator.tasks.spawn(async move {
            loop {
                let heard = tokio::select! {
                    () = stop.cancelled() => return,
                    heard = announcements.recv() => heard,
                };
                match heard {
                    Ok(Announcement::Changed { match_id, head }) => hub.hint(&match_id, head),
                    Ok(Announcement::Deleted { match_id }) => hub.look_again(&match_id),
                    Ok(Announcement::Due { partition, at_ms }) => hub.note_due(partition, at_ms),
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

    /// Tells the watchers of a match to look for themselves.
    fn look_again(&self, match_id: &str) {
        if let Some(sender) = self.watched().get(match_id) {
            sender.send_modify(|hint| hint.gaps += 1);
        }
    }

    fn note_due(&self, partition: u32, at_ms: u64) {
        let mut due = self.due();
        let at = due.entry(partition).or_insert(at_ms);
        *at = at_ms.min(*at);
        drop(due);
        self.is_due.notify_one();
    }

    /// Hints may be lost, so every watcher looks for itself.
    fn gap(&self) {
        for sender in self.watched().values() {
            sender.send_modify(|hint| hint.gaps += 1);
        }
        self.gaps.send_modify(|gaps| *gaps += 1);
    }

    /// Changes whenever announcements may have been missed.
    pub(crate) fn gaps(&self) -> watch::Receiver<u64> {
        self.gaps.subscribe()
    }

    /// Waits until something came to be due earlier, and tells where and when.
    pub(crate) async fn next_due(&self) -> BTreeMap<u32, u64> {
        self.is_due.notified().await;
        std::mem::take(&mut *self.due())
    }

    fn due(&self) -> MutexGuard<'_, BTreeMap<u32, u64>> {
        self.due.lock().expect("no thread panics while it holds what is due")
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

impl Drop for Following {
    fn drop(&mut self) {
        self.hub.store.unfollow(&self.match_id);
        let mut watched = self.hub.watched();
        if watched.get(&self.match_id).is_some_and(|sender| sender.receiver_count() == 0) {
            watched.remove(&self.match_id);
        }
    }
}

#[cfg(test)]
mod tests {
    use match_orchestrator_store::Memory;

    use super::*;

    #[tokio::test]
    async fn a_match_is_watched_as_long_as_somebody_is_left() {
        let hub = Hub::new(Arc::new(Memory::new()));
        let one = hub.subscribe("m").await.expect("subscribe");
        let mut two = hub.subscribe("m").await.expect("subscribe");
        drop(one);
        let head = Head { commit: 2, identity: [2; 32], rewrites: 0 };
        hub.hint("m", head);
        assert_eq!(two.next().await.and_then(|hint| hint.head), Some(head));
        let three = hub.subscribe("m").await.expect("subscribe");
        drop((two, three));
        assert!(hub.watched().is_empty());
    }
}
