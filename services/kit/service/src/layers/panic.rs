//! A panic of a handler as an answer.

use std::panic::AssertUnwindSafe;

use futures::FutureExt;
use http::{Request, Response};
use tower::Service;

use super::around::{Around, AroundLayer, ResponseFuture};
use crate::metrics::Metrics;
use crate::{Reason, telemetry};

/// Answers INTERNAL with the reason BUG when a handler panics. The panic hook
/// has logged it by then ([`crate::telemetry::log_panics`]), with the trace id
/// that the answer carries, so this layer logs nothing.
#[derive(Debug, Clone)]
pub struct Panics {
    metrics: Metrics,
}

impl Panics {
    /// Counts bugs with these metrics.
    pub fn new(metrics: Metrics) -> AroundLayer<Self> {
        AroundLayer(Self { metrics })
    }
}

impl Around for Panics {
    type Body<B> = B;

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
        // Nothing of the call outlives it, so nobody meets a broken state.
        let answer = AssertUnwindSafe(inner.call(request)).catch_unwind();
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
