//! One call to the rules: behind the bulkhead, at some pod, within its time.

use std::error::Error;
use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use kit_service::Reason;
use kit_service::metrics::Hop;
use match_orchestrator_core::passed_on;
use tokio::time::timeout_at;
use tonic::{Code, Request, Response, Status, TimeoutExpired};

use super::Game;
use super::caller::{refused_for, time_left};
use super::connect::RulesClient;
use super::pods::Pod;
use crate::limits::RETRY_AFTER;

/// Why there is no answer.
enum CallFailure {
    /// A pod said no, or its connection broke.
    Status(Status),
    /// The time was over.
    Late,
    /// Nobody is there to ask.
    NoPod,
}

/// How long a call may take.
#[derive(Clone, Copy)]
struct Time {
    started: Instant,
    left: Duration,
    /// What we grant ourselves.
    call_max: Duration,
}

impl Time {
    fn end(&self) -> Instant {
        self.started + self.left.min(self.call_max)
    }

    /// Whether it is the caller whose time ends first, not our patience.
    fn is_callers(&self) -> bool {
        self.left <= self.call_max
    }

    fn request<Q>(&self, message: Q) -> Request<Q> {
        let mut request = Request::new(message);
        if self.left < self.call_max {
            // The game stops computing when nobody waits any more. Our own
            // limit it need not know: we stop listening.
            request.set_timeout(self.left.saturating_sub(self.started.elapsed()));
        }
        request
    }
}

impl Game {
    /// Makes one call behind the bulkhead: not more than so many at a time, and
    /// not longer than the caller waits.
    pub(super) async fn call<Q: Clone, T, F>(
        &self,
        method: &'static str,
        message: Q,
        send: impl Fn(RulesClient, Request<Q>) -> F,
    ) -> Result<T, Reason>
    where
        F: Future<Output = Result<Response<T>, Status>>,
    {
        let Ok(_permit) = self.open_calls.try_acquire() else {
            refused_for(&self.facts.id);
            return Err(Reason::Overloaded { retry_after: RETRY_AFTER });
        };
        let (started, call_max) = (Instant::now(), self.limits.call_max);
        let time = Time { started, left: time_left(), call_max };
        let answer = self.ask_some_pod(time, message, send).await;
        self.metrics.hop(Hop::Rules, method, Some(&self.facts.id), time.started.elapsed());
        answer.map_err(|failure| self.read_failure(method, failure, time))
    }

    /// Asks one pod, and if that one is gone, another one. The rules are pure
    /// functions, so it does no harm if the first one has computed the answer;
    /// and a request that brings pods down meets no third one.
    async fn ask_some_pod<Q: Clone, T, F>(
        &self,
        time: Time,
        message: Q,
        send: impl Fn(RulesClient, Request<Q>) -> F,
    ) -> Result<T, CallFailure>
    where
        F: Future<Output = Result<Response<T>, Status>>,
    {
        let mut failed: Option<(Arc<Pod>, Status)> = None;
        loop {
            let pod = match (&failed, self.pods.pick()) {
                (None, Some(pod)) => pod,
                _ => match self.other_pod(failed.as_ref().map(|(pod, _)| pod), time).await? {
                    Some(pod) => pod,
                    None => {
                        return Err(
                            failed.map_or(CallFailure::NoPod, |(_, s)| CallFailure::Status(s))
                        );
                    }
                },
            };
            let open = pod.open_call();
            let answer = send(pod.client.clone(), time.request(message.clone()));
            let Ok(answer) = timeout_at(time.end().into(), answer).await else {
                pod.doubted.notify_one();
                return Err(CallFailure::Late);
            };
            let status = match answer {
                Ok(response) => return Ok(response.into_inner()),
                Err(status) => status,
            };
            if is_transport(&status) {
                // Out at once, before the next call goes the same way.
                self.lose(&pod);
            }
            if failed.is_some() || !is_elsewhere_better(&status) {
                return Err(CallFailure::Status(status));
            }
            drop(open);
            failed = Some((pod, status));
        }
    }

    async fn other_pod(
        &self,
        failed: Option<&Arc<Pod>>,
        time: Time,
    ) -> Result<Option<Arc<Pod>>, CallFailure> {
        let other = timeout_at(time.end().into(), self.pods.pick_other(failed)).await;
        other.map_err(|_| CallFailure::Late)
    }

    fn read_failure(&self, method: &'static str, failure: CallFailure, time: Time) -> Reason {
        let game = &self.facts.id;
        refused_for(game);
        match failure {
            // It is the caller whose time is over, not the game that is slow.
            CallFailure::Status(status) if time.is_callers() && is_out_of_time(&status) => {
                Reason::Deadline
            }
            CallFailure::Late if time.is_callers() => Reason::Deadline,
            CallFailure::Status(status) => self.read_status(method, &status),
            CallFailure::Late => self.unavailable(method, "it took too long"),
            CallFailure::NoPod => self.unavailable(method, "no pod is there"),
        }
    }

    fn unavailable(&self, method: &'static str, why: &str) -> Reason {
        let (game, version) = (&self.facts.id, &self.facts.rules_version);
        if let Some(count) = self.seldom.due(&format!("{method} {why}")) {
            tracing::warn!(%game, %version, method, count, why, "rules call failed");
        }
        Reason::RulesUnavailable { retry_after: RETRY_AFTER }
    }

    /// A refusal of the rules goes to the caller; everything else is a fault
    /// of the service.
    fn read_status(&self, method: &'static str, status: &Status) -> Reason {
        match Reason::from_status(status).and_then(passed_on) {
            Some(reason) => reason,
            None if is_passing(status) => self.unavailable(method, &format!("{:?}", status.code())),
            None => self.nonsense(&format!("{method} answered {:?}", status.code())),
        }
    }
}

/// Whether another pod may answer what this one could not: its connection is
/// gone, or it is on its way out and says so.
fn is_elsewhere_better(status: &Status) -> bool {
    is_transport(status) || status.code() == Code::Unavailable
}

/// Whether the call may succeed when it is tried again.
fn is_passing(status: &Status) -> bool {
    is_transport(status)
        || matches!(
            status.code(),
            Code::Unavailable | Code::DeadlineExceeded | Code::Cancelled | Code::ResourceExhausted
        )
}

/// Whether the connection failed. A status that was made from a transport
/// error has a source; one that a service sent has none.
fn is_transport(status: &Status) -> bool {
    status.source().is_some() && !is_expired(status)
}

fn is_out_of_time(status: &Status) -> bool {
    is_expired(status)
        || (status.source().is_none()
            && matches!(status.code(), Code::DeadlineExceeded | Code::Cancelled))
}

/// Whether our own end of the connection gave up, because the timeout that
/// went with the request was over.
fn is_expired(status: &Status) -> bool {
    let mut source = status.source();
    while let Some(error) = source {
        if error.is::<TimeoutExpired>() {
            return true;
        }
        source = error.source();
    }
    false
}
