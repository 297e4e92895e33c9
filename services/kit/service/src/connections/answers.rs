//! Answers on their way to a peer, and what becomes of one that nobody reads.
//!
//! Over HTTP/2 every stream has a window of its own, which its client opens by
//! reading. A client that leaves it closed takes up no time of ours, but the
//! memory of the answer and of everything that the answer holds on to, for as
//! long as the connection is there; and the connection may be busy with other
//! streams. So each stream ends on its own when its answer stands still.

use std::cell::Cell;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use futures::future::poll_fn;
use http_body::{Frame, SizeHint};
use tokio::time::{Instant, Sleep, sleep_until};
use tonic::Status;
use tonic::body::Body;

use crate::metrics::{ConnectionLimit, Metrics};

use super::activity::UnderWay;

/// The largest piece of an answer that is handed over in one go: a peer has to
/// take so much in the time that it may stand still, and not a whole answer.
const PIECE_BYTES_MAX: usize = 64 * 1024;
/// The largest last piece. With it a stream is out of our hands, and so it can be
/// left unread for as long as the connection lives.
const LAST_PIECE_BYTES_MAX: usize = 4 * 1024;

tokio::task_local! {
    /// Since when what this stream has handed over waits for its window. Only
    /// who has taken that asks for more.
    static WAITS_SINCE: Cell<Option<Instant>>;
}

/// The body of an answer, in pieces. Counts its request as under way.
pub(super) struct Answer {
    body: Body,
    rest: Bytes,
    was_begun: bool,
    _request: UnderWay,
}

impl Answer {
    pub(super) fn new(body: Body, request: UnderWay) -> Self {
        Self { body, rest: Bytes::new(), was_begun: false, _request: request }
    }

    /// Hands over the next piece.
    fn piece(&mut self) -> Frame<Bytes> {
        self.was_begun = true;
        let before_the_last = self.rest.len().saturating_sub(LAST_PIECE_BYTES_MAX);
        let piece = match before_the_last {
            0 => std::mem::take(&mut self.rest),
            length => self.rest.split_to(length.min(PIECE_BYTES_MAX)),
        };
        stand(Some(Instant::now()));
        Frame::data(piece)
    }
}

/// HTTP/1.1 has no streams: what waits there is the connection.
fn stand(since: Option<Instant>) {
    WAITS_SINCE.try_with(|waits_since| waits_since.set(since)).ok();
}

impl http_body::Body for Answer {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        stand(None);
        if !self.rest.is_empty() {
            return Poll::Ready(Some(Ok(self.piece())));
        }
        let frame = std::task::ready!(Pin::new(&mut self.body).poll_frame(context));
        Poll::Ready(frame.map(|frame| {
            frame.map(|frame| match frame.into_data() {
                Ok(data) => {
                    self.rest = data;
                    self.piece()
                }
                Err(trailers) => trailers,
            })
        }))
    }

    fn is_end_stream(&self) -> bool {
        // Else the last piece would be out of our hands before its window is open.
        !self.was_begun && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        // Asked before the first piece, and true for as long as none is cut off.
        if self.rest.is_empty() { self.body.size_hint() } else { SizeHint::default() }
    }
}

/// Runs the streams of connections, and ends one that stands still for too long:
/// its peer gets a RST_STREAM, and all that it holds is free.
#[derive(Debug, Clone)]
pub(super) struct Streams {
    pub(super) stall_max: Duration,
    pub(super) metrics: Metrics,
}

impl<F> hyper::rt::Executor<F> for Streams
where
    F: Future<Output = ()> + Send + 'static,
{
    fn execute(&self, stream: F) {
        let Self { stall_max, metrics } = self.clone();
        let watched = async move {
            if !runs_to_its_end(stream, stall_max).await {
                metrics.connection_limited(ConnectionLimit::Stall);
            }
        };
        tokio::spawn(WAITS_SINCE.scope(Cell::new(None), watched));
    }
}

/// Whether the stream came to its end. No clock is set before it stands still.
async fn runs_to_its_end(stream: impl Future<Output = ()>, stall_max: Duration) -> bool {
    let mut stream = pin!(stream);
    let mut clock: Option<Pin<Box<Sleep>>> = None;
    poll_fn(move |context| {
        if stream.as_mut().poll(context).is_ready() {
            return Poll::Ready(true);
        }
        let Some(since) = WAITS_SINCE.with(Cell::get) else { return Poll::Pending };
        let over_at = since + stall_max;
        let clock = clock.get_or_insert_with(|| Box::pin(sleep_until(over_at)));
        if clock.deadline() != over_at {
            clock.as_mut().reset(over_at);
        }
        clock.as_mut().poll(context).map(|()| false)
    })
    .await
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;
    use futures::future::BoxFuture;
    use http_body::Body as _;
    use http_body_util::{BodyExt, Full};

    use super::*;
    use crate::connections::ConnectionLimits;
    use crate::connections::activity::Activity;

    async fn pieces(length: usize) -> Vec<usize> {
        let request = Activity::new(&ConnectionLimits::default()).begin();
        let body = Full::new(Bytes::from(vec![7; length]));
        let mut answer = Answer::new(Body::new(body), request);
        assert_eq!(answer.is_end_stream(), length == 0);
        let mut lengths = Vec::new();
        while let Some(frame) = answer.frame().await {
            let piece = frame.expect("it is whole").into_data().expect("no trailers");
            assert!(!answer.is_end_stream(), "the last piece has to be taken as well");
            lengths.push(piece.len());
        }
        lengths
    }

    #[tokio::test]
    async fn an_answer_is_handed_over_in_pieces_and_the_last_one_is_small() {
        assert!(pieces(0).await.is_empty());
        assert_eq!(pieces(4_096).await, [4_096]);
        assert_eq!(pieces(4_097).await, [1, 4_096]);
        assert_eq!(pieces(150_000).await, [65_536, 65_536, 14_832, 4_096]);
    }

    async fn passes(time: Duration) {
        tokio::time::timeout(time, std::future::pending::<()>()).await.ok();
    }

    #[tokio::test(start_paused = true)]
    async fn a_stream_ends_when_what_it_has_handed_over_is_not_taken() {
        let max = Duration::from_secs(60);
        let watched = |stream: BoxFuture<'static, ()>| {
            WAITS_SINCE.scope(Cell::new(None), runs_to_its_end(stream, max))
        };

        // It waits for us, and not for its peer.
        let (begun, hour) = (Instant::now(), Duration::from_secs(3600));
        assert!(watched(passes(hour).boxed()).await);
        assert_eq!(begun.elapsed().as_secs(), 3600);

        let begun = Instant::now();
        let stands_still = async move {
            for _ in 0..3 {
                stand(Some(Instant::now()));
                passes(max - Duration::from_secs(1)).await;
            }
            stand(Some(Instant::now()));
            std::future::pending().await
        };
        assert!(!watched(stands_still.boxed()).await);
        assert_eq!(begun.elapsed().as_secs(), 3 * 59 + 60);
    }
}
