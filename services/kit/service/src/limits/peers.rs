//! Peers that were seen lately, and what each of them uses.

use std::collections::HashMap;
use std::hash::BuildHasher;
use std::sync::Mutex;

use super::usage::Usage;
use crate::Peer;

/// Parts of the table, so that calls seldom wait for each other.
const SHARDS: usize = 16;
/// Peers in one part before those are forgotten that hold nothing. Whoever has so
/// many addresses gains nothing by being forgotten: each of them is a peer.
const KNOWN_MAX: usize = 4096;
const NEVER_POISONED: &str = "no thread panics while it holds the peers";

/// The usage of each peer. It is bounded: peers that hold nothing go first, and
/// what may be held in all is bounded as well.
#[derive(Debug)]
pub(super) struct Peers {
    shards: [Mutex<Shard>; SHARDS],
    hasher: std::hash::RandomState,
}

#[derive(Debug)]
struct Shard {
    known: HashMap<Peer, Usage>,
    sweep_at: usize,
}

impl Peers {
    pub(super) fn none() -> Self {
        let shard = |_| Mutex::new(Shard { known: HashMap::new(), sweep_at: KNOWN_MAX });
        Self { shards: std::array::from_fn(shard), hasher: std::hash::RandomState::new() }
    }

    /// What a peer uses; at first that is what `unused` makes.
    pub(super) fn usage(&self, peer: Peer, unused: impl FnOnce() -> Usage) -> Usage {
        let shard = self.hasher.hash_one(peer) as usize % SHARDS;
        let mut shard = self.shards[shard].lock().expect(NEVER_POISONED);
        if let Some(usage) = shard.known.get(&peer) {
            return usage.clone();
        }
        if shard.known.len() >= shard.sweep_at {
            shard.known.retain(|_, usage| usage.is_shared());
            // Where nearly all hold something, looking again at once finds little.
            shard.sweep_at = KNOWN_MAX.max(shard.known.len() * 2);
        }
        let usage = unused();
        shard.known.insert(peer, usage.clone());
        usage
    }

    #[cfg(test)]
    fn known(&self) -> usize {
        self.shards.iter().map(|shard| shard.lock().expect(NEVER_POISONED).known.len()).sum()
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv6Addr};

    use super::*;

    fn subscriber(number: u64) -> Peer {
        Peer::from(IpAddr::V6(Ipv6Addr::from_bits(u128::from(number) << 64)))
    }

    #[test]
    fn a_hundred_thousand_subscribers_are_forgotten_but_for_those_who_hold_something() {
        let peers = Peers::none();
        let unused = || Usage::none(2, 1);
        let holding = peers.usage(subscriber(7), unused);
        holding.take(1, 5, None);
        for number in 1_000..101_000 {
            peers.usage(subscriber(number), unused);
            assert!(peers.known() <= SHARDS * KNOWN_MAX + 1);
        }
        assert!(peers.known() > 1, "those who came last are still known");
        assert_eq!(peers.usage(subscriber(7), unused).held(1), 5);
    }
}
