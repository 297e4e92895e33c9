//! A timer that is always due soon.

use std::time::Duration;

use tokio::task::JoinHandle;

/// How often it beats; shorter than any time-out that calls set.
const BEAT: Duration = Duration::from_millis(20);

/// Beats until it is dropped.
///
/// Tokio wakes its driver with a system call, and so a sleeping thread, for
/// every timer that is due before all others. Each call sets several time-outs
/// that are far away and never fire; with a timer that is always due earlier,
/// setting them costs no more than a place in a list.
#[derive(Debug)]
pub(crate) struct Pulse(JoinHandle<()>);

impl Pulse {
    /// Starts beating. Needs a Tokio runtime.
    pub(crate) fn start() -> Self {
        Self(tokio::spawn(async {
            let mut beat = tokio::time::interval(BEAT);
            loop {
                beat.tick().await;
            }
        }))
    }
}

impl Drop for Pulse {
    fn drop(&mut self) {
        self.0.abort();
    }
}
