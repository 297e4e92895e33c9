//! A small HTTP server for whoever scrapes metrics.

use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures::FutureExt;
use futures::future::BoxFuture;
use prometheus::{Registry, TextEncoder};
use tokio::net::TcpListener;
use tonic::service::Routes;

use crate::connections::{Answering, ConnectionLimits, Port};

use super::Metrics;

/// How long a scrape that is under way may delay the end of the process.
const LAST_SCRAPE_MAX: Duration = Duration::from_secs(1);

/// Answers `GET /metrics` with the registry and `GET /healthz` while the
/// process lives, until `shutdown` resolves.
pub fn serve_prometheus(
    listener: TcpListener,
    registry: Registry,
    metrics: Metrics,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> BoxFuture<'static, ()> {
    serve_until(listener, registry, metrics, Box::pin(shutdown))
}

fn serve_until(
    listener: TcpListener,
    registry: Registry,
    metrics: Metrics,
    shutdown: BoxFuture<'static, ()>,
) -> BoxFuture<'static, ()> {
    Box::pin(answer(listener, registry, metrics, shutdown))
}

async fn answer(
    listener: TcpListener,
    registry: Registry,
    metrics: Metrics,
    shutdown: BoxFuture<'static, ()>,
) {
    let routes = Router::new()
        .route("/metrics", get(scraped))
        .route("/healthz", get(|| async { "ok\n" }))
        .with_state(registry);
    let answering = Answering::new(Routes::from(routes));
    let limits = ConnectionLimits::beside();
    let port = Port { tls: None, http1: true, limits, age_max: None, metrics };
    let shutdown = shutdown.shared();
    tokio::select! {
        () = port.serve(listener, answering, shutdown.clone()) => {}
        () = async {
            shutdown.await;
            tokio::time::sleep(LAST_SCRAPE_MAX).await;
        } => {}
    }
}

async fn scraped(State(registry): State<Registry>) -> Response {
    match TextEncoder::new().encode_to_string(&registry.gather()) {
        Ok(text) => ([(CONTENT_TYPE, prometheus::TEXT_FORMAT)], text).into_response(),
        Err(error) => {
            tracing::error!(%error, "encode metrics");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}
