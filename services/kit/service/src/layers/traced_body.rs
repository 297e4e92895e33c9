//! Record of how a call ended, which gRPC tells in the trailers after the body.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Instant;

use http::{HeaderMap, Response, Uri};
use http_body::{Body, Frame, SizeHint};
use tonic::{Code, Status};
use tracing::Span;

use crate::metrics::{Hop, Metrics};

/// Service, method and both together of a gRPC path. What does not look like
/// one gets a fixed name, since it is text that a stranger chose.
pub(super) fn name_of(uri: &Uri) -> (&str, &str, &str) {
    const NAME_BYTES_MAX: usize = 128;
    const OTHER: (&str, &str, &str) = ("other", "other", "other");
    let Some(name) = uri.path().strip_prefix('/') else { return OTHER };
    let plain = |letter: u8| letter.is_ascii_alphanumeric() || matches!(letter, b'.' | b'_' | b'/');
    if name.len() > NAME_BYTES_MAX || !name.bytes().all(plain) {
        return OTHER;
    }
    match name.split_once('/') {
        Some((service, method)) => (service, method, name),
        None => OTHER,
    }
}

/// What to write down when a call ends, however it does.
#[derive(Debug)]
pub(super) struct CallEnd {
    span: Span,
    finish: fn(&Span, Code),
    uri: Uri,
    metrics: Option<Metrics>,
    begun: Instant,
    ended: bool,
}

impl CallEnd {
    pub(super) fn new(
        span: Span,
        finish: fn(&Span, Code),
        uri: Uri,
        metrics: Option<Metrics>,
    ) -> Self {
        Self { span, finish, uri, metrics, begun: Instant::now(), ended: false }
    }

    pub(super) fn span(&self) -> &Span {
        &self.span
    }

    fn end(&mut self, code: Code) {
        if std::mem::replace(&mut self.ended, true) {
            return;
        }
        (self.finish)(&self.span, code);
        if let Some(metrics) = &self.metrics {
            // A method that we do not have is a name that a stranger chose.
            let method = if code == Code::Unimplemented { "other" } else { name_of(&self.uri).2 };
            metrics.hop(Hop::Rpc, method, None, self.begun.elapsed());
        }
    }
}

impl Drop for CallEnd {
    fn drop(&mut self) {
        // Nobody saw the end: the caller went away, or the connection did.
        self.end(Code::Cancelled);
    }
}

/// A response body that notices how the call ended.
#[derive(Debug)]
pub struct TracedBody<B> {
    inner: B,
    end: Option<CallEnd>,
}

impl<B> TracedBody<B> {
    pub(super) fn watch<E>(
        answer: Result<Response<B>, E>,
        mut end: Option<CallEnd>,
    ) -> Result<Response<Self>, E> {
        let code = match &answer {
            // An answer without a body has its status among the headers.
            Ok(response) => code_in(response.headers()),
            Err(_) => Some(Code::Unavailable),
        };
        if let (Some(code), Some(end)) = (code, &mut end) {
            end.end(code);
        }
        answer.map(|response| response.map(|inner| Self { inner, end }))
    }

    fn ended(&mut self, code: Code) {
        if let Some(mut end) = self.end.take() {
            end.end(code);
        }
    }
}

impl<B: Body + Unpin> Body for TracedBody<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        let span = self.end.as_ref().map_or_else(Span::none, |end| end.span.clone());
        let frame = ready!(span.in_scope(|| Pin::new(&mut self.inner).poll_frame(context)));
        match &frame {
            Some(Ok(frame)) => {
                if let Some(trailers) = frame.trailers_ref() {
                    self.ended(code_in(trailers).unwrap_or(Code::Unknown));
                }
            }
            Some(Err(_)) | None => self.ended(Code::Unknown),
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

impl<B: Default> Default for TracedBody<B> {
    fn default() -> Self {
        Self { inner: B::default(), end: None }
    }
}

fn code_in(headers: &HeaderMap) -> Option<Code> {
    Some(Code::from_bytes(headers.get(Status::GRPC_STATUS)?.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grpc_path_is_named_by_service_and_method_and_anything_else_is_other() {
        let uri = Uri::from_static("http://host/bakufu.play.v1.MatchService/GetView");
        let name = "bakufu.play.v1.MatchService/GetView";
        assert_eq!(name_of(&uri), ("bakufu.play.v1.MatchService", "GetView", name));
        let long = format!("/service/{}", "x".repeat(200)).parse().expect("a path");
        for other in [Uri::from_static("/favicon"), Uri::from_static("/a/b%20c"), long] {
            assert_eq!(name_of(&other).2, "other", "{other}");
        }
    }
}
