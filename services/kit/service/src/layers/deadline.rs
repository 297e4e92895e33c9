//! The moment until which a call must be answered.

use std::sync::Arc;
use std::time::Duration;

use http::{HeaderMap, Request, Response};
use tokio::time::Instant;
use tower::Service;

use super::around::{Around, AroundLayer, ResponseFuture};
use crate::Reason;
use crate::limits::Limiter;
use crate::metrics::Metrics;

/// The moment until which a call must be answered. Handlers pass what remains
/// of it on to the calls that they make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deadline(Instant);

impl Deadline {
    pub fn after(time: Duration) -> Self {
        Self(Instant::now() + time)
    }

    /// The deadline of a call that [`Deadlines`] let in; streams have none.
    pub fn from_request<T>(request: &tonic::Request<T>) -> Option<Self> {
        request.extensions().get().copied()
    }

    /// The time that is left; zero when the deadline has passed.
    pub fn remaining(self) -> Duration {
        self.0.saturating_duration_since(Instant::now())
    }

    /// Gives an outgoing call the time that is left.
    pub fn pass_on<T>(self, request: &mut tonic::Request<T>) {
        request.set_timeout(self.remaining());
    }

    /// The moment itself.
    pub(super) fn moment(self) -> Instant {
        self.0
    }

    /// As far as the caller allows, but not further than the limit.
    pub(super) fn of_call(headers: &HeaderMap, call_time_max: Duration) -> Self {
        let asked = headers.get("grpc-timeout").and_then(|value| parse(value.as_bytes()));
        let Some(asked) = asked.filter(|asked| *asked <= call_time_max) else {
            return Self::after(call_time_max);
        };
        // The caller and tonic itself watch the same time, and neither says
        // what to do when it is over. Our answer has to be there before.
        let lead = (asked / 8).min(Duration::from_millis(100));
        Self::after(asked - lead)
    }
}

/// Ends a call with DEADLINE_EXCEEDED when its time is over: the time that the
/// header `grpc-timeout` allows, or the longest that the process allows.
/// Streams go on.
#[derive(Debug, Clone)]
pub struct Deadlines {
    limiter: Arc<Limiter>,
    metrics: Metrics,
}

impl Deadlines {
    /// Caps the time of calls, except of streams.
    pub(crate) fn new(limiter: Arc<Limiter>, metrics: Metrics) -> AroundLayer<Self> {
        AroundLayer(Self { limiter, metrics })
    }
}

impl Around for Deadlines {
    type Body<B> = B;

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
        if self.limiter.kind(request.uri().path()).is_open_ended() {
            return Box::pin(inner.call(request));
        }
        let deadline = Deadline::of_call(request.headers(), self.limiter.limits.call_time_max);
        request.extensions_mut().insert(deadline);
        let answer = tokio::time::timeout_at(deadline.0, inner.call(request));
        let metrics = self.metrics.clone();
        Box::pin(async move {
            answer.await.unwrap_or_else(|_| {
                metrics.refused(&Reason::Deadline, None);
                Ok(Reason::Deadline.status().into_http())
            })
        })
    }
}

/// At most eight digits and a unit, as gRPC writes it; None if it is not.
fn parse(value: &[u8]) -> Option<Duration> {
    let (unit, digits) = value.split_last()?;
    if digits.is_empty() || digits.len() > 8 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let number: u64 = std::str::from_utf8(digits).ok()?.parse().ok()?;
    match unit {
        b'H' => Some(Duration::from_secs(number * 3600)),
        b'M' => Some(Duration::from_secs(number * 60)),
        b'S' => Some(Duration::from_secs(number)),
        b'm' => Some(Duration::from_millis(number)),
        b'u' => Some(Duration::from_micros(number)),
        b'n' => Some(Duration::from_nanos(number)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn a_timeout_is_read_in_all_its_units() {
        for (text, expected) in [
            ("2H", Some(Duration::from_secs(7200))),
            ("3M", Some(Duration::from_secs(180))),
            ("42S", Some(Duration::from_secs(42))),
            ("99999999m", Some(Duration::from_millis(99_999_999))),
            ("7u", Some(Duration::from_micros(7))),
            ("0n", Some(Duration::ZERO)),
            ("100000000m", None),
            ("S", None),
            ("1", None),
            ("-1S", None),
            ("1.5S", None),
            ("", None),
        ] {
            assert_eq!(parse(text.as_bytes()), expected, "{text}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn the_caller_may_shorten_the_time_but_not_lengthen_it() {
        let max = Duration::from_secs(10);
        let remaining = |timeout: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert("grpc-timeout", HeaderValue::from_static(timeout));
            Deadline::of_call(&headers, max).remaining()
        };
        assert_eq!(Deadline::of_call(&HeaderMap::new(), max).remaining(), max);
        assert_eq!(remaining("1H"), max);
        assert_eq!(remaining("nonsense"), max);
        assert_eq!(remaining("2S"), Duration::from_millis(1900));
        assert_eq!(remaining("80m"), Duration::from_millis(70));
    }

    #[tokio::test(start_paused = true)]
    async fn what_remains_is_passed_on_and_never_negative() {
        let deadline = Deadline::after(Duration::from_secs(3));
        tokio::time::advance(Duration::from_secs(1)).await;
        let mut request = tonic::Request::new(());
        deadline.pass_on(&mut request);
        let header = request.metadata().get("grpc-timeout").expect("it was set");
        assert_eq!(parse(header.as_bytes()), Some(Duration::from_secs(2)));
        tokio::time::advance(Duration::from_secs(5)).await;
        assert_eq!(deadline.remaining(), Duration::ZERO);
    }
}
