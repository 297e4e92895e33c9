//! Answers at moments that do not tell how long they took to make.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Buf;
use futures::future::{self, BoxFuture, MapOk};
use futures::{FutureExt, TryFutureExt};
use http::{Request, Response};
use http_body::{Body, Frame, SizeHint};
use http_body_util::BodyExt;
use tokio::time::{Instant, sleep_until};
use tower::{Layer, Service};

/// The clock of the runtime is so coarse: it sleeps for whole milliseconds from when it
/// has nothing to do, and so wakes the later the longer the work has taken.
const COARSE: Duration = Duration::from_millis(3);

/// When a call is answered: as soon as the answer is there, unless its handler wants
/// it at a multiple of the quantum after the call has come.
#[derive(Debug, Clone)]
pub struct AnswerTime {
    come: Instant,
    quantum: Duration,
    is_quantized: Arc<AtomicBool>,
}

impl AnswerTime {
    fn of_call(quantum: Duration) -> Self {
        Self { come: Instant::now(), quantum, is_quantized: Arc::default() }
    }

    /// The time of a call that [`Quantizing`] let in, if it keeps any back.
    pub fn from_request<T>(request: &tonic::Request<T>) -> Option<&Self> {
        request.extensions().get()
    }

    /// Keeps the answer back until a multiple of the quantum is over.
    pub fn quantize(&self) {
        self.is_quantized.store(true, Ordering::Release);
    }

    /// The next such moment.
    fn next(&self) -> Instant {
        let passed = self.come.elapsed().as_nanos() / self.quantum.as_nanos().max(1);
        let quanta = u32::try_from(passed).unwrap_or(u32::MAX).saturating_add(1);
        self.come + self.quantum.saturating_mul(quanta)
    }

    /// Waits for that moment. The last bit is slept on a thread of its own, whose clock
    /// is a fine one.
    pub async fn wait(&self) {
        let due = self.next();
        sleep_until(due - COARSE.min(self.quantum)).await;
        let left = due.saturating_duration_since(Instant::now());
        // Only a runtime that ends lets no thread sleep any more.
        tokio::task::spawn_blocking(move || std::thread::sleep(left)).await.ok();
    }
}

/// Lets handlers choose when they are answered ([`AnswerTime`]). It goes around
/// everything that looks at the content of an answer, translations above all. What
/// waits here is encoded already.
#[derive(Debug, Clone, Copy)]
pub struct Quantizing {
    quantum: Duration,
}

impl Quantizing {
    /// Without a quantum every answer goes out at once.
    pub const fn new(quantum: Duration) -> Self {
        Self { quantum }
    }
}

impl<S> Layer<S> for Quantizing {
    type Service = QuantizedService<S>;

    fn layer(&self, inner: S) -> QuantizedService<S> {
        QuantizedService { inner, quantum: self.quantum }
    }
}

/// See [`Quantizing`].
#[derive(Debug, Clone)]
pub struct QuantizedService<S> {
    inner: S,
    quantum: Duration,
}

impl<S, Q, B> Service<Request<Q>> for QuantizedService<S>
where
    S: Service<Request<Q>, Response = Response<B>>,
    S::Future: Send + 'static,
    B: Body + Unpin + Send + 'static,
    B::Data: Send,
    B::Error: Send,
{
    type Response = Response<BegunBody<B>>;
    type Error = S::Error;
    // Where nothing is kept back, nothing is boxed.
    type Future = future::Either<
        MapOk<S::Future, fn(Response<B>) -> Self::Response>,
        BoxFuture<'static, Result<Self::Response, S::Error>>,
    >;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, mut request: Request<Q>) -> Self::Future {
        let at_once: fn(Response<B>) -> Self::Response = |answer| answer.map(BegunBody::not_yet);
        if self.quantum.is_zero() {
            return future::Either::Left(self.inner.call(request).map_ok(at_once));
        }
        let time = AnswerTime::of_call(self.quantum);
        request.extensions_mut().insert(time.clone());
        let answer = self.inner.call(request);
        let answer = async move {
            let answer = answer.await?;
            if !time.is_quantized.load(Ordering::Acquire) {
                return Ok(at_once(answer));
            }
            let (parts, mut body) = answer.into_parts();
            // Bodies are encoded when they are asked for.
            let first = body.frame().await;
            time.wait().await;
            Ok(Response::from_parts(parts, BegunBody { first, rest: body }))
        };
        future::Either::Right(answer.boxed())
    }
}

/// A body of which the first frame may be there already.
#[derive(Debug)]
pub struct BegunBody<B: Body> {
    first: Option<Result<Frame<B::Data>, B::Error>>,
    rest: B,
}

impl<B: Body> BegunBody<B> {
    fn not_yet(rest: B) -> Self {
        Self { first: None, rest }
    }
}

// Nothing but the rest is ever pinned.
impl<B: Body + Unpin> Unpin for BegunBody<B> {}

impl<B: Body + Unpin> Body for BegunBody<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        match self.first.take() {
            Some(first) => Poll::Ready(Some(first)),
            None => Pin::new(&mut self.rest).poll_frame(context),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.first.is_none() && self.rest.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let mut hint = self.rest.size_hint();
        let first = self.first.as_ref().and_then(|first| first.as_ref().ok()?.data_ref());
        if let Some(data) = first {
            let begun = data.remaining() as u64;
            let upper = hint.upper().map(|upper| upper + begun);
            hint = SizeHint::new();
            hint.set_lower(self.rest.size_hint().lower() + begun);
            upper.into_iter().for_each(|upper| hint.set_upper(upper));
        }
        hint
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use bytes::Bytes;
    use http_body_util::Full;
    use tower::{ServiceExt, service_fn};

    use super::*;

    const QUANTUM: Duration = Duration::from_millis(5);

    /// How long a call takes whose answer takes that long to make.
    async fn time_of(quantum: Duration, makes_for: Duration, quantizes: bool) -> Duration {
        let handler = service_fn(move |request: Request<()>| async move {
            // What it works on does not come about.
            tokio::time::timeout(makes_for, future::pending::<()>()).await.ok();
            if let Some(time) = request.extensions().get::<AnswerTime>().filter(|_| quantizes) {
                time.quantize();
            }
            Ok::<_, Infallible>(Response::new(Full::new(Bytes::from_static(b"answer"))))
        });
        let begun = Instant::now();
        let Ok(answer) = Quantizing::new(quantum).layer(handler).oneshot(Request::new(())).await;
        let took = begun.elapsed();
        assert_eq!(answer.body().size_hint().exact(), Some(6));
        let whole = answer.into_body().collect().await.expect("it has no faults");
        assert_eq!(whole.to_bytes(), "answer");
        took
    }

    #[tokio::test]
    async fn a_quantized_answer_comes_no_sooner_than_the_next_multiple_of_the_quantum() {
        for (makes_for, quanta) in [(0, 1), (1, 1), (6, 2), (23, 5)] {
            let took = time_of(QUANTUM, Duration::from_millis(makes_for), true).await;
            assert!(took >= QUANTUM * quanta, "{took:?} after {makes_for} ms");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn any_other_answer_comes_at_once() {
        for (quantum, quantizes) in [(QUANTUM, false), (Duration::ZERO, true)] {
            let makes_for = Duration::from_millis(3);
            assert_eq!(time_of(quantum, makes_for, quantizes).await, makes_for);
        }
    }
}
