//! The one way in which every process serves gRPC.

use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;
use thiserror::Error;
use tokio::net::TcpListener;
use tonic::body::Body;
use tonic::service::Routes;
use tonic_reflection::server::Builder as Reflection;
use tower::{ServiceBuilder, ServiceExt};
use tracing::{info, warn};

use crate::connections::{Answering, ConnectionLimits, Port};
use crate::drain::Drain;
use crate::health::Health;
use crate::http_routes::{HttpLayer, HttpRoutes};
use crate::layers::{Arrival, Deadlines, Limiting, MalformedMessages, Panics, Quantizing, Tracing};
use crate::limits::{Limiter, Limits};
use crate::metrics::Metrics;
use crate::tls::ServerTls;

/// The end of a drain in which streams that were cut say goodbye.
const GOODBYE_MAX: Duration = Duration::from_millis(500);

/// How to serve. [`Serving::new`] sets what fits most processes.
#[derive(Debug, Clone)]
pub struct Serving {
    /// Answers probes; turns to not ready when the drain begins. The process
    /// itself decides when it is ready ([`Health::ready`]).
    pub health: Health,
    /// When to stop.
    pub drain: Drain,
    /// Where calls are counted.
    pub metrics: Metrics,
    /// How much to take on at once.
    pub limits: Limits,
    /// At multiples of this after a call has come is it answered, if its handler wants
    /// that. Zero: every call is answered at once.
    pub answer_quantum: Duration,
    /// How many connections to have, and how long each may be silent.
    pub connections: ConnectionLimits,
    /// The longest that open calls may delay the end once the drain has begun.
    pub drain_max: Duration,
    /// How long to go on accepting after readiness is off, until balancers
    /// have noticed. It is part of `drain_max`.
    pub drain_notice: Duration,
    /// After this time clients have to connect again, so that they meet new
    /// replicas. None: connections stay.
    pub connection_age_max: Option<Duration>,
    /// What the port proves itself with, and whom it lets in. None: everybody,
    /// without TLS.
    pub tls: Option<ServerTls>,
    /// What else the port speaks, for browsers and curl. None: gRPC only, over
    /// HTTP/2 only.
    pub http: Option<HttpRoutes>,
    /// Encoded FileDescriptorSets for reflection. None given: no reflection.
    pub descriptor_sets: Vec<&'static [u8]>,
}

impl Serving {
    /// The usual way to serve.
    pub fn new(health: Health, drain: Drain, metrics: Metrics) -> Self {
        Self {
            health,
            drain,
            metrics,
            limits: Limits::default(),
            answer_quantum: Duration::ZERO,
            connections: ConnectionLimits::default(),
            drain_max: Duration::from_secs(10),
            drain_notice: Duration::ZERO,
            connection_age_max: None,
            tls: None,
            http: None,
            descriptor_sets: Vec::new(),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// All calls were answered.
    Drained,
    /// Some calls were still open when the time was over.
    Cut,
}

/// Why serving failed.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The descriptor sets cannot be published.
    #[error("build the reflection service: {0}")]
    Reflection(#[from] tonic_reflection::server::Error),
}

/// Serves these routes, health and reflection until the drain is over.
///
/// In a box, as everything is that only waits for a server: the code behind an
/// `async fn` is compiled anew in every crate that awaits it, and behind this one
/// is the whole transport.
///
/// # Errors
/// When the descriptor sets do not parse.
pub fn serve(
    listener: TcpListener,
    routes: Routes,
    serving: Serving,
) -> BoxFuture<'static, Result<Ended, ServeError>> {
    Box::pin(serve_until_drained(listener, routes, serving))
}

async fn serve_until_drained(
    listener: TcpListener,
    routes: Routes,
    serving: Serving,
) -> Result<Ended, ServeError> {
    let Serving { health, drain, metrics, limits, drain_max, drain_notice, .. } = serving;
    let routes = routes.add_service(health.service());
    let routes = add_reflection(routes, &serving.descriptor_sets)?;
    let limiter = Limiter::new(limits, metrics.clone());
    let http1 = serving.http.is_some();

    let answering = ServiceBuilder::new()
        // Only what is there as a whole may take a place from others.
        .layer(Arrival::new(Arc::clone(&limiter)))
        // How long an answer takes may tell what is in it, in whatever language.
        .layer(Quantizing::new(serving.answer_quantum))
        // What is not gRPC goes its own way, and comes back in here as gRPC.
        .layer(HttpLayer::new(serving.http))
        // One span per call, around everything else, so that refusals show as well.
        .layer(Tracing::new(Arc::clone(&limiter), metrics.clone()))
        // A bug in a handler costs one call, not the connection with its other calls.
        .layer(Panics::new(metrics.clone()))
        // Refuse at once what would only wait; the client knows when to retry.
        .layer(Limiting::new(Arc::clone(&limiter), metrics.clone(), drain.clone()))
        // Nobody waits for an answer after its deadline, so do not compute it.
        .layer(Deadlines::new(limiter, metrics.clone()))
        // What does not parse is the caller's fault, and says so.
        .layer(MalformedMessages::new(metrics.clone()))
        .service(routes.prepare());
    let answering = Answering::new(answering.map_response(|answer| answer.map(Body::new)));
    if let Ok(address) = listener.local_addr() {
        info!(%address, tls = serving.tls.is_some(), "serving");
    }
    let port = Port {
        tls: serving.tls,
        http1,
        limits: serving.connections,
        age_max: serving.connection_age_max,
        metrics,
    };
    let stop_accepting = {
        let drain = drain.clone();
        async move {
            drain.begun().await;
            info!("drain begins");
            health.draining().await;
            tokio::select! {
                () = tokio::time::sleep(drain_notice.min(drain_max)) => drain.close(),
                () = drain.closing() => {}
            }
            info!("listener closes");
        }
    };
    tokio::select! {
        () = port.serve(listener, answering, stop_accepting) => {
            info!("drained");
            Ok(Ended::Drained)
        }
        // The port would wait for open streams without a bound.
        () = bound(&drain, drain_max) => {
            warn!(drain_max = %humantime::format_duration(drain_max), "open calls were cut");
            Ok(Ended::Cut)
        }
    }
}

/// Resolves when a drain that has begun may not last any longer.
async fn bound(drain: &Drain, drain_max: Duration) {
    drain.begun().await;
    let patience = drain_max.saturating_sub(GOODBYE_MAX);
    tokio::select! {
        () = tokio::time::sleep(patience) => drain.cut(),
        () = drain.was_cut() => {}
    }
    tokio::time::sleep(GOODBYE_MAX.min(drain_max)).await;
}

fn add_reflection(
    routes: Routes,
    descriptor_sets: &[&'static [u8]],
) -> Result<Routes, tonic_reflection::server::Error> {
    if descriptor_sets.is_empty() {
        return Ok(routes);
    }
    let builder = || {
        descriptor_sets.iter().fold(
            Reflection::configure()
                .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET),
            |builder, set| builder.register_encoded_file_descriptor_set(set),
        )
    };
    // Older tools only know the alpha name of the same service.
    Ok(routes.add_service(builder().build_v1()?).add_service(builder().build_v1alpha()?))
}
