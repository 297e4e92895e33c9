//! A port of its own for probes, which speak no TLS.

use futures::future::BoxFuture;
use tokio::net::TcpListener;
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use tracing::{error, info};

use crate::health::Health;

/// Calls at once on one connection; a probe needs one.
const CONNECTION_CALLS_MAX: u32 = 8;

/// Answers probes, and nothing else, as long as the process lives: whoever
/// asks in mid-drain must hear that it still lives.
pub fn serve_probes(listener: TcpListener, health: Health) -> BoxFuture<'static, ()> {
    Box::pin(answer(listener, health))
}

async fn answer(listener: TcpListener, health: Health) {
    if let Ok(address) = listener.local_addr() {
        info!(%address, "serving probes");
    }
    let served = Server::builder()
        .max_concurrent_streams(CONNECTION_CALLS_MAX)
        .add_service(health.service())
        .serve_with_incoming(TcpIncoming::from(listener));
    if let Err(error) = served.await {
        error!(%error, "serve probes");
    }
}
