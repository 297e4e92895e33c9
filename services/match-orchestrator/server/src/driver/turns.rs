//! Turns of driven work: who makes the next step, and when.
//!
//! A match in which a person sits is moved as soon as its game has room. Matches of
//! bots only share what is left: while people call, one step at a time is made of all
//! of them, and then they rest for a multiple of what it took. Whoever has created
//! many of them has no more turns than others. When nobody calls, nothing holds them up
//! but that few steps of a game are made at a time, so that the next call finds room.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kit_service::Peer;
use kit_service::metrics::DrivenWork;
use lru::LruCache;
use match_orchestrator_core::Match;
use match_orchestrator_core::lifecycle::Holder;
use tokio::sync::{Mutex as Queue, Notify, OwnedSemaphorePermit, Semaphore, SemaphorePermit};
use tokio::time::{Instant, sleep_until};

use crate::games::Game;
use crate::people::{Call, People};

/// How many times as long as a step all unattended matches rest after it while people
/// call: they get a tenth of one core.
const REST_PER_STEP: u32 = 9;
/// The longest rest, and the longest time for which one step holds up the next: what
/// hangs in one game must not end the others.
const REST_MAX: Duration = Duration::from_millis(250);
/// Unattended matches of one creator that are moved at a time.
const CREATOR_AT_ONCE_MAX: usize = 2;
/// Matches whose creators are remembered, and creators.
const CREATORS_MAX: NonZeroUsize = NonZeroUsize::new(10_000).expect("it is not zero");

/// See the module.
pub(super) struct Turns {
    people: Arc<People>,
    /// Held by the unattended match that is next; the others queue up behind it.
    next: Queue<()>,
    /// Until when unattended matches rest while people call.
    rested_at: Mutex<Instant>,
    rest_changed: Notify,
    creators: Mutex<Creators>,
}

/// Who has created which match, as far as it happened here and lately.
struct Creators {
    lanes: LruCache<Peer, Lane>,
    by_match: LruCache<String, Lane>,
    /// For matches of which nothing is known: those of other replicas, and of earlier
    /// lives of this one.
    unknown: Lane,
}

/// The steps of one creator.
type Lane = Arc<Semaphore>;

/// The right to make a step, until it is dropped.
pub(super) enum Turn<'a> {
    Attended {
        /// Somebody waits for the step as for a call.
        _call: Call<'a>,
        _room: Option<SemaphorePermit<'a>>,
    },
    Unattended {
        _step: Step<'a>,
        _room: Option<[SemaphorePermit<'a>; 2]>,
        _lane: OwnedSemaphorePermit,
    },
}

/// Who works for whom: with a person in the match, somebody waits. Watching is free, so
/// whoever only watches bots has no claim on others' time.
pub(super) fn work(game_match: &Match) -> DrivenWork {
    let mut chairs = game_match.lifecycle().chairs.iter();
    match chairs.any(|chair| chair.holder == Holder::Player && !chair.is_driven()) {
        true => DrivenWork::Attended,
        false => DrivenWork::Unattended,
    }
}

impl Turns {
    pub(super) fn new(people: Arc<People>) -> Self {
        let lanes = LruCache::new(CREATORS_MAX);
        let by_match = LruCache::new(CREATORS_MAX);
        let creators = Mutex::new(Creators { lanes, by_match, unknown: lane() });
        let rested_at = Mutex::new(Instant::now());
        Self { people, next: Queue::default(), rested_at, rest_changed: Notify::new(), creators }
    }

    /// Notes who has created a match. It is kept in memory only: whose address that was
    /// is nobody's business later.
    pub(super) fn created(&self, match_id: &str, creator: Peer) {
        let mut creators = self.creators.lock().expect(NEVER_POISONED);
        let lane = Arc::clone(creators.lanes.get_or_insert(creator, lane));
        creators.by_match.put(match_id.to_owned(), lane);
    }

