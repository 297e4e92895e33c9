//! Requests that never reach a handler, answered like all other bad input.

use std::task::{Context, Poll};

use futures::future::BoxFuture;
use http::{HeaderMap, Request, Response};
use tonic::{Code, Status};
use tower::{Layer, Service};

use crate::Reason;
use crate::metrics::Metrics;

/// Answers MALFORMED where tonic would say INTERNAL or OUT_OF_RANGE without a
/// detail, because a message does not parse or is too large: it is the caller
/// who has to do something about it.
#[derive(Debug, Clone)]
pub struct UnreadableLayer {
    metrics: Metrics,
}

impl UnreadableLayer {
    /// Counts what it refuses.
    pub fn new(metrics: Metrics) -> Self {
        Self { metrics }
    }
}

impl<S> Layer<S> for UnreadableLayer {
    type Service = UnreadableService<S>;

    fn layer(&self, inner: S) -> Self::Service {
        UnreadableService { inner, layer: self.clone() }
    }
}

/// See [`UnreadableLayer`].
#[derive(Debug, Clone)]
pub struct UnreadableService<S> {
    inner: S,
    layer: UnreadableLayer,
}

impl<S, Q, B> Service<Request<Q>> for UnreadableService<S>
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
        let answer = self.inner.call(request);
        let metrics = self.layer.metrics.clone();
        Box::pin(async move {
            let response = answer.await?;
            match unreadable(response.headers()) {
                None => Ok(response),
                Some(reason) => {
                    metrics.refused(&reason, None);
                    Ok(reason.status().into_http())
                }
            }
        })
    }
}

/// What tonic's own refusal means. Ours all carry details, so they pass.
fn unreadable(headers: &HeaderMap) -> Option<Reason> {
    const TOO_LARGE: &str = "decoded message length too large";
    if !headers.contains_key("grpc-status") || headers.contains_key("grpc-status-details-bin") {
        return None;
    }
    let status = Status::from_header_map(headers)?;
    let field = "request";
    match status.code() {
        Code::OutOfRange | Code::ResourceExhausted if status.message().contains(TOO_LARGE) => {
            Some(Reason::malformed(field, "is too large for this call"))
        }
        // An incomplete frame, bytes that are no message, text that is not UTF-8.
        Code::Internal | Code::InvalidArgument => {
            Some(Reason::malformed(field, "is not an encoded message of this call"))
        }
        _ => None,
    }
}
