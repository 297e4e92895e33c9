//! The orderly end of a process: first no new work, then no work at all.

use std::io;

use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};
use tracing::info;

/// A handle on the end of the process; clones share it.
///
/// A drain has three moments. When it has *begun*, readiness turns off, and
/// balancers get notice. When it is *closing*, they have had it: listeners
/// close, and whoever serves a stream ends it with the revision to resume from;
/// earlier its client would only come back here. When it is *cut*, the bound
/// has passed and streams that are still open are ended from outside.
#[derive(Debug, Clone, Default)]
pub struct Drain {
    begun: CancellationToken,
    closing: CancellationToken,
    cut: CancellationToken,
}

impl Drain {
    /// A drain that begins only when somebody calls [`Drain::begin`].
    pub fn new() -> Self {
        Self::default()
    }

    /// A drain that SIGTERM or SIGINT begins; a second signal cuts it, so that
    /// whoever presses Ctrl-C twice does not wait.
    ///
    /// # Errors
    /// When the process can't listen to signals.
    pub fn on_signals() -> io::Result<Self> {
        let mut terminate = signal(SignalKind::terminate())?;
        let mut interrupt = signal(SignalKind::interrupt())?;
        let drain = Self::new();
        let signalled = drain.clone();
        tokio::spawn(async move {
            for act in [Self::begin, Self::cut] {
                let name = tokio::select! {
                    _ = terminate.recv() => "SIGTERM",
                    _ = interrupt.recv() => "SIGINT",
                };
                info!(signal = name, "signal received");
                act(&signalled);
            }
        });
        Ok(drain)
    }

    /// Begins the drain. Calling it again changes nothing.
    pub fn begin(&self) {
        self.begun.cancel();
    }

    pub fn is_begun(&self) -> bool {
        self.begun.is_cancelled()
    }

    /// Waits until the drain has begun.
    pub fn begun(&self) -> WaitForCancellationFutureOwned {
        self.begun.clone().cancelled_owned()
    }

    /// Ends the notice, and begins the drain if it has not begun.
    pub fn close(&self) {
        self.begun.cancel();
        self.closing.cancel();
    }

    /// Waits until the notice is over.
    pub fn closing(&self) -> WaitForCancellationFutureOwned {
        self.closing.clone().cancelled_owned()
    }

    /// Ends what is still open, and all that comes before.
    pub fn cut(&self) {
        self.close();
        self.cut.cancel();
    }

    /// Waits until the drain is cut.
    pub fn was_cut(&self) -> WaitForCancellationFutureOwned {
        self.cut.clone().cancelled_owned()
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    #[test]
    fn a_drain_begins_before_it_closes_and_is_cut_and_clones_share_it() {
        let drain = Drain::new();
        let clone = drain.clone();
        assert!(!clone.is_begun());
        drain.begin();
        drain.begin();
        assert!(clone.is_begun());
        assert!(clone.begun().now_or_never().is_some());
        assert!(clone.closing().now_or_never().is_none());
        drain.close();
        assert!(clone.closing().now_or_never().is_some());
        assert!(clone.was_cut().now_or_never().is_none());
        drain.cut();
        assert!(clone.was_cut().now_or_never().is_some());
    }

    #[test]
    fn a_cut_begins_and_closes_the_drain() {
        let drain = Drain::new();
        drain.cut();
        assert!(drain.is_begun());
        assert!(drain.closing().now_or_never().is_some());
    }
}
