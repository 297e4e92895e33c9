//! Handshake of one connection, which its peer may be slow with or get wrong.

use std::io;

use rustls::Error as RustlsError;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout_at};
use tracing::debug;

use crate::metrics::{HandshakeFault, Metrics};

use super::HANDSHAKE_MAX;
use super::connection::Connection;
use super::server::ServerTls;

/// The connection, if its handshake goes well.
pub(crate) async fn shake_hands(
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
