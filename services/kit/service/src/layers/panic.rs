//! A panic of a handler as an answer.

use std::panic::AssertUnwindSafe;
use std::task::{Context, Poll};

use futures::FutureExt;
use futures::future::BoxFuture;
use http::{Request, Response};
use tower::{Layer, Service};

use crate::metrics::Metrics;
use crate::{Reason, telemetry};

/// Answers INTERNAL with the reason BUG when a handler panics. The panic hook
/// has logged it by then ([`crate::telemetry::log_panics`]), with the trace id
/// that the answer carries, so this layer logs nothing.
#[derive(Debug, Clone)]
pub struct PanicLayer {
    metrics: Metrics,
}

impl PanicLayer {
    /// Counts bugs with these metrics.
    pub fn new(metrics: Metrics) -> Self {
        Self { metrics }
    }
}

impl<S> Layer<S> for PanicLayer {
    type Service = PanicService<S>;

    fn layer(&self, inner: S) -> Self::Service {
        PanicService { inner, metrics: self.metrics.clone() }
    }
}

/// See [`PanicLayer`].
#[derive(Debug, Clone)]
pub struct PanicService<S> {
    inner: S,
    metrics: Metrics,
}

impl<S, Q, B> Service<Request<Q>> for PanicService<S>
where
    S: Service<Request<Q>, Response = Response<B>>,
    S::Future: Send + 'static,
    B: Default + 'static,
{
    type Response = Response<B>;
    type Error = S::Error;
    type Future = BoxFuture<'static, Result<Response<B>, S::Error>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<Q>) -> Self::Future {
        // Nothing of the call outlives it, so nobody meets a broken state.
        let answer = AssertUnwindSafe(self.inner.call(request)).catch_unwind();
        let metrics = self.metrics.clone();
        Box::pin(async move {
            answer.await.unwrap_or_else(|_| {
                let bug = telemetry::traced(Reason::bug());
                metrics.refused(&bug, None);
                Ok(bug.status().into_http())
            })
        })
    }
}
