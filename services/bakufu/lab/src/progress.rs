//! Bars of progress on standard error, if that is a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// How often something moves.
const MOVE_EVERY: Duration = Duration::from_millis(100);

/// A bar with stages. Dropping it removes it.
pub(crate) struct Stages(ProgressBar);

impl Stages {
    pub(crate) fn new(stages: usize) -> Self {
        let bar = ProgressBar::new(stages as u64);
        let style = ProgressStyle::with_template("{bar:20} {pos}/{len} {msg}");
        bar.set_style(style.expect("the template is sound"));
        bar.enable_steady_tick(MOVE_EVERY);
        Self(bar)
    }

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

/// A bar for work that is counted. Dropping it removes it.
pub(crate) struct CountBar(ProgressBar);

impl CountBar {
    /// A bar for so much of something.
    pub(crate) fn new(doing: &str, total: u64) -> Self {
        let bar = ProgressBar::new(total);
        let style = ProgressStyle::with_template("{bar:20} {pos}/{len} {msg}");
        bar.set_style(style.expect("the template is sound"));
        bar.set_message(doing.to_owned());
        bar.enable_steady_tick(MOVE_EVERY);
        Self(bar)
    }

    /// So much more is done.
    pub(crate) fn add(&self, done: u64) {
        self.0.inc(done);
    }
}

impl Drop for CountBar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
