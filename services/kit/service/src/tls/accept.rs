//! Many handshakes at a time, so that a slow one delays nobody else.

use std::io;

use futures::{Stream, StreamExt, future};
use rustls::Error as RustlsError;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout_at};
use tokio_util::task::AbortOnDropHandle;
use tracing::debug;

use crate::metrics::{HandshakeFault, Metrics};

use super::HANDSHAKE_MAX;
use super::connection::Connection;
use super::server::ServerTls;

/// Handshakes under way at a time. Further connections wait in the backlog of
/// the system; each handshake ends soon, one way or the other.
const HANDSHAKES_MAX: usize = 1024;

/// Turns connections into those whose handshake went well.
pub(crate) fn accept_tls(
    incoming: impl Stream<Item = io::Result<TcpStream>>,
    tls: ServerTls,
    http1: bool,
    metrics: Metrics,
) -> impl Stream<Item = io::Result<Connection>> {
    incoming
        .map(move |tcp| {
            let (tls, metrics) = (tls.clone(), metrics.clone());
            // Tasks of their own, since a handshake is a lot of arithmetic.
            AbortOnDropHandle::new(tokio::spawn(async move {
                match tcp {
                    Ok(tcp) => shake_hands(tcp, &tls, http1, &metrics).await.map(Ok),
                    Err(error) => Some(Err(error)),
                }
            }))
        })
        .buffer_unordered(HANDSHAKES_MAX)
        .filter_map(|ended| future::ready(ended.ok().flatten()))
}

async fn shake_hands(
    tcp: TcpStream,
    tls: &ServerTls,
    http1: bool,
    metrics: &Metrics,
) -> Option<Connection> {
    let peer = tcp.peer_addr().ok();
    let deadline = Instant::now() + HANDSHAKE_MAX;
    let handshake = tls.acceptor(http1).accept(tcp).into_fallible();
    let (fault, error) = match timeout_at(deadline, handshake).await {
        Ok(Ok(stream)) => return Some(Connection::Tls(Box::new(stream))),
        Ok(Err((error, tcp))) => {
            // Who is late to hear the reason has lost it.
            let _ = timeout_at(deadline, part(tcp)).await;
            (fault_of(&error), error.to_string())
        }
        Err(_) => (HandshakeFault::Slow, "not done in time".to_owned()),
    };
    // A port in public hears a lot of nonsense, so it is counted and not told.
    metrics.handshake_failed(fault);
    debug!(?peer, %error, "TLS handshake failed");
    None
}

/// Lets the peer read why it was refused: closing a socket with unread bytes
/// in it would take back what was sent.
async fn part(mut tcp: TcpStream) -> io::Result<()> {
    tcp.shutdown().await?;
    let mut ignored = [0; 1024];
    while tcp.read(&mut ignored).await? > 0 {}
    Ok(())
}

fn fault_of(error: &io::Error) -> HandshakeFault {
    match error.get_ref().and_then(|source| source.downcast_ref::<RustlsError>()) {
        Some(RustlsError::NoCertificatesPresented) => HandshakeFault::NoCertificate,
        Some(RustlsError::InvalidCertificate(_)) => HandshakeFault::BadCertificate,
        Some(RustlsError::AlertReceived(_)) => HandshakeFault::RefusedByPeer,
        Some(RustlsError::InvalidMessage(_)) => HandshakeFault::NotTls,
        _ => HandshakeFault::Other,
    }
}
