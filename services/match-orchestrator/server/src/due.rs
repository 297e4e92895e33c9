//! Due work: what comes due in the partitions that this replica sees to.
//!
//! Nothing is swept. A partition is asked for what is due when the store said
//! that something would be, when it says that something came to be due earlier,
//! and rarely besides, in case it could not say so.

use std::collections::BTreeMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

use futures::{StreamExt, stream};
use match_orchestrator_store::Due;
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, sleep_until};
use tokio_util::sync::CancellationToken;

use crate::filing::timestamp;
use crate::hub::Hub;
use crate::orchestrator::Orchestrator;
use crate::partitions::partitions_of;
use crate::secrets;

/// How often a membership is renewed while it lasts: one renewal may be lost.
const RENEWALS: u32 = 3;
/// Matches that are taken from a partition in one go.
const TAKEN_MAX: usize = 32;
/// Matches of one partition that are seen to at a time.
const AT_ONCE_MAX: usize = 8;
/// The longest time for which a partition is not asked: the store may have been
/// unable to say that something is due. Whoever can't hear it any more notices
/// within seconds and asks everywhere, so this is rare.
const UNASKED_MAX: Duration = Duration::from_secs(5 * 60);
/// Over so many parts of it partitions are spread, so that they are not all asked
/// at once.
const SPREAD: u32 = 64;
/// When a partition is asked again that could not answer.
const RETRY_IN: Duration = Duration::from_secs(1);

/// Starts seeing to what is due, until the process stops.
pub(crate) fn start(orchestrator: &Arc<Orchestrator>, member_for: Duration) {
    let member = hex::encode(secrets::bytes::<8>(&*orchestrator.secrets));
    let hub = Arc::clone(&orchestrator.hub);
    let work = DueWork {
        orchestrator: Arc::downgrade(orchestrator),
        member,
        member_for,
        partitions: BTreeMap::new(),
        looks: JoinSet::new(),
    };
    orchestrator.tasks.spawn(work.run(hub, orchestrator.stop.clone()));
}

struct DueWork {
    orchestrator: Weak<Orchestrator>,
    /// What this replica is called among the members of the store.
    member: String,
    /// How long a membership lasts.
    member_for: Duration,
    /// The partitions that this replica sees to.
    partitions: BTreeMap<u32, Partition>,
    /// Partitions that are being asked, and when to ask them next.
    looks: JoinSet<(u32, Asked)>,
}

struct Partition {
    ask_at: Instant,
    is_asked: bool,
    /// A moment, and what the store's own clock said then.
    clock: Option<(Instant, u64)>,
}

/// What came of asking a partition.
struct Asked {
    /// When to ask it next.
    next: Instant,
    clock: Option<(Instant, u64)>,
}

impl DueWork {
    async fn run(mut self, hub: Arc<Hub>, stop: CancellationToken) {
        let mut renewals = tokio::time::interval(self.member_for / RENEWALS);
        renewals.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut gaps = hub.gaps();
        loop {
            let waiting = self.partitions.values().filter(|partition| !partition.is_asked);
            let next = waiting.map(|partition| partition.ask_at).min();
            let next = next.unwrap_or_else(|| Instant::now() + UNASKED_MAX);
            tokio::select! {
                () = stop.cancelled() => break,
                _ = renewals.tick() => self.renew().await,
                due = hub.next_due() => due.into_iter().for_each(|(it, at)| self.ask_by(it, at)),
                changed = gaps.changed() => match changed {
                    Ok(()) => self.partitions.values_mut().for_each(Partition::ask_now),
                    Err(_) => break,
                },
                Some(looked) = self.looks.join_next() => self.note(looked.ok()),
                () = sleep_until(next) => {}
            }
            if !self.ask() {
                break;
            }
        }
        self.withdraw().await;
    }

    /// Renews the membership, and takes up what is this replica's share now. A
    /// store that does not answer leaves everything as it is.
    async fn renew(&mut self) {
        let Some(orchestrator) = self.orchestrator.upgrade() else { return };
        let store = &orchestrator.store;
        let enrolled = store.enroll(&self.member, self.member_for);
        let Ok(members) = orchestrator.matches.timed("Enroll", enrolled).await else { return };
        let own = partitions_of(&self.member, &members, store.partitions());
        let lost: Vec<u32> =
            self.partitions.keys().copied().filter(|it| own.binary_search(it).is_err()).collect();
        for partition in lost {
            self.partitions.remove(&partition);
            store.unfollow_due(partition);
        }
        for partition in own {
            if self.partitions.contains_key(&partition) {
                continue;
            }
            // Followed before it is asked, so that nothing falls in between.
            // It is tried again with the next renewal, and the store tells itself when
            // its subscriptions are lost.
            let followed = tokio::select! {
                followed = store.follow_due(partition) => followed.is_ok(),
                () = orchestrator.stop.cancelled() => false,
            };
            if !followed {
                return;
            }
            let fresh = Partition { ask_at: Instant::now(), is_asked: false, clock: None };
            self.partitions.insert(partition, fresh);
        }
    }

