//! Panics that are caught and told as findings are not reported twice.

use std::panic;
use std::thread;

/// What the names of the threads that feed inputs begin with.
pub(super) const THREAD: &str = "inputs";

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
