//! One connection: bytes there, bytes back, and its end.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::pin::pin;
use std::time::Duration;

use thiserror::Error;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

/// A server that says nothing for so long waits for more. One that is only slow is
/// then cut off, which is an outcome like any other.
pub(super) const QUIET: Duration = Duration::from_millis(3);
/// A connection that its client has closed is over in this time, and so is one with a
/// good request that asks for its end.
pub(super) const END_MAX: Duration = Duration::from_secs(20);
/// More than any of the requests asks for. What comes after it is not read.
const ANSWER_BYTES_MAX: usize = 8 * 1024 * 1024;

/// What should never become of a connection.
#[derive(Debug, Error)]
pub(super) enum Broken {
    #[error("no connection: {0}")]
    Refused(#[from] io::Error),
    #[error("the connection is open {END_MAX:?} after its client closed it")]
    Open,
}

/// Sends everything, closes when nothing comes for some time, and returns what came.
pub(super) async fn exchange(
    to: SocketAddr,
    from: Ipv4Addr,
    sent: &[u8],
    quiet: Duration,
) -> Result<Vec<u8>, Broken> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((from, 0).into())?;
    let mut connection = socket.connect(to).await?;
    connection.set_nodelay(true)?;
    let mut answer = Vec::new();
    if is_over(&mut connection, sent, &mut answer, quiet).await {
        return Ok(answer);
    }
    // Whoever is gone by now has nothing more to say.
    connection.shutdown().await.ok();
    match timeout(END_MAX, rest_of(&mut connection, &mut answer)).await {
        Ok(()) => Ok(answer),
        Err(_) => Err(Broken::Open),
    }
}

/// Whether the server has closed the connection, or has said enough.
async fn is_over(
    connection: &mut TcpStream,
    sent: &[u8],
    answer: &mut Vec<u8>,
    quiet: Duration,
) -> bool {
    let (mut reader, mut writer) = connection.split();
    let mut writing = pin!(writer.write_all(sent));
    let mut is_written = false;
    loop {
        tokio::select! {
            // A server that has closed takes no more, and what it said counts.
            _ = &mut writing, if !is_written => is_written = true,
            read = timeout(quiet, reader.read_buf(answer)) => match read {
                Ok(Ok(0) | Err(_)) => return true,
                Ok(Ok(_)) if answer.len() > ANSWER_BYTES_MAX => return true,
                Ok(Ok(_)) => {}
                Err(_) if is_written => return false,
                Err(_) => {}
            },
        }
    }
}

/// Reads to the end.
async fn rest_of(reader: &mut (impl AsyncRead + Unpin), answer: &mut Vec<u8>) {
    while answer.len() <= ANSWER_BYTES_MAX && matches!(reader.read_buf(answer).await, Ok(1..)) {}
}
