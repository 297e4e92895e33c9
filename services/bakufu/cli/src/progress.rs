//! Signs of life on standard error, if that is a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// How often something moves.
const MOVE_EVERY: Duration = Duration::from_millis(100);

/// A bar with stages. Dropping it removes it.
pub(crate) struct Stages(ProgressBar);

impl Stages {
    /// A bar for so many stages.
    pub(crate) fn new(stages: usize) -> Self {
        let bar = ProgressBar::new(stages as u64);
        let style = ProgressStyle::with_template("{bar:20} {pos}/{len} {msg}");
        bar.set_style(style.expect("the template is sound"));
        bar.enable_steady_tick(MOVE_EVERY);
        Self(bar)
    }

    /// The next stage begins.
    pub(crate) fn next(&self, doing: &str) {
        self.0.inc(1);
        self.0.set_message(doing.to_owned());
    }
}

impl Drop for Stages {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// A bar that is told how far the work is. Dropping it removes it.
#[derive(Clone)]
pub(crate) struct Bar(ProgressBar);

impl Bar {
    /// A bar for so many pieces of work.
    pub(crate) fn new(pieces: u64) -> Self {
        let bar = ProgressBar::new(pieces);
        let style = ProgressStyle::with_template("{bar:20} {pos}/{len} {per_sec}, {eta} left");
        bar.set_style(style.expect("the template is sound"));
        bar.enable_steady_tick(MOVE_EVERY);
        Self(bar)
    }

    /// So many pieces are done.
    pub(crate) fn reach(&self, done: u64) {
        self.0.set_position(done);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// For work whose end can't be known. Dropping it removes it.
pub(crate) struct Spinner(ProgressBar);

impl Spinner {
    /// Says what is going on.
    pub(crate) fn new(doing: &str) -> Self {
        let bar = ProgressBar::new_spinner();
        bar.set_message(doing.to_owned());
        bar.enable_steady_tick(MOVE_EVERY);
        Self(bar)
    }

    /// Makes room on the terminal for something that is written.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.0.suspend(write)
    }

    /// Says what is going on now.
    pub(crate) fn say(&self, doing: String) {
        self.0.set_message(doing);
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
