//! A bound on what is under way, and on what begins.

use std::sync::Arc;

use futures::future;
use http::{Request, Response};
use tower::Service;

use super::around::{Around, AroundLayer, ResponseFuture};
use super::arrival::NotArrived;
use super::stream::{HeldBody, Hold};
use crate::Reason;
use crate::drain::Drain;
use crate::limits::{Caller, Held, Limiter};
use crate::metrics::Metrics;

/// Refuses with RESOURCE_EXHAUSTED what is above the limits, at once and with
/// the time after which to retry, and what has not arrived.
#[derive(Debug, Clone)]
pub struct Limiting {
    limiter: Arc<Limiter>,
    metrics: Metrics,
    drain: Drain,
}

impl Limiting {
    /// Limits calls and streams; a drain that is cut ends the streams.
    pub(crate) fn new(limiter: Arc<Limiter>, metrics: Metrics, drain: Drain) -> AroundLayer<Self> {
        AroundLayer(Self { limiter, metrics, drain })
    }

    /// What a call that has arrived holds while it is under way.
    fn admit<Q>(&self, request: &mut Request<Q>) -> Result<Held, Reason> {
        let counted = self.limiter.counted(request.uri().path());
        let extensions = request.extensions_mut();
        match extensions.remove() {
            Some(NotArrived(why)) => Err(why),
            None => match extensions.get::<Caller>() {
                Some(caller) => caller.admit(counted),
                // The process itself calls.
                None => self.limiter.caller(None).admit(counted),
            },
        }
    }
}

impl Around for Limiting {
    type Body<B> = HeldBody<B>;

    fn call<S, Q, B>(
        &self,
        inner: &mut S,
        mut request: Request<Q>,
    ) -> ResponseFuture<Self::Body<B>, S::Error>
    where
        S: Service<Request<Q>, Response = Response<B>>,
        S::Future: Send + 'static,
        S::Error: Send + 'static,
        B: Default + Send + 'static,
    {
        let held = match self.admit(&mut request) {
            Ok(held) => held,
            Err(reason) => {
                self.metrics.refused(&reason, None);
                return Box::pin(future::ready(Ok(reason.status().into_http())));
            }
        };
        let is_open_ended = self.limiter.kind(request.uri().path()).is_open_ended();
        let stream = is_open_ended.then(|| (self.metrics.clone(), self.drain.clone()));
        let answer = inner.call(request);
        Box::pin(async move {
            let response = answer.await?;
            // A stream keeps its slot until its last byte, a call until here.
            let hold = stream.map(|(metrics, drain)| Hold::new(held, &metrics, &drain));
            Ok(response.map(|body| HeldBody::new(body, hold)))
        })
    }
}
