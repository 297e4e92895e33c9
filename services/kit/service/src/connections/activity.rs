//! Activity of one connection: what is under way on it, and since when nothing is.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::metrics::ConnectionLimit;

use super::ConnectionLimits;

/// Counts the requests of a connection. Only whole headers of requests count:
/// neither bytes nor pings make a connection less silent.
#[derive(Debug)]
pub(super) struct Activity {
    first_request_max: Duration,
    idle_max: Option<Duration>,
    requests: Mutex<Requests>,
}

#[derive(Debug)]
struct Requests {
    under_way: usize,
    were_any: bool,
    none_since: Instant,
}

/// One request, until the last byte of its answer was taken.
#[derive(Debug)]
pub(super) struct UnderWay(Arc<Activity>);

/// What follows from the silence of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Silence {
    /// Nothing before then.
    Bearable { look_at: Instant },
    /// Nothing, however long it is.
    Welcome,
    /// The connection has to end.
    TooLong(ConnectionLimit),
}

impl Activity {
    /// Of a connection that was made just now.
    pub(super) fn new(limits: &ConnectionLimits) -> Arc<Self> {
        let requests = Requests { under_way: 0, were_any: false, none_since: Instant::now() };
        Arc::new(Self {
            first_request_max: limits.first_request_max,
            idle_max: limits.idle_max,
            requests: Mutex::new(requests),
        })
    }

    /// The header of a request has arrived.
    pub(super) fn begin(self: &Arc<Self>) -> UnderWay {
        let mut requests = self.requests();
        requests.under_way += 1;
        requests.were_any = true;
        UnderWay(Arc::clone(self))
    }

    /// Looked at now and then, so that requests need not set any clock.
    pub(super) fn silence(&self) -> Silence {
        let now = Instant::now();
        let requests = self.requests();
        let (max, limit) = match (requests.were_any, self.idle_max) {
            (false, _) => (self.first_request_max, ConnectionLimit::FirstRequest),
            (true, Some(idle_max)) => (idle_max, ConnectionLimit::Idle),
            (true, None) => return Silence::Welcome,
        };
        let none_since = if requests.under_way > 0 { now } else { requests.none_since };
        let until = none_since + max;
        if now >= until {
            return Silence::TooLong(limit);
        }
        // A request that comes and goes in the meantime begins another silence.
        let look_at = self.idle_max.map_or(until, |idle_max| until.min(now + idle_max));
        Silence::Bearable { look_at }
    }

    fn requests(&self) -> MutexGuard<'_, Requests> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        let mut requests = self.0.requests();
        requests.under_way -= 1;
        requests.none_since = Instant::now();
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn activity(idle_max: Option<Duration>) -> Arc<Activity> {
        let first_request_max = 10 * SECOND;
        let limits = ConnectionLimits { first_request_max, idle_max, ..Default::default() };
        Activity::new(&limits)
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_that_asks_nothing_ends_soon() {
        for idle_max in [None, Some(300 * SECOND)] {
            let activity = activity(idle_max);
            let look_at = Instant::now() + 10 * SECOND;
            assert_eq!(activity.silence(), Silence::Bearable { look_at });
            advance(10 * SECOND).await;
            assert_eq!(activity.silence(), Silence::TooLong(ConnectionLimit::FirstRequest));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn an_idle_connection_ends_later_and_never_while_something_is_under_way() {
        let activity = activity(Some(300 * SECOND));
        let request = activity.begin();
        drop(activity.begin());
        advance(3600 * SECOND).await;
        let look_at = Instant::now() + 300 * SECOND;
        assert_eq!(activity.silence(), Silence::Bearable { look_at });
        drop(request);
        advance(299 * SECOND).await;
        assert_eq!(activity.silence(), Silence::Bearable { look_at: Instant::now() + SECOND });
        advance(SECOND).await;
        assert_eq!(activity.silence(), Silence::TooLong(ConnectionLimit::Idle));
        let _another = activity.begin();
        assert!(matches!(activity.silence(), Silence::Bearable { .. }));
    }

    #[tokio::test(start_paused = true)]
    async fn an_idle_time_that_is_shorter_than_that_of_a_first_request_counts() {
        let activity = activity(Some(SECOND));
        assert_eq!(activity.silence(), Silence::Bearable { look_at: Instant::now() + SECOND });
        drop(activity.begin());
        advance(SECOND).await;
        assert_eq!(activity.silence(), Silence::TooLong(ConnectionLimit::Idle));
    }

    #[tokio::test(start_paused = true)]
    async fn where_idle_connections_stay_they_stay() {
        let activity = activity(None);
        drop(activity.begin());
        advance(3600 * SECOND).await;
        assert_eq!(activity.silence(), Silence::Welcome);
    }
}
