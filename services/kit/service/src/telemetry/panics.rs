//! Panics as log lines.

use std::panic;

use tracing::error;

/// Logs every panic of the process once, where it happens, with the trace id of
/// the call that met it.
///
/// Only a literal text is logged. A formatted one may hold a hand of cards;
/// the location leads to the invariant just as well.
pub fn log_panics() {
    panic::set_hook(Box::new(|info| {
        let location = info.location().map(ToString::to_string).unwrap_or_default();
        let literal = info.payload().downcast_ref::<&'static str>();
        let message = literal.copied().unwrap_or("formatted text withheld");
        error!(location, message, "a panic, which is a bug");
    }));
}
