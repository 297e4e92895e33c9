//! Connector of channels: TCP to a place, TLS with a name.

use std::io;
use std::task::{Context, Poll};

use futures::future::BoxFuture;
use http::Uri;
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use thiserror::Error;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tower::Service;

use super::client::ClientTls;
use super::{ALPN_HTTP2, HANDSHAKE_MAX};

/// Connects to wherever it is told, and believes only who proves this name.
#[derive(Debug, Clone)]
pub struct Connector {
    tls: ClientTls,
    name: ServerName<'static>,
}

/// Why there is no connection.
#[derive(Debug, Error)]
pub enum ConnectError {
    /// There is nobody, or the way is closed.
    #[error("connect to {place}: {source}")]
    Connect { place: String, source: io::Error },
    /// Somebody is there, but not who is expected, or does not speak TLS.
    #[error("TLS handshake with {name} at {place}: {source}")]
    Handshake { name: String, place: String, source: io::Error },
    /// Somebody is there and says nothing.
    #[error("TLS handshake with {name} at {place}: no answer in time")]
    Silent { name: String, place: String },
    /// The right one is there, but speaks no gRPC.
    #[error("{name} at {place} does not speak HTTP/2")]
    NotHttp2 { name: String, place: String },
}

impl Connector {
    pub(super) fn new(tls: ClientTls, name: ServerName<'static>) -> Self {
        Self { tls, name }
    }

    async fn connect(self, uri: Uri) -> Result<TlsStream<TcpStream>, ConnectError> {
        let host = uri.host().unwrap_or_default().trim_matches(['[', ']']);
        let place = format!("{host}:{}", uri.port_u16().unwrap_or(443));
        let tcp = connect_tcp(host, uri.port_u16().unwrap_or(443));
        let tcp =
            tcp.await.map_err(|source| ConnectError::Connect { place: place.clone(), source })?;

        let name = self.name.to_str().into_owned();
        // The configuration of this moment: it may be another one next time.
        let handshake = TlsConnector::from(self.tls.current()).connect(self.name, tcp);
        let tls = match tokio::time::timeout(HANDSHAKE_MAX, handshake).await {
            Ok(Ok(tls)) => tls,
            Ok(Err(source)) => return Err(ConnectError::Handshake { name, place, source }),
            Err(_) => return Err(ConnectError::Silent { name, place }),
        };
        if tls.get_ref().1.alpn_protocol() != Some(ALPN_HTTP2) {
            return Err(ConnectError::NotHttp2 { name, place });
        }
        Ok(tls)
    }
}

impl Service<Uri> for Connector {
    type Response = TokioIo<TlsStream<TcpStream>>;
    type Error = ConnectError;
    type Future = BoxFuture<'static, Result<Self::Response, ConnectError>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), ConnectError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, uri: Uri) -> Self::Future {
        let connector = self.clone();
        Box::pin(async move { connector.connect(uri).await.map(TokioIo::new) })
    }
}

async fn connect_tcp(host: &str, port: u16) -> io::Result<TcpStream> {
    let tcp = TcpStream::connect((host, port)).await?;
    // Small messages in both directions: waiting to fill a packet costs more.
    tcp.set_nodelay(true)?;
    Ok(tcp)
}
