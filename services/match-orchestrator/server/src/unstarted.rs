//! Unstarted matches of each peer that this replica has created, so that nobody
//! fills the store with tables at which nobody ever plays.
//!
//! They are counted in memory alone: nothing of an address is stored. What another
//! replica does to a match is not heard of here, so whoever has reached the bound
//! has the oldest of them looked at first.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Mutex;

use kit_proto::bakufu::play::v1::MatchStatus;
use kit_service::limits::Held;
use kit_service::{Caller, Peer, Reason};

use crate::call_limits::UNSTARTED_MATCHES;
use crate::orchestrator::Orchestrator;

/// Matches that are counted at a time. Beyond it the oldest counts no more, so that
/// nobody is refused for what others have left.
const COUNTED_MAX: usize = 100_000;
/// Matches of a peer that are looked at before it is refused.
const LOOKED_AT_MAX: usize = 16;
const NEVER_POISONED: &str = "no thread panics while it counts matches";

/// Matches that count against whoever created them.
#[derive(Default)]
pub(crate) struct Unstarted(Mutex<Counted>);

#[derive(Default)]
struct Counted {
    /// By when they were created, or looked at last.
    by_age: BTreeMap<u64, Open>,
    by_id: HashMap<String, u64>,
    by_peer: HashMap<Peer, BTreeSet<u64>>,
    next_age: u64,
}

struct Open {
    match_id: String,
    peer: Peer,
    /// Given back with it.
    _held: Held,
}

/// The place of a match that is about to be created.
pub(crate) struct Place {
    peer: Peer,
    held: Held,
}

impl Unstarted {
    /// Counts a match until it is released.
    pub(crate) fn keep(&self, match_id: &str, place: Place) {
        let mut counted = self.0.lock().expect(NEVER_POISONED);
        let Place { peer, held } = place;
        counted.put(Open { match_id: match_id.to_owned(), peer, _held: held });
        if counted.by_age.len() > COUNTED_MAX {
            counted.take_oldest();
        }
    }

    /// Counts a match no more, if it was counted here.
    pub(crate) fn release(&self, match_id: &str) {
        let mut counted = self.0.lock().expect(NEVER_POISONED);
        if let Some(age) = counted.by_id.get(match_id).copied() {
            counted.take(age);
        }
    }

    /// Some matches of a peer, others each time.
    fn some_of(&self, peer: Peer) -> Vec<String> {
        let mut counted = self.0.lock().expect(NEVER_POISONED);
        let ages = counted.by_peer.get(&peer).into_iter().flatten();
        let ages: Vec<u64> = ages.copied().take(LOOKED_AT_MAX).collect();
        let some = ages.into_iter().filter_map(|age| {
            let open = counted.take(age)?;
            let match_id = open.match_id.clone();
            counted.put(open);
            Some(match_id)
        });
        some.collect()
    }
}

impl Counted {
    fn put(&mut self, open: Open) {
        let age = self.next_age;
        self.next_age += 1;
        self.by_peer.entry(open.peer).or_default().insert(age);
        self.by_id.insert(open.match_id.clone(), age);
        self.by_age.insert(age, open);
    }

    fn take(&mut self, age: u64) -> Option<Open> {
        let open = self.by_age.remove(&age)?;
        self.by_id.remove(&open.match_id);
        if let Some(ages) = self.by_peer.get_mut(&open.peer) {
            ages.remove(&age);
            if ages.is_empty() {
                self.by_peer.remove(&open.peer);
            }
        }
        Some(open)
    }

    fn take_oldest(&mut self) {
        if let Some(oldest) = self.by_age.keys().next().copied() {
            self.take(oldest);
        }
    }
}

impl Orchestrator {
    /// A place for one more match of a caller; none is needed by who has no bound.
    pub(crate) async fn place_for_match(
        &self,
        caller: Option<&Caller>,
    ) -> Result<Option<Place>, Reason> {
        let Some((caller, peer)) = caller.and_then(|caller| Some((caller, caller.peer()?))) else {
            return Ok(None);
        };
        if !caller.has_room(UNSTARTED_MATCHES) {
            self.look_at_unstarted(peer).await;
        }
        caller.hold(UNSTARTED_MATCHES).map(|held| Some(Place { peer, held }))
    }

    /// Releases those matches of a peer of which something has become elsewhere.
    async fn look_at_unstarted(&self, peer: Peer) {
        for match_id in self.unstarted.some_of(peer) {
            let is_unstarted = match self.matches.current(&match_id).await {
                Ok(game_match) => game_match.status() == MatchStatus::Seating,
                Err(reason) => reason != Reason::UnknownMatch,
            };
            if !is_unstarted {
                self.unstarted.release(&match_id);
            }
        }
    }
}
