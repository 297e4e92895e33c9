//! A stream's slot, and its end when the process can't wait any longer.

use std::pin::Pin;
use std::task::{Context, Poll};

use http::HeaderMap;
use http_body::{Body, Frame, SizeHint};
use tokio_util::sync::WaitForCancellationFutureOwned;
use tonic::Status;

use crate::drain::Drain;
use crate::limits::Held;
use crate::metrics::{Metrics, StillOpen};

/// What an open stream holds on to.
#[derive(Debug)]
pub(super) struct Hold {
    cut: Pin<Box<WaitForCancellationFutureOwned>>,
    _slot: Held,
    _counted: StillOpen,
}

impl Hold {
    pub(super) fn new(slot: Held, metrics: &Metrics, drain: &Drain) -> Self {
        let cut = Box::pin(drain.was_cut());
        Self { cut, _slot: slot, _counted: metrics.stream_opened() }
    }
}

/// A response body that may hold a stream's slot.
#[derive(Debug, Default)]
pub struct HeldBody<B> {
    inner: B,
    hold: Option<Hold>,
    cut: bool,
}

impl<B> HeldBody<B> {
    pub(super) fn new(inner: B, hold: Option<Hold>) -> Self {
        Self { inner, hold, cut: false }
    }
}

impl<B: Body + Unpin> Body for HeldBody<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        if self.cut {
            return Poll::Ready(None);
        }
        // What the stream has to say goes first: its owner knows a better end.
        if let Poll::Ready(frame) = Pin::new(&mut self.inner).poll_frame(context) {
            if frame.is_none() {
                self.hold = None;
            }
            return Poll::Ready(frame);
        }
        let Some(hold) = &mut self.hold else { return Poll::Pending };
        if hold.cut.as_mut().poll(context).is_pending() {
            return Poll::Pending;
        }
        self.cut = true;
        self.hold = None;
        Poll::Ready(Some(Ok(Frame::trailers(shutting_down()))))
    }

    fn is_end_stream(&self) -> bool {
        self.cut || self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        if self.hold.is_some() { SizeHint::default() } else { self.inner.size_hint() }
    }
}

/// UNAVAILABLE without a reason of ours, as if the connection had broken:
/// every client resumes after that anyway.
fn shutting_down() -> HeaderMap {
    let mut trailers = HeaderMap::new();
    let status = Status::unavailable("the server shuts down: call again to resume");
    status.add_header(&mut trailers).expect("the text is plain");
    trailers
}
