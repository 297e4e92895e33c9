//! People: whether calls are being answered, to which work that nobody waits for gives
//! way.

use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use tokio::time::Instant;

/// How long after the last call people count as gone. A client that makes several calls
/// makes the next one within it; one that comes later meets few steps of bots.
const QUIET: Duration = Duration::from_millis(100);

/// The calls that this replica answers.
#[derive(Default)]
pub(crate) struct People {
    calls: Mutex<Calls>,
}

#[derive(Default)]
struct Calls {
    under_way: usize,
    last_ended: Option<Instant>,
}

/// A call that is under way until this is dropped.
pub(crate) struct Call<'a>(&'a People);

impl People {
    /// Notes that a call begins.
    pub(crate) fn call(&self) -> Call<'_> {
        self.calls().under_way += 1;
        Call(self)
    }

    /// From when on they count as gone, if nobody calls until then; none while a call
    /// is under way.
    pub(crate) fn gone_at(&self) -> Option<Instant> {
        let calls = self.calls();
        if calls.under_way > 0 {
            return None;
        }
        Some(calls.last_ended.map_or_else(Instant::now, |ended| ended + QUIET))
    }

    fn calls(&self) -> MutexGuard<'_, Calls> {
        self.calls.lock().expect("no thread panics while it counts calls")
    }
}

impl Drop for Call<'_> {
    fn drop(&mut self) {
        let mut calls = self.0.calls();
        calls.under_way -= 1;
        calls.last_ended = Some(Instant::now());
    }
}
