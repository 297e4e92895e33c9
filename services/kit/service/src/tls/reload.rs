//! A configuration that follows its files.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use tokio::sync::watch;
use tokio::time::MissedTickBehavior;
use tracing::{error, info};

use crate::metrics::{Metrics, TlsSide};

use super::error::TlsError;

/// Files that make a configuration together.
pub(super) trait Source: Send + Sync + 'static {
    type Contents: PartialEq + Send + 'static;
    type Config: Send + Sync + 'static;

    /// Which side of a connection it is for.
    const SIDE: TlsSide;

    fn read_files(&self) -> Result<Self::Contents, TlsError>;

    /// Makes a configuration of them.
    fn build(&self, contents: &Self::Contents) -> Result<Built<Self::Config>, TlsError>;
}

/// A configuration, and when the own certificate ends, if there is one.
pub(super) struct Built<C> {
    pub(super) config: C,
    pub(super) not_after: Option<SystemTime>,
}

/// The present configuration; clones share it.
pub(super) struct Reloading<C>(watch::Receiver<Arc<C>>);

impl<C: Send + Sync + 'static> Reloading<C> {
    /// A configuration that never changes.
    pub(super) fn fixed(config: C) -> Self {
        Self(watch::channel(Arc::new(config)).1)
    }

    /// Reads the files now and then every `interval`, until nobody needs them
    /// any more. Needs a Tokio runtime.
    pub(super) fn watch<S: Source<Config = C>>(
        source: S,
        interval: Duration,
        metrics: Metrics,
    ) -> Result<Self, TlsError> {
        let seen = source.read_files()?;
        let Built { config, not_after } = source.build(&seen)?;
        let (sender, receiver) = watch::channel(Arc::new(config));
        log_loaded(S::SIDE, not_after);
        let source = Arc::new(source);
        let follower = Follower { source, seen, not_after, failure: None, sender, metrics };
        tokio::spawn(follower.follow(interval));
        Ok(Self(receiver))
    }

    /// What counts for a connection that is made now.
    pub(super) fn current(&self) -> Arc<C> {
        Arc::clone(&self.0.borrow())
    }
}

impl<C> Clone for Reloading<C> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<C> fmt::Debug for Reloading<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Reloading(..)")
    }
}

struct Follower<S: Source> {
    source: Arc<S>,
    seen: S::Contents,
    not_after: Option<SystemTime>,
    /// What was logged, so that it is not logged at every look.
    failure: Option<String>,
    sender: watch::Sender<Arc<S::Config>>,
    metrics: Metrics,
}

impl<S: Source> Follower<S> {
    async fn follow(mut self, interval: Duration) {
        let mut looks = tokio::time::interval(interval);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = looks.tick() => {}
                () = self.sender.closed() => return,
            }
            match self.look().await {
                Ok(()) => self.failure = None,
                Err(error) => self.complain(error.to_string()),
            }
            if let Some(not_after) = self.not_after {
                self.metrics.tls_expires(S::SIDE, seconds_until(not_after));
            }
        }
    }

    /// Contents are compared, since a mounted Secret changes by moving a link,
    /// which neither the size nor the time of a file has to show.
    async fn look(&mut self) -> Result<(), TlsError> {
        let source = Arc::clone(&self.source);
        let contents = tokio::task::spawn_blocking(move || source.read_files())
            .await
            .expect("reading files does not panic")?;
        if contents == self.seen {
            return Ok(());
        }
        let Built { config, not_after } = self.source.build(&contents)?;
        if has_ended(not_after) && !has_ended(self.not_after) {
            return Err(TlsError::Ended);
        }
        self.sender.send_replace(Arc::new(config));
        self.seen = contents;
        self.not_after = not_after;
        log_loaded(S::SIDE, not_after);
        Ok(())
    }

    fn complain(&mut self, failure: String) {
        if self.failure.as_ref() != Some(&failure) {
            error!(
                side = S::SIDE.name(),
                %failure,
                "new TLS files can't be used, the present ones stay"
            );
            self.failure = Some(failure);
        }
    }
}

fn log_loaded(side: TlsSide, not_after: Option<SystemTime>) {
    let side = side.name();
    match not_after {
        Some(end) if has_ended(not_after) => {
            let not_after = humantime::format_rfc3339_seconds(end);
            error!(side, %not_after, "the TLS certificate has ended");
        }
        Some(end) => {
            let not_after = humantime::format_rfc3339_seconds(end);
            info!(side, %not_after, "TLS files loaded");
        }
        None => info!(side, "TLS files loaded"),
    }
}

fn has_ended(not_after: Option<SystemTime>) -> bool {
    not_after.is_some_and(|end| end < SystemTime::now())
}

/// Negative once it is over.
fn seconds_until(end: SystemTime) -> f64 {
    match end.duration_since(SystemTime::now()) {
        Ok(left) => left.as_secs_f64(),
        Err(passed) => -passed.duration().as_secs_f64(),
    }
}