    /// Waits for the turn of a match. Without its game nothing comes of the step, and
    /// it needs no room there.
    pub(super) async fn take<'a>(
        &'a self,
        work: DrivenWork,
        match_id: &str,
        game: Option<&'a Game>,
    ) -> Turn<'a> {
        let driven = game.map(|game| &game.driven);
        if work == DrivenWork::Attended {
            let _room = match driven {
                Some(driven) => Some(room(&driven.steps).await),
                None => None,
            };
            return Turn::Attended { _call: self.people.call(), _room };
        }
        let lane = self.lane(match_id);
        let _lane = lane.acquire_owned().await.expect(NEVER_CLOSED);
        let unattended = match driven {
            Some(driven) => Some((room(&driven.unattended).await, driven)),
            None => None,
        };
        let _step = self.step().await;
        let _room = match unattended {
            Some((unattended, driven)) => Some([unattended, room(&driven.steps).await]),
            None => None,
        };
        Turn::Unattended { _step, _room, _lane }
    }

    fn lane(&self, match_id: &str) -> Lane {
        let mut creators = self.creators.lock().expect(NEVER_POISONED);
        let known = creators.by_match.get(match_id).cloned();
        known.unwrap_or_else(|| Arc::clone(&creators.unknown))
    }

    /// Waits until nobody calls, or until unattended matches have rested.
    async fn step(&self) -> Step<'_> {
        let _next = self.next.lock().await;
        loop {
            let rested_at = *self.rested_at.lock().expect(NEVER_POISONED);
            let free_at = self.people.gone_at().map_or(rested_at, |gone| gone.min(rested_at));
            if free_at <= Instant::now() {
                break;
            }
            tokio::select! {
                () = sleep_until(free_at) => {}
                () = self.rest_changed.notified() => {}
            }
        }
        let begun = Instant::now();
        self.rest_until(begun + REST_MAX);
        Step { turns: self, begun }
    }

    fn rest_until(&self, at: Instant) {
        *self.rested_at.lock().expect(NEVER_POISONED) = at;
        self.rest_changed.notify_one();
    }
}

/// A step of an unattended match that is being made.
pub(super) struct Step<'a> {
    turns: &'a Turns,
    begun: Instant,
}

impl Drop for Step<'_> {
    fn drop(&mut self) {
        let rest = (self.begun.elapsed() * REST_PER_STEP).min(REST_MAX);
        self.turns.rest_until(Instant::now() + rest);
    }
}

fn lane() -> Lane {
    Arc::new(Semaphore::new(CREATOR_AT_ONCE_MAX))
}

async fn room(steps: &Semaphore) -> SemaphorePermit<'_> {
    steps.acquire().await.expect(NEVER_CLOSED)
}

