//! Panics that are caught and told as findings are not reported twice.

use std::panic;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// What the names of the threads that feed inputs begin with.
pub(super) const THREAD: &str = "inputs";
/// What threads are called that serve what is fed over a connection.
pub(super) const SERVING: &str = "inputs are served";

static SERVING_PANICS: AtomicU64 = AtomicU64::new(0);

/// From now on a panic that an input causes, in our code or in a library whose
/// panics we catch, writes nothing to standard error.
pub fn keep_quiet_about_inputs() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        let feeds = thread::current().name().is_some_and(|name| name.starts_with(THREAD));
        if !feeds {
            before(panic);
        }
    }));
}

/// From now on panics of threads that serve are counted: a server survives them, and
/// so nobody else would hear of them.
pub(super) fn count_panics_of_servers() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        note_panic();
        before(panic);
    }));
}

/// Counts a panic of this thread, if it serves.
pub(super) fn note_panic() {
    if thread::current().name() == Some(SERVING) {
        SERVING_PANICS.fetch_add(1, Ordering::Relaxed);
    }
}

/// How many panics of servers there were.
pub(super) fn panics_of_servers() -> u64 {
    SERVING_PANICS.load(Ordering::Relaxed)
}
