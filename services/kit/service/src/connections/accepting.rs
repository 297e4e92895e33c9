//! Accepting: taking connections from the system, also when it can't give any.

use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::task::{Context, Poll};
use std::time::Duration;

use futures::future::poll_fn;
use tokio::net::{TcpListener, TcpStream};
use tracing::warn;

use crate::metrics::{ConnectionLimit, Metrics};
use crate::telemetry::Seldom;

/// How long to wait before the system is asked again.
const SHORTAGE_WAIT: Duration = Duration::from_millis(100);

/// What connections come from.
pub(super) trait Listen {
    type Connection;

    fn poll_accept(
        &self,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<(Self::Connection, SocketAddr)>>;
}

impl Listen for TcpListener {
    type Connection = TcpStream;

    fn poll_accept(&self, context: &mut Context<'_>) -> Poll<io::Result<(TcpStream, SocketAddr)>> {
        Self::poll_accept(self, context)
    }
}

/// The next connection.
///
/// Without a file for it the system refuses at once, and the connection stays
/// first in its queue: asking again and again would take a whole core. So it is
/// asked again after a while; whoever calls this may do so earlier, when one of
/// its connections has ended.
pub(super) async fn accept<L: Listen>(
    listener: &L,
    metrics: &Metrics,
    seldom: &Seldom,
) -> (L::Connection, SocketAddr) {
    loop {
        let error = match poll_fn(|context| listener.poll_accept(context)).await {
            Ok(accepted) => return accepted,
            Err(error) if is_of_one_connection(&error) => continue,
            Err(error) => error,
        };
        metrics.connection_limited(ConnectionLimit::OpenFiles);
        if let Some(count) = seldom.due(ConnectionLimit::OpenFiles.name()) {
            warn!(%error, count, "connections can't be accepted");
        }
        tokio::time::sleep(SHORTAGE_WAIT).await;
    }
}

/// Whether the error is about a connection that has gone by now, which accept
/// reports in its place. Everything else is about this process or the system.
fn is_of_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::ConnectionAborted
            | ErrorKind::ConnectionReset
            | ErrorKind::ConnectionRefused
            | ErrorKind::HostUnreachable
            | ErrorKind::NetworkUnreachable
            | ErrorKind::NetworkDown
            | ErrorKind::TimedOut
            | ErrorKind::Interrupted
    )
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use tokio::time::Instant;

    use super::*;

    /// EMFILE.
    const TOO_MANY_OPEN_FILES: i32 = 24;

    /// Fails as often as it is told to, and then accepts.
    struct Failing {
        error: fn() -> io::Error,
        failures: Cell<usize>,
        asked: Cell<usize>,
    }

    impl Failing {
        fn new(failures: usize, error: fn() -> io::Error) -> Self {
            Self { error, failures: Cell::new(failures), asked: Cell::default() }
        }
    }

    impl Listen for Failing {
        type Connection = ();

        fn poll_accept(&self, _: &mut Context<'_>) -> Poll<io::Result<((), SocketAddr)>> {
            self.asked.set(self.asked.get() + 1);
            Poll::Ready(match self.failures.get().checked_sub(1) {
                None => Ok(((), ([127, 0, 0, 1], 1).into())),
                Some(left) => {
                    self.failures.set(left);
                    Err((self.error)())
                }
            })
        }
    }

    fn out_of_files() -> io::Error {
        io::Error::from_raw_os_error(TOO_MANY_OPEN_FILES)
    }

    #[tokio::test(start_paused = true)]
    async fn without_files_the_system_is_asked_ten_times_a_second() {
        let (listener, seldom) = (Failing::new(usize::MAX, out_of_files), Seldom::default());
        let metrics = Metrics::unread();
        let minute = Duration::from_secs(60);
        let accepted = accept(&listener, &metrics, &seldom);
        tokio::time::timeout(minute, accepted).await.expect_err("there are no files");
        assert!((590..=610).contains(&listener.asked.get()), "{}", listener.asked.get());
    }

    #[tokio::test(start_paused = true)]
    async fn with_files_again_the_connection_is_accepted() {
        let (listener, seldom) = (Failing::new(3, out_of_files), Seldom::default());
        let begun = Instant::now();
        accept(&listener, &Metrics::unread(), &seldom).await;
        assert_eq!(begun.elapsed().as_millis(), 3 * SHORTAGE_WAIT.as_millis());
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_that_has_gone_delays_nobody() {
        let aborted = || io::Error::from(ErrorKind::ConnectionAborted);
        let (listener, seldom) = (Failing::new(1000, aborted), Seldom::default());
        let begun = Instant::now();
        accept(&listener, &Metrics::unread(), &seldom).await;
        assert_eq!(begun.elapsed(), Duration::ZERO);
    }
}
