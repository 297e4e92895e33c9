//! Panics that are caught and told as findings are not reported twice.

use std::panic;
use std::thread;

/// The name of the threads that feed inputs.
pub(super) const THREAD: &str = "inputs";

/// From now on a panic that an input causes, in our code or in a library whose
/// panics we catch, writes nothing to standard error.
pub fn keep_quiet_about_inputs() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if thread::current().name() != Some(THREAD) {
            before(panic);
        }
    }));
}
