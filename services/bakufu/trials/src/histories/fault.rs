//! Faults between an orchestrator and its store.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use tokio::sync::Notify;

use bakufu_proofs::Dice;

/// Which operation of a call is hit, as often as it is written here.
const OPERATIONS: [u32; 8] = [0, 0, 0, 1, 1, 2, 3, 4];

/// Something that goes wrong while a command is under way.
#[derive(Clone, Copy, Debug)]
pub(super) struct InjectedFault {
    /// Whose operations it waits for.
    pub(super) whose: Whose,
    /// Which store operation it hits, from zero.
    pub(super) operation: u32,
    pub(super) times: u32,
    pub(super) what: What,
}

/// Who asks the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whose {
    Caller,
    /// What the replica does by itself: bots, watchers, sweeps.
    Background,
}

/// What happens to the operation, and to who asked for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// It fails and has not happened.
    FailBefore,
    /// It has happened, but the answer is lost.
    FailAfter,
    /// It fails, and happens after so many other operations.
    FailLate(u32),
    /// The client gives up before it happens.
    GiveUpBefore,
    /// The client gives up after it has happened.
    GiveUpAfter,
    /// The replica dies before it happens.
    KillBefore,
    /// The replica dies after it has happened.
    KillAfter,
}

impl InjectedFault {
    /// A fault, or none, for a command.
    pub(super) fn roll(dice: &mut Dice) -> Option<Self> {
        let (hits, caller) = (dice.percent(30), dice.percent(85));
        let what = match dice.below(10) {
            0 | 1 => What::FailBefore,
            2 | 3 => What::FailAfter,
            4 => What::FailLate(dice.below(6) as u32),
            5 => What::GiveUpBefore,
            6 => What::GiveUpAfter,
            7 => What::KillBefore,
            _ => What::KillAfter,
        };
        let whose = if caller { Whose::Caller } else { Whose::Background };
        // Most calls have one operation, and few have many.
        let operation = OPERATIONS[dice.below(OPERATIONS.len())];
        let times = 1 + dice.below(3) as u32;
        hits.then_some(Self { whose, operation, times, what })
    }
}

/// A fault that waits for its operation.
#[derive(Debug)]
pub(super) struct Trap {
    fault: Option<InjectedFault>,
    operations: AtomicU32,
    hit: AtomicBool,
    vanished: Notify,
}

impl Trap {
    /// A trap for this fault; without one it never springs.
    pub(super) fn new(fault: Option<InjectedFault>) -> Arc<Self> {
        let (operations, hit, vanished) = Default::default();
        Arc::new(Self { fault, operations, hit, vanished })
    }

    /// One more operation: what happens to it, if anything.
    pub(super) fn step(&self) -> Option<What> {
        let fault = self.fault?;
        let operation = self.operations.fetch_add(1, Ordering::SeqCst);
        let hits = (fault.operation..fault.operation + fault.times).contains(&operation);
        if hits {
            self.hit.store(true, Ordering::SeqCst);
        }
        hits.then_some(fault.what)
    }

    /// Whether it has sprung.
    pub(super) fn has_hit(&self) -> bool {
        self.hit.load(Ordering::SeqCst)
    }

    /// Tells that nobody waits for the call any more.
    pub(super) fn vanish(&self) {
        self.vanished.notify_one();
    }

    /// Waits until nobody waits for the call any more.
    pub(super) async fn vanished(&self) {
        self.vanished.notified().await;
    }
}
