//! Requests that never reach a handler, answered like all other bad input.

use http::{HeaderMap, Request, Response};
use tonic::{Code, Status};
use tower::Service;

use super::around::{Around, AroundLayer, ResponseFuture};
use crate::Reason;
use crate::metrics::Metrics;

/// Answers MALFORMED where tonic would say INTERNAL or OUT_OF_RANGE without a
/// detail, because a message does not parse or is too large: it is the caller
/// who has to do something about it.
#[derive(Debug, Clone)]
pub struct MalformedMessages {
    metrics: Metrics,
}

impl MalformedMessages {
    /// Counts what it refuses.
    pub fn new(metrics: Metrics) -> AroundLayer<Self> {
        AroundLayer(Self { metrics })
    }
}

impl Around for MalformedMessages {
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
        let answer = inner.call(request);
        let metrics = self.metrics.clone();
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
