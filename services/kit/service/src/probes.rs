//! A port of its own for probes, which speak no TLS.

use std::future::pending;

use futures::future::BoxFuture;
use tokio::net::TcpListener;
use tonic::service::Routes;
use tracing::info;

use crate::connections::{Answering, ConnectionLimits, Port};
use crate::health::Health;
use crate::metrics::Metrics;

/// Answers probes, and nothing else, as long as the process lives: whoever
/// asks in mid-drain must hear that it still lives.
pub fn serve_probes(
    listener: TcpListener,
    health: Health,
    metrics: Metrics,
) -> BoxFuture<'static, ()> {
    Box::pin(answer(listener, health, metrics))
}

async fn answer(listener: TcpListener, health: Health, metrics: Metrics) {
    if let Ok(address) = listener.local_addr() {
        info!(%address, "serving probes");
    }
    let limits = ConnectionLimits::beside();
    let port = Port { tls: None, http1: false, limits, age_max: None, metrics };
    let answering = Answering::new(Routes::new(health.service()).prepare());
    port.serve(listener, answering, pending()).await;
}
