//! Usage of limits by one peer, or by all: what is held, and what has begun lately.

use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use governor::clock::MonotonicClock;
use governor::nanos::Nanos;
use governor::state::{InMemoryState, NotKeyed, StateStore};
use governor::{Quota, RateLimiter};

/// Usage of every limit of a table. Clones share it.
#[derive(Debug, Clone)]
pub(super) struct Usage(Arc<Counters>);

#[derive(Debug)]
struct Counters {
    held: Box<[AtomicU64]>,
    begun: Box<[InMemoryState]>,
}

impl Usage {
    /// Nothing is used of so many limits on what is held, and on what begins.
    pub(super) fn none(held: usize, begun: usize) -> Self {
        let held = (0..held).map(|_| AtomicU64::new(0)).collect();
        let begun = (0..begun).map(|_| InMemoryState::default()).collect();
        Self(Arc::new(Counters { held, begun }))
    }

    /// Nothing is used of the same limits.
    pub(super) fn unused(&self) -> Self {
        Self::none(self.0.held.len(), self.0.begun.len())
    }

    /// Takes as much of a limit if it stays within a bound.
    pub(super) fn take(&self, limit: usize, amount: u64, max: Option<u64>) -> bool {
        let held = &self.0.held[limit];
        let before = held.fetch_add(amount, Ordering::Relaxed);
        let fits = max.is_none_or(|max| before.saturating_add(amount) <= max);
        if !fits {
            held.fetch_sub(amount, Ordering::Relaxed);
        }
        fits
    }

    pub(super) fn give_back(&self, limit: usize, amount: u64) {
        self.0.held[limit].fetch_sub(amount, Ordering::Relaxed);
    }

    pub(super) fn held(&self, limit: usize) -> u64 {
        self.0.held[limit].load(Ordering::Relaxed)
    }

    /// Whether somebody has it in hand.
    pub(super) fn is_shared(&self) -> bool {
        Arc::strong_count(&self.0) > 1
    }
}

impl PartialEq for Usage {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Usage {}

impl Hash for Usage {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.0).hash(state);
    }
}

/// Limiter of what may begin, whose state is in the usage of each peer: so one
/// table of peers is all that has to be kept small.
pub(super) type Rate = RateLimiter<Usage, InUsage, MonotonicClock>;

/// Where in a usage the state of a limiter is.
#[derive(Debug)]
pub(super) struct InUsage(usize);

pub(super) fn rate(quota: Quota, begun: usize) -> Rate {
    Rate::new(quota, InUsage(begun), MonotonicClock)
}

impl StateStore for InUsage {
    type Key = Usage;

    fn measure_and_replace<T, F, E>(&self, usage: &Usage, measure: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        usage.0.begun[self.0].measure_and_replace(&NotKeyed::NonKey, measure)
    }
}
