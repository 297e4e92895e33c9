//! Arrival of requests: nothing is done for one before all of it is there.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::{Bytes, BytesMut};
use futures::FutureExt;
use futures::future::{BoxFuture, Either, poll_fn};
use http::{Request, Response};
use http_body::Body as _;
use http_body_util::Full;
use tonic::body::Body;
use tower::{Layer, Service};

use super::Deadline;
use crate::Reason;
use crate::limits::{CallKind, Caller, Held, Limiter};

/// What a request that is still arriving costs besides its bytes: its stream, its
/// headers and the task that waits for it.
const ARRIVING_BYTES: u64 = 4096;

/// Why a request has not arrived. It travels with the request, without a body, to
/// where calls are refused: in the language of the call, whichever that is.
#[derive(Debug, Clone)]
pub(super) struct NotArrived(pub(super) Reason);

/// Waits for the whole request, whatever it speaks, and notes who makes it. Until
/// then it holds no place of any call, its deadline has not begun, and its bytes
/// are bounded. Only where both sides talk as they like, there is no whole.
#[derive(Debug, Clone)]
pub(crate) struct Arrival(Arc<Limiter>);

impl Arrival {
    pub(crate) fn new(limiter: Arc<Limiter>) -> Self {
        Self(limiter)
    }
}

impl<S> Layer<S> for Arrival {
    type Service = ArrivalService<S>;

    fn layer(&self, inner: S) -> ArrivalService<S> {
        ArrivalService { limiter: Arc::clone(&self.0), inner }
    }
}

/// See [`Arrival`].
#[derive(Debug, Clone)]
pub(crate) struct ArrivalService<S> {
    limiter: Arc<Limiter>,
    inner: S,
}

impl<S, B> Service<Request<Body>> for ArrivalService<S>
where
    S: Service<Request<Body>, Response = Response<B>, Error = Infallible>,
    S: Clone + Send + 'static,
    S::Future: Send,
{
    type Response = Response<B>;
    type Error = Infallible;
    // Most requests are there when their headers are, and nothing waits for them.
    type Future = Either<S::Future, BoxFuture<'static, Result<Response<B>, Infallible>>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        let limiter = &self.limiter;
        let caller = limiter.caller_of(request.extensions(), request.headers());
        request.extensions_mut().insert(caller.clone());
        let is_dialogue = limiter.kind(request.uri().path()) == CallKind::Dialogue;
        if is_dialogue || request.body().is_end_stream() {
            return Either::Left(self.inner.call(request));
        }
        let (head, body) = request.into_parts();
        let mut arriving = Arriving::new(body, limiter.limits.request_bytes_max);
        if let Some(arrived) = poll_fn(|context| arriving.poll(context)).now_or_never() {
            return Either::Left(self.inner.call(with_body(head, arrived)));
        }
        // The one that is ready goes on, and a copy stays.
        let copy = self.inner.clone();
        let mut inner = std::mem::replace(&mut self.inner, copy);
        let limiter = Arc::clone(limiter);
        // Whoever waits for less time is told in time.
        let deadline = Deadline::of_call(&head.headers, limiter.limits.body_time_max);
        Either::Right(Box::pin(async move {
            let mut held = None;
            let arrived = arriving.bounded(&limiter, &caller, &mut held);
            let arrived = tokio::time::timeout_at(deadline.moment(), arrived).await;
            let request = with_body(head, arrived.unwrap_or(Err(Reason::Deadline)));
            let answer = inner.call(request).await;
            // The bytes are there until they have been answered.
            drop(held);
            answer
        }))
    }
}

fn with_body(mut head: http::request::Parts, arrived: Result<Bytes, Reason>) -> Request<Body> {
    let body = arrived.map(|bytes| Body::new(Full::new(bytes))).unwrap_or_else(|why| {
        head.extensions.insert(NotArrived(why));
        Body::empty()
    });
    Request::from_parts(head, body)
}

/// A request of which some bytes may be there.
struct Arriving {
    body: Body,
    /// The bytes, as they came: most requests are one piece, which is not copied.
    first: Bytes,
    /// All of them, once there are more pieces. A caller chooses how many there
    /// are, so they are not kept apart.
    whole: Option<BytesMut>,
    bytes_max: usize,
}

impl Arriving {
    fn new(body: Body, bytes_max: usize) -> Self {
        Self { body, first: Bytes::new(), whole: None, bytes_max }
    }

    fn len(&self) -> usize {
        self.whole.as_ref().map_or(self.first.len(), BytesMut::len)
    }

    /// Ready when all is there, or never will be.
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Result<Bytes, Reason>> {
        while ready!(self.poll_piece(context))?.is_some() {}
        Poll::Ready(Ok(self.take()))
    }

    /// What has arrived.
    fn take(&mut self) -> Bytes {
        let first = std::mem::take(&mut self.first);
        self.whole.take().map_or(first, BytesMut::freeze)
    }

    /// The size of the next piece; none at the end.
    fn poll_piece(&mut self, context: &mut Context<'_>) -> Poll<Result<Option<usize>, Reason>> {
        // What says how long it will be need not come first.
        if self.body.size_hint().lower() > (self.bytes_max - self.len()) as u64 {
            return Poll::Ready(Err(too_large()));
        }
        let frame = match ready!(Pin::new(&mut self.body).poll_frame(context)) {
            None => return Poll::Ready(Ok(None)),
            Some(Ok(frame)) => frame,
            Some(Err(_)) => {
                return Poll::Ready(Err(Reason::malformed("request", "broke off")));
            }
        };
        // Trailers of a request say nothing.
        let piece = frame.into_data().unwrap_or_default();
        let size = piece.len();
        if size > self.bytes_max - self.len() {
            return Poll::Ready(Err(too_large()));
        }
        match &mut self.whole {
            Some(whole) => whole.extend_from_slice(&piece),
            None if self.first.is_empty() => self.first = piece,
            None => {
                let mut whole = BytesMut::with_capacity(self.first.len() + size);
                whole.extend_from_slice(&self.first);
                whole.extend_from_slice(&piece);
                self.whole = Some(whole);
            }
        }
        Poll::Ready(Ok(Some(size)))
    }

    /// Waits until all is there, within what may be arriving at a time.
    async fn bounded(
        mut self,
        limiter: &Limiter,
        caller: &Caller,
        held: &mut Option<Held>,
    ) -> Result<Bytes, Reason> {
        // Apart from what came with it, which a piece may keep in memory as a whole.
        let first = std::mem::take(&mut self.first);
        self.whole.get_or_insert_with(|| BytesMut::from(&*first));
        if let Some(limit) = limiter.limits.table.arriving {
            let so_far = ARRIVING_BYTES + self.len() as u64;
            *held = Some(caller.hold_bytes(limit, so_far)?);
        }
        while let Some(size) = poll_fn(|context| self.poll_piece(context)).await? {
            if let Some(held) = held {
                held.grow(size as u64)?;
            }
        }
        Ok(self.take())
    }
}

fn too_large() -> Reason {
    Reason::malformed("request", "is too large for this call")
}
