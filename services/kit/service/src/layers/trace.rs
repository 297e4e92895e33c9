//! A server span per call, with the caller's span as its parent.

use std::sync::Arc;

use http::{Request, Response};
use tower::Service;
use tracing::{Instrument, Span};
use tracing_opentelemetry::OpenTelemetrySpanExt;

use super::around::{Around, AroundLayer, ResponseFuture};
use super::traced_body::{CallEnd, TracedBody, name_of};
use crate::limits::{CallKind, Limiter};
use crate::metrics::Metrics;
use crate::telemetry::{finish_server_span, remote_parent, server_span, within_call};

/// Makes a span for every call and measures how long it took. Without a tracer
/// there are no spans, and only the measurement is left.
#[derive(Debug, Clone)]
pub struct Tracing {
    limiter: Arc<Limiter>,
    metrics: Metrics,
}

impl Tracing {
    /// Measures with these metrics, except streams.
    pub(crate) fn new(limiter: Arc<Limiter>, metrics: Metrics) -> AroundLayer<Self> {
        AroundLayer(Self { limiter, metrics })
    }
}

impl Around for Tracing {
    type Body<B> = TracedBody<B>;

    fn call<S, Q, B>(
        &self,
        inner: &mut S,
        request: Request<Q>,
    ) -> ResponseFuture<Self::Body<B>, S::Error>
    where
        S: Service<Request<Q>, Response = Response<B>>,
        S::Future: Send + 'static,
        S::Error: Send + 'static,
        B: Default + Send + 'static,
    {
        let kind = self.limiter.kind(request.uri().path());
        let end = match kind {
            CallKind::Probe => None,
            _ => {
                let span = open_span(&request);
                let metrics = (kind == CallKind::Unary).then(|| self.metrics.clone());
                Some(CallEnd::new(span, finish_server_span, request.uri().clone(), metrics))
            }
        };
        let span = end.as_ref().map_or_else(Span::none, |end| end.span().clone());
        let answer = span.in_scope(|| inner.call(request));
        let watched = within_call(async move { TracedBody::watch(answer.await, end) });
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