    /// Asks a partition when something is due at this time of the store.
    fn ask_by(&mut self, partition: u32, at_ms: u64) {
        if let Some(partition) = self.partitions.get_mut(&partition) {
            let at = partition.clock.map(|(then, then_ms)| {
                then + Duration::from_millis(at_ms.saturating_sub(then_ms)).min(UNASKED_MAX)
            });
            partition.ask_at = partition.ask_at.min(at.unwrap_or_else(Instant::now));
        }
    }

    /// Notes that a partition was asked.
    fn note(&mut self, looked: Option<(u32, Asked)>) {
        let Some((partition, asked)) = looked else { return };
        if let Some(partition) = self.partitions.get_mut(&partition) {
            partition.is_asked = false;
            partition.clock = asked.clock.or(partition.clock);
            // It may have been said in the meantime that something is due.
            partition.ask_at = partition.ask_at.min(asked.next);
        }
    }

    /// Asks the partitions whose time has come. False when there is nobody left
    /// to ask for.
    fn ask(&mut self) -> bool {
        let Some(orchestrator) = self.orchestrator.upgrade() else { return false };
        let now = Instant::now();
        for (number, partition) in &mut self.partitions {
            if partition.is_asked || partition.ask_at > now {
                continue;
            }
            partition.is_asked = true;
            partition.ask_at = now + UNASKED_MAX;
            self.looks.spawn(see_to(Arc::clone(&orchestrator), *number, self.member_for));
        }
        true
    }

    /// Leaves the others what is due, so that they need not wait.
    async fn withdraw(&self) {
        if let Some(orchestrator) = self.orchestrator.upgrade() {
            let withdrawn = orchestrator.store.withdraw(&self.member);
            orchestrator.matches.timed("Withdraw", withdrawn).await.ok();
        }
    }
}

impl Partition {
    fn ask_now(&mut self) {
        self.ask_at = Instant::now();
    }
}

/// Sees to all that is due in a partition, and tells when to ask again.
///
/// What was taken comes due again as soon as somebody else would take over, so
/// that it is not lost with this replica.
async fn see_to(
    orchestrator: Arc<Orchestrator>,
    partition: u32,
    again_in: Duration,
) -> (u32, Asked) {
    loop {
        let taking = orchestrator.store.take_due(partition, TAKEN_MAX, again_in);
        let Ok(due) = orchestrator.matches.timed("TakeDue", taking).await else {
            return (partition, Asked { next: Instant::now() + RETRY_IN, clock: None });
        };
        let Due { match_ids, now_ms, next_at_ms } = due;
        let asked_at = Instant::now();
        let (now, taken) = (timestamp(now_ms), match_ids.len());
        let works = match_ids.into_iter().map(|id| orchestrator.see_to_due(id, now));
        stream::iter(works).buffer_unordered(AT_ONCE_MAX).collect::<()>().await;
        if taken < TAKEN_MAX || orchestrator.stop.is_cancelled() {
            let wait = next_at_ms.map(|next| Duration::from_millis(next.saturating_sub(now_ms)));
            let unasked_max = unasked_max(partition);
            let wait = wait.map_or(unasked_max, |wait| wait.min(unasked_max));
            let clock = Some((asked_at, now_ms));
            return (partition, Asked { next: asked_at + wait, clock });
        }
    }
}

/// The longest time for which this partition is not asked.
fn unasked_max(partition: u32) -> Duration {
    UNASKED_MAX / 2 + UNASKED_MAX / 2 / SPREAD * (partition % SPREAD)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partitions_are_asked_at_different_times_and_none_is_forgotten() {
        let waits: Vec<Duration> = (0..SPREAD).map(unasked_max).collect();
        assert!(waits.is_sorted_by(|one, other| one < other), "{waits:?}");
        assert!(waits.iter().all(|wait| (UNASKED_MAX / 2..UNASKED_MAX).contains(wait)));
        assert_eq!(unasked_max(SPREAD), unasked_max(0));
    }
}
