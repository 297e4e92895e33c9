//! Fixture that all players and watchers of a load share.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tests_harness::{Client, Fleet, Unanswered};
use tonic::Status;

use crate::figures::CallFigures;
use crate::pace::Pace;

/// A call that got no good answer in its time.
#[derive(Debug, thiserror::Error)]
#[error("place {slot}, {what}: {source}")]
pub struct UnansweredCall {
    /// The slot of the match in the load.
    pub slot: usize,
    pub what: &'static str,
    pub source: Unanswered,
}

/// The cluster as its clients see it, and how far they are.
#[derive(Debug)]
pub(crate) struct Fixture {
    pub(crate) fleet: Fleet,
    pub(crate) pace: Pace,
    figures: Mutex<CallFigures>,
    /// How many moves were acknowledged at each slot.
    moves: Vec<AtomicU64>,
    ending: AtomicBool,
}

impl Fixture {
    pub(crate) fn new(fleet: Fleet, pace: Pace, slots: usize) -> Self {
        let moves = (0..slots).map(|_| AtomicU64::new(0)).collect();
        Self { fleet, pace, figures: Mutex::default(), moves, ending: AtomicBool::new(false) }
    }

    /// Makes a call of somebody at a slot, beginning at a replica.
    pub(crate) async fn call<T, F>(
        &self,
        slot: usize,
        replica: usize,
        what: &'static str,
        call: impl FnMut(Client) -> F,
    ) -> Result<T, UnansweredCall>
    where
        F: Future<Output = Result<T, Status>>,
    {
        match self.fleet.call(replica, slot, call).await {
            Ok((answer, effort)) => {
                self.figures.lock().expect(NEVER_POISONED).note(effort);
                Ok(answer)
            }
            Err(source) => Err(UnansweredCall { slot, what, source }),
        }
    }

    /// Notes moves that were acknowledged at a slot.
    pub(crate) fn moved(&self, slot: usize, moves: u64) {
        self.moves[slot].fetch_add(moves, Ordering::SeqCst);
    }

    /// How many moves were acknowledged at each slot.
    pub(crate) fn moves(&self) -> Vec<u64> {
        self.moves.iter().map(|moves| moves.load(Ordering::SeqCst)).collect()
    }

    /// Lets everybody finish.
    pub(crate) fn end(&self) {
        self.ending.store(true, Ordering::SeqCst);
    }

    pub(crate) fn is_ending(&self) -> bool {
        self.ending.load(Ordering::SeqCst)
    }

    pub(crate) fn figures(&self) -> CallFigures {
        self.figures.lock().expect(NEVER_POISONED).clone()
    }
}

const NEVER_POISONED: &str = "no thread panics while it holds the figures";
