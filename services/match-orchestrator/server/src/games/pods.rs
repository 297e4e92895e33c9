//! The pods of one version that take calls now, and which of them is next.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::{Notify, watch};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::connect::{Connection, RulesClient};

/// How long calls wait for a pod after the last one has left. A connection
/// that broke is there again much sooner, if the pod lives.
const REJOIN_MAX: Duration = Duration::from_secs(1);

/// One connection to a process that plays the game.
pub(super) struct Pod {
    pub(super) client: RulesClient,
    /// Cancelled when the connection is over, or not to be used any more.
    pub(super) lost: CancellationToken,
    /// Somebody waited in vain for an answer.
    pub(super) doubted: Notify,
    open_calls: AtomicUsize,
}

impl Pod {
    pub(super) fn new(connection: &Connection) -> Self {
        Self {
            client: connection.client(),
            lost: connection.gone.clone(),
            doubted: Notify::new(),
            open_calls: AtomicUsize::new(0),
        }
    }

    /// Counts a call as open until the result is dropped.
    pub(super) fn open_call(&self) -> OpenCall<'_> {
        self.open_calls.fetch_add(1, Ordering::Relaxed);
        OpenCall(&self.open_calls)
    }

    fn load(&self) -> usize {
        self.open_calls.load(Ordering::Relaxed)
    }
}

/// See [`Pod::open_call`].
pub(super) struct OpenCall<'a>(&'a AtomicUsize);

impl Drop for OpenCall<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

pub(super) struct Pods {
    ready: watch::Sender<Ready>,
    turn: AtomicUsize,
}

struct Ready {
    pods: Vec<Arc<Pod>>,
    changed_at: Instant,
}

impl Default for Pods {
    fn default() -> Self {
        let ready = Ready { pods: Vec::new(), changed_at: Instant::now() };
        Self { ready: watch::Sender::new(ready), turn: AtomicUsize::new(0) }
    }
}

impl Pods {
    pub(super) fn count(&self) -> usize {
        self.ready.borrow().pods.len()
    }

    /// How long there has been no pod; nothing if there is one.
    pub(super) fn empty_for(&self) -> Option<Duration> {
        let ready = self.ready.borrow();
        ready.pods.is_empty().then(|| ready.changed_at.elapsed())
    }

    /// The pod for the next call: of two neighbours the one with fewer open
    /// calls, where the first neighbour changes with every call.
    pub(super) fn pick(&self) -> Option<Arc<Pod>> {
        let ready = self.ready.borrow();
        let pods = &ready.pods;
        if pods.len() < 2 {
            return pods.first().cloned();
        }
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        let (first, second) = pair(turn, pods.len());
        let pod = if pods[second].load() < pods[first].load() { second } else { first };
        Some(Arc::clone(&pods[pod]))
    }

    /// A pod for a call that failed at another one: the least loaded of the
    /// others. If the last one has left just now, one that comes soon.
    pub(super) async fn pick_other(&self, failed: Option<&Arc<Pod>>) -> Option<Arc<Pod>> {
        let is_other = |pod: &&Arc<Pod>| failed.is_none_or(|failed| !Arc::ptr_eq(pod, failed));
        let changed_at = self.ready.borrow().changed_at;
        let mut ready = self.ready.subscribe();
        let found = ready.wait_for(|ready| ready.pods.iter().any(|pod| is_other(&pod)));
        let ready = tokio::time::timeout_at(changed_at + REJOIN_MAX, found).await.ok()?.ok()?;
        ready.pods.iter().filter(is_other).min_by_key(|pod| pod.load()).cloned()
    }

    pub(super) async fn wait(&self) {
        // The sender lives as long as we borrow it.
        self.ready.subscribe().wait_for(|ready| !ready.pods.is_empty()).await.ok();
    }

    /// From now on the pod takes calls. If that is news, `tell` learns how many
    /// pods do.
    pub(super) fn join(&self, pod: &Arc<Pod>, tell: impl FnOnce(usize)) {
        self.change(|pods| pods.push(Arc::clone(pod)), tell);
    }

    /// The pod takes no more calls; those that are open are answered.
    pub(super) fn leave(&self, pod: &Arc<Pod>, tell: impl FnOnce(usize)) {
        self.change(|pods| pods.retain(|one| !Arc::ptr_eq(one, pod)), tell);
    }

    fn change(&self, change: impl FnOnce(&mut Vec<Arc<Pod>>), tell: impl FnOnce(usize)) {
        self.ready.send_if_modified(|ready| {
            let before = ready.pods.len();
            change(&mut ready.pods);
            let changed = ready.pods.len() != before;
            if changed {
                ready.changed_at = Instant::now();
                // Told under the lock, so that the last word is the true one.
                tell(ready.pods.len());
            }
            changed
        });
    }
}

/// Two different places of so many: over time all pairs, each as often.
fn pair(turn: usize, count: usize) -> (usize, usize) {
    let first = turn % count;
    let distance = 1 + turn / count % (count - 1);
    (first, (first + distance) % count)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn every_pair_of_pods_is_compared_as_often() {
        for count in 2..=7 {
            let mut seen = BTreeMap::new();
            for turn in 0..count * (count - 1) {
                *seen.entry(pair(turn, count)).or_insert(0) += 1;
            }
            assert_eq!(seen.len(), count * (count - 1), "all ordered pairs of {count}");
            assert!(seen.iter().all(|((first, second), times)| first != second && *times == 1));
        }
    }
}
