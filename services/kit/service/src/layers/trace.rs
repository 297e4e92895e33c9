//! A server span per call, with the caller's span as its parent.

use std::sync::Arc;
use std::task::{Context, Poll};

use futures::future::BoxFuture;
use http::{Request, Response};
use tower::{Layer, Service};
use tracing::{Instrument, Span};
use tracing_opentelemetry::OpenTelemetrySpanExt;

use super::traced_body::{CallEnd, TracedBody, name_of};
use super::{CallKind, Limits};
use crate::metrics::Metrics;
use crate::telemetry::{finish_server_span, remote_parent, server_span};

/// Makes a span for every call and measures how long it took. Without a tracer
/// there are no spans, and only the measurement is left.
#[derive(Debug, Clone)]
pub struct TraceLayer {
    limits: Arc<Limits>,
    metrics: Metrics,
}

impl TraceLayer {
    /// Measures with these metrics, except streams.
    pub fn new(limits: Arc<Limits>, metrics: Metrics) -> Self {
        Self { limits, metrics }
    }
}

impl<S> Layer<S> for TraceLayer {
    type Service = TraceService<S>;

    fn layer(&self, inner: S) -> Self::Service {
        TraceService { inner, layer: self.clone() }
    }
}

/// See [`TraceLayer`].
#[derive(Debug, Clone)]
pub struct TraceService<S> {
    inner: S,
    layer: TraceLayer,
}

impl<S, Q, B> Service<Request<Q>> for TraceService<S>
where
    S: Service<Request<Q>, Response = Response<B>>,
    S::Future: Send + 'static,
    B: Send + 'static,
{
    type Response = Response<TracedBody<B>>;
    type Error = S::Error;
    type Future = BoxFuture<'static, Result<Self::Response, S::Error>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<Q>) -> Self::Future {
        let kind = self.layer.limits.kind(request.uri().path());
        let end = match kind {
            CallKind::Probe => None,
            _ => {
                let span = open_span(&request);
                let metrics = (kind == CallKind::Unary).then(|| self.layer.metrics.clone());
                Some(CallEnd::new(span, finish_server_span, request.uri().clone(), metrics))
            }
        };
        let span = end.as_ref().map_or_else(Span::none, |end| end.span().clone());
        let answer = span.in_scope(|| self.inner.call(request));
        let watched = async move { TracedBody::watch(answer.await, end) };
        Box::pin(watched.instrument(span))
    }
}

fn open_span<Q>(request: &Request<Q>) -> Span {
    let (service, method, name) = name_of(request.uri());
    let span = server_span(service, method, name);
    if !span.is_disabled()
        && let Some(parent) = remote_parent(request.headers())
    {
        span.set_parent(parent).expect("the span was not entered yet");
    }
    span
}
