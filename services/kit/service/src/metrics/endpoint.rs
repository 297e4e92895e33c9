//! A small HTTP server for whoever scrapes metrics.

use std::io;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures::future::BoxFuture;
use prometheus::{Registry, TextEncoder};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

/// How long a scrape that is under way may delay the end of the process.
const LAST_SCRAPE_MAX: Duration = Duration::from_secs(1);

/// Answers `GET /metrics` with the registry and `GET /healthz` while the
/// process lives, until `shutdown` resolves.
///
/// # Errors
/// When the listener fails.
pub fn serve_prometheus(
    listener: TcpListener,
    registry: Registry,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> BoxFuture<'static, io::Result<()>> {
    serve_until(listener, registry, Box::pin(shutdown))
}

fn serve_until(
    listener: TcpListener,
    registry: Registry,
    shutdown: BoxFuture<'static, ()>,
) -> BoxFuture<'static, io::Result<()>> {
    Box::pin(answer(listener, registry, shutdown))
}

async fn answer(
    listener: TcpListener,
    registry: Registry,
    shutdown: BoxFuture<'static, ()>,
) -> io::Result<()> {
    let routes = Router::new()
        .route("/metrics", get(metrics))
        .route("/healthz", get(|| async { "ok\n" }))
        .with_state(registry);
    let stopped = CancellationToken::new();
    let signal = stopped.clone();
    let server = axum::serve(listener, routes).with_graceful_shutdown(async move {
        shutdown.await;
        signal.cancel();
    });
    tokio::select! {
        result = server.into_future() => result,
        () = async {
            stopped.cancelled().await;
            tokio::time::sleep(LAST_SCRAPE_MAX).await;
        } => Ok(()),
    }
}

async fn metrics(State(registry): State<Registry>) -> Response {
    match TextEncoder::new().encode_to_string(&registry.gather()) {
        Ok(text) => ([(CONTENT_TYPE, prometheus::TEXT_FORMAT)], text).into_response(),
        Err(error) => {
            tracing::error!(%error, "encode metrics");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}