const NEVER_POISONED: &str = "no thread panics while it holds the turns";
const NEVER_CLOSED: &str = "nobody closes a semaphore of turns";

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use tokio::task::JoinSet;
    use tokio::time::timeout;

    use super::*;

    const STEP: Duration = Duration::from_millis(2);

    fn turns() -> Arc<Turns> {
        Arc::new(Turns::new(Arc::default()))
    }

    async fn step(turns: &Turns, match_id: &str) {
        let turn = turns.take(DrivenWork::Unattended, match_id, None).await;
        elapse(STEP).await;
        drop(turn);
    }

    /// Lets the paused clock go on, also for whoever else waits.
    async fn elapse(time: Duration) {
        timeout(time, std::future::pending::<()>()).await.expect_err("it never ends");
    }

    /// How long so many steps of one match take.
    async fn time_of(turns: &Turns, steps: u32) -> Duration {
        let begun = Instant::now();
        for _ in 0..steps {
            step(turns, "m").await;
        }
        begun.elapsed()
    }

    #[tokio::test(start_paused = true)]
    async fn while_people_call_bots_get_a_tenth_of_the_time_and_then_all_of_it() {
        let turns = turns();
        assert_eq!(time_of(&turns, 100).await, 100 * STEP, "nobody has called yet");
        let call = turns.people.call();
        let busy = time_of(&turns, 100).await;
        assert!(busy >= 99 * 10 * STEP, "{busy:?}");
        drop(call);
        let busy = time_of(&turns, 4).await;
        assert!(busy >= 3 * 10 * STEP, "whoever has called may call again: {busy:?}");
        elapse(Duration::from_secs(1)).await;
        assert_eq!(time_of(&turns, 100).await, 100 * STEP, "everybody has gone");
    }

    #[tokio::test(start_paused = true)]
    async fn a_bot_goes_on_as_soon_as_people_have_gone() {
        let turns = turns();
        drop(turns.people.call());
        let gone_at = turns.people.gone_at().expect("nobody calls");
        turns.rest_until(gone_at + REST_MAX);
        step(&turns, "m").await;
        assert_eq!(Instant::now(), gone_at + STEP);
    }

    #[tokio::test(start_paused = true)]
    async fn while_people_call_one_step_of_all_unattended_matches_is_made_at_a_time() {
        let turns = turns();
        let _call = turns.people.call();
        let moving = turns.take(DrivenWork::Unattended, "one", None).await;
        let mut other = Box::pin(turns.take(DrivenWork::Unattended, "other", None));
        assert!(timeout(REST_MAX - STEP, &mut other).await.is_err(), "one is under way");
        // What hangs holds the others up for so long and no longer.
        assert!(timeout(2 * STEP, other).await.is_ok());
        drop(moving);
    }

    #[tokio::test(start_paused = true)]
    async fn a_match_with_a_person_waits_for_no_bots() {
        let turns = turns();
        let _call = turns.people.call();
        let _moving = turns.take(DrivenWork::Unattended, "one", None).await;
        let begun = Instant::now();
        turns.take(DrivenWork::Attended, "two", None).await;
        assert_eq!(begun.elapsed(), Duration::ZERO);
    }

    #[tokio::test(start_paused = true)]
    async fn what_follows_from_the_move_of_a_person_counts_as_its_call() {
        let turns = turns();
        let attended = turns.take(DrivenWork::Attended, "one", None).await;
        assert_eq!(turns.people.gone_at(), None);
        drop(attended);
        assert!(turns.people.gone_at() > Some(Instant::now()));
    }

    #[tokio::test(start_paused = true)]
    async fn many_matches_of_one_creator_leave_the_others_their_turns() {
        for people_call in [false, true] {
            let turns = turns();
            let _call = people_call.then(|| turns.people.call());
            let peer = |address: &str| Peer::from(address.parse::<IpAddr>().expect("an address"));
            let many: Vec<String> = (0..100).map(|number| format!("many {number}")).collect();
            many.iter().for_each(|match_id| turns.created(match_id, peer("192.0.2.1")));
            turns.created("single", peer("192.0.2.2"));
            let mut greedy = JoinSet::new();
            for match_id in many {
                let turns = Arc::clone(&turns);
                greedy.spawn(async move {
                    loop {
                        step(&turns, &match_id).await;
                    }
                });
            }
            elapse(REST_MAX).await;
            let begun = Instant::now();
            for _ in 0..10 {
                step(&turns, "single").await;
            }
            // One turn in three, since a creator has two in the queue.
            let turn = if people_call { 10 * STEP } else { STEP };
            assert!(begun.elapsed() <= 33 * turn, "{:?}", begun.elapsed());
        }
    }

    #[tokio::test(start_paused = true)]
    async fn the_memory_for_creators_is_bounded() {
        let turns = turns();
        for number in 0..2 * CREATORS_MAX.get() {
            let address = IpAddr::from(u32::try_from(number).expect("small").to_be_bytes());
            turns.created(&number.to_string(), Peer::from(address));
        }
        let creators = turns.creators.lock().expect("nobody panics here");
        assert_eq!([creators.lanes.len(), creators.by_match.len()], [CREATORS_MAX.get(); 2]);
    }
}
