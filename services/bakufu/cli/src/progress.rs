//! Spinners on standard error, if that is a terminal.

use std::time::Duration;

use indicatif::ProgressBar;

/// How often something moves.
const MOVE_EVERY: Duration = Duration::from_millis(100);

/// For work whose end can't be known. Dropping it removes it.
pub struct Spinner(ProgressBar);

impl Spinner {
    /// Says what is going on.
    pub fn new(doing: &str) -> Self {
        let bar = ProgressBar::new_spinner();
        bar.set_message(doing.to_owned());
        bar.enable_steady_tick(MOVE_EVERY);
        Self(bar)
    }

    /// Makes room on the terminal for something that is written.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.0.suspend(write)
    }

    /// Says what is going on now.
    pub fn say(&self, doing: String) {
        self.0.set_message(doing);
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
