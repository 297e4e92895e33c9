//! A bound on what is under way at once.

use std::sync::Arc;

use futures::future;
use http::{Request, Response};
use tokio::sync::Semaphore;
use tower::Service;

use super::around::{Around, AroundLayer, ResponseFuture};
use super::stream::{HeldBody, Hold};
use super::{CallKind, Limits};
use crate::Reason;
use crate::drain::Drain;
use crate::metrics::Metrics;

/// Refuses with RESOURCE_EXHAUSTED what is above the limits, at once and with
/// the time after which to retry. All connections share the limits.
#[derive(Debug, Clone)]
pub struct Limiting {
    limits: Arc<Limits>,
    calls: Arc<Semaphore>,
    streams: Arc<Semaphore>,
    metrics: Metrics,
    drain: Drain,
}

impl Limiting {
    /// Limits calls and streams; a drain that is cut ends the streams.
    pub fn new(limits: Arc<Limits>, metrics: Metrics, drain: Drain) -> AroundLayer<Self> {
        let calls = Arc::new(Semaphore::new(limits.calls_max));
        let streams = Arc::new(Semaphore::new(limits.streams_max));
        AroundLayer(Self { limits, calls, streams, metrics, drain })
    }
}

impl Around for Limiting {
    type Body<B> = HeldBody<B>;

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
        let Self { limits, calls, streams, metrics, drain } = self;
        let kind = limits.kind(request.uri().path());
        let slots = match kind {
            CallKind::Probe => None,
            CallKind::Unary => Some(calls),
            CallKind::Stream => Some(streams),
        };
        let permit = match slots.map(|slots| slots.clone().try_acquire_owned()).transpose() {
            Ok(permit) => permit,
            Err(_) => {
                let overloaded = Reason::Overloaded { retry_after: limits.retry_after };
                metrics.refused(&overloaded, None);
                return Box::pin(future::ready(Ok(overloaded.status().into_http())));
            }
        };
        let stream = (kind == CallKind::Stream).then(|| (metrics.clone(), drain.clone()));
        let answer = inner.call(request);
        Box::pin(async move {
            let response = answer.await?;
            // A stream keeps its slot until its last byte, a call until here.
            let hold = stream.map(|(metrics, drain)| Hold::new(permit, &metrics, &drain));
            Ok(response.map(|body| HeldBody::new(body, hold)))
        })
    }
}
