//! A client span per outgoing call, whose context travels with it.

use std::task::{Context, Poll};

use futures::future::BoxFuture;
use http::{Request, Response};
use tower::Service;
use tracing::Instrument;
use tracing_opentelemetry::OpenTelemetrySpanExt;

use super::traced_body::{CallEnd, TracedBody, name_of};
use crate::telemetry::{client_span, finish_client_span, inject};

/// A channel whose calls are part of the current trace.
///
/// Generated clients take it like any channel:
/// `RulesServiceClient::new(TracedChannel::new(channel))`. Without a tracer it
/// adds no span and no header.
#[derive(Debug, Clone)]
pub struct TracedChannel<S> {
    inner: S,
}

impl<S> TracedChannel<S> {
    pub fn new(inner: S) -> Self {
        Self { inner }
    }
}

impl<S, Q, B> Service<Request<Q>> for TracedChannel<S>
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

    fn call(&mut self, mut request: Request<Q>) -> Self::Future {
        let (service, method, name) = name_of(request.uri());
        let span = client_span(service, method, name);
        if span.is_disabled() {
            let answer = self.inner.call(request);
            return Box::pin(async move { TracedBody::watch(answer.await, None) });
        }
        inject(&span.context(), request.headers_mut());
        let end = CallEnd::new(span.clone(), finish_client_span, request.uri().clone(), None);
        let answer = span.in_scope(|| self.inner.call(request));
        let watched = async move { TracedBody::watch(answer.await, Some(end)) };
        Box::pin(watched.instrument(span))
    }
}
