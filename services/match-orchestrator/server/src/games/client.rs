//! One registered game: its schema, its connection and its own limits.

use std::future::Future;
use std::time::{Duration, Instant};

use bytes::Bytes;
use kit_proto::bakufu::rules::v1 as rules;
use kit_proto::bakufu::rules::v1::rules_service_client::RulesServiceClient;
use kit_redact::{Redacted, Schema, Viewer};
use kit_rules::{Seat, SeatCount};
use kit_service::metrics::Hop;
use kit_service::{Deadline, Metrics, Reason, TracedChannel};
use match_orchestrator_draws::Entropy;
use tokio::sync::Semaphore;
use tonic::transport::Channel;
use tonic::{Request, Response, Status};

use crate::check::{Before, Expectation, check_step};
use crate::limits::RETRY_AFTER;
use crate::record::Record;

/// What one game may cost, so that it can't take the others down with it.
#[derive(Clone, Copy, Debug)]
pub struct RulesLimits {
    /// Calls that one game may have open at a time.
    pub calls_max: usize,
    /// How long a call may take.
    pub call_max: Duration,
}

pub(crate) type Client = RulesServiceClient<TracedChannel<Channel>>;

tokio::task_local! {
    /// Until when the caller of the public API waits.
    static DEADLINE: Deadline;
}

/// Lets all rules calls of a future end when its caller has stopped waiting.
pub(crate) async fn within<T>(deadline: Option<Deadline>, work: impl Future<Output = T>) -> T {
    match deadline {
        Some(deadline) => DEADLINE.scope(deadline, work).await,
        None => work.await,
    }
}

/// A registered game.
pub(crate) struct Game {
    pub(crate) facts: rules::Game,
    pub(crate) descriptor_set: Bytes,
    pub(crate) schema: Schema,
    pub(crate) address: String,
    client: Client,
    open_calls: Semaphore,
    limits: RulesLimits,
    metrics: Metrics,
}

impl Game {
    pub(crate) fn new(
        address: String,
        description: rules::DescribeResponse,
        schema: Schema,
        client: Client,
        limits: RulesLimits,
        metrics: Metrics,
    ) -> Self {
        Self {
            facts: description.game.unwrap_or_default(),
            descriptor_set: description.descriptor_set,
            schema,
            address,
            client,
            open_calls: Semaphore::new(limits.calls_max),
            limits,
            metrics,
        }
    }

    /// Sets up a match.
    pub(crate) async fn setup(
        &self,
        options: Bytes,
        seats: SeatCount,
        entropy: Entropy,
    ) -> Result<rules::Step, Reason> {
        let request = rules::SetupRequest {
            options,
            seats: seats.get() as u32,
            entropy: Bytes::copy_from_slice(&entropy),
        };
        let answer =
            self.call("Setup", request, |mut client, request| async move {
                client.setup(request).await
            })
            .await?;
        let expectation =
            Expectation { schema: &self.schema, seats, entropy: &entropy, before: None };
        self.believe(answer.step, &expectation)
    }

    /// Applies actions of a seat to a running match.
    pub(crate) async fn apply(
        &self,
        record: &Record,
        seat: Seat,
        actions: &[Bytes],
        entropy: Entropy,
    ) -> Result<rules::Step, Reason> {
        let request = rules::ApplyRequest {
            state: record.state.clone(),
            seat: seat.number(),
            actions: actions.to_vec(),
            entropy: Bytes::copy_from_slice(&entropy),
        };
        let answer =
            self.call("Apply", request, |mut client, request| async move {
                client.apply(request).await
            })
            .await?;
        let before = Before { state: &record.state, seat, awaited: record.table.awaited() };
        let expectation = Expectation {
            schema: &self.schema,
            seats: record.table.seat_count(),
            entropy: &entropy,
            before: Some(before),
        };
        self.believe(answer.step, &expectation)
    }

    /// Lists what a seat may do.
    pub(crate) async fn legal_actions(
        &self,
        state: Bytes,
        seat: Seat,
    ) -> Result<Vec<rules::LegalAction>, Reason> {
        let request = rules::ListLegalActionsRequest { state, seat: seat.number() };
        let answer = self
            .call("ListLegalActions", request, |mut client, request| async move {
                client.list_legal_actions(request).await
            })
            .await?;
        Ok(answer.actions)
    }

    /// Puts redacted events into sentences.
    pub(crate) async fn narrate(
        &self,
        events: Vec<Bytes>,
        viewer: Viewer,
    ) -> Result<Vec<String>, Reason> {
        let expected = events.len();
        let request = rules::NarrateRequest { events, viewer: viewer_number(viewer) };
        let answer =
            self.call("Narrate", request, |mut client, request| async move {
                client.narrate(request).await
            })
            .await?;
        if answer.sentences.len() != expected {
            return Err(self.nonsense(&"one sentence per event was asked for"));
        }
        Ok(answer.sentences)
    }

    /// Draws a redacted view.
    pub(crate) async fn render(&self, view: Redacted, viewer: Viewer) -> Result<String, Reason> {
        let request =
            rules::RenderRequest { view: view.into_bytes(), viewer: viewer_number(viewer) };
        Ok(self
            .call(
                "Render",
                request,
                |mut client, request| async move { client.render(request).await },
            )
            .await?
            .svg)
    }

    /// Asks the bot of the game what it would do.
    pub(crate) async fn suggest(
        &self,
        view: Redacted,
        seat: Seat,
        entropy: Entropy,
    ) -> Result<Bytes, Reason> {
        let request = rules::SuggestRequest {
            view: view.into_bytes(),
            seat: seat.number(),
            budget: 0,
            entropy: Bytes::copy_from_slice(&entropy),
        };
        Ok(self
            .call(
                "Suggest",
                request,
                |mut client, request| async move { client.suggest(request).await },
            )
            .await?
            .action)
    }

    /// Makes one call behind the bulkhead: not more than so many at a time, and
    /// not longer than the caller waits.
    async fn call<Q, T, F>(
        &self,
        method: &'static str,
        message: Q,
        send: impl FnOnce(Client, Request<Q>) -> F,
    ) -> Result<T, Reason>
    where
        F: Future<Output = Result<Response<T>, Status>>,
    {
        let Ok(_permit) = self.open_calls.try_acquire() else {
            return Err(Reason::Overloaded { retry_after: RETRY_AFTER });
        };
        let started = Instant::now();
        let left = DEADLINE.try_with(|deadline| deadline.remaining()).unwrap_or(Duration::MAX);
        let patience = left.min(self.limits.call_max);
        let mut request = Request::new(message);
        if left < self.limits.call_max {
            // The game stops computing when nobody waits any more. Our own
            // limit it need not know: we stop listening.
            request.set_timeout(left);
        }
        let answer = tokio::time::timeout(patience, send(self.client.clone(), request)).await;
        self.metrics.hop(Hop::Rules, method, Some(&self.facts.id), started.elapsed());
        match answer {
            Ok(Ok(response)) => Ok(response.into_inner()),
            // It is the caller whose time is over, not the game that is slow.
            Ok(Err(status)) if left <= self.limits.call_max && is_out_of_time(&status) => {
                Err(Reason::Deadline)
            }
            Err(_) if left <= self.limits.call_max => Err(Reason::Deadline),
            Ok(Err(status)) => Err(self.read_status(method, &status)),
            Err(_) => {
                tracing::warn!(game = %self.facts.id, method, "rules call timed out");
                Err(Reason::RulesUnavailable { retry_after: RETRY_AFTER })
            }
        }
    }

    /// A refusal of the rules goes to the caller; everything else is a fault
    /// of the service.
    fn read_status(&self, method: &'static str, status: &Status) -> Reason {
        match Reason::from_status(status) {
            Some(reason @ (Reason::RuleViolation { .. } | Reason::NotAwaited { .. })) => reason,
            Some(Reason::Malformed(faults))
                if faults.iter().all(|fault| is_callers_field(&fault.field)) =>
            {
                Reason::Malformed(faults)
            }
            Some(Reason::Overloaded { retry_after }) => Reason::Overloaded { retry_after },
            _ if is_passing(status) => {
                let code = status.code();
                tracing::warn!(game = %self.facts.id, method, ?code, "rules call failed");
                Reason::RulesUnavailable { retry_after: RETRY_AFTER }
            }
            _ => self.nonsense(&format!("{method} answered {:?}", status.code())),
        }
    }

    fn believe(
        &self,
        step: Option<rules::Step>,
        expectation: &Expectation<'_>,
    ) -> Result<rules::Step, Reason> {
        check_step(step, expectation).map_err(|nonsense| self.nonsense(&nonsense))
    }

    /// What a service answered makes no sense: no commit, and INTERNAL.
    fn nonsense(&self, what: &dyn std::fmt::Display) -> Reason {
        tracing::error!(game = %self.facts.id, %what, "rules service answered nonsense");
        Reason::bug()
    }
}

fn viewer_number(viewer: Viewer) -> u32 {
    match viewer {
        Viewer::Spectator => 0,
        Viewer::Seat(seat) => seat.number(),
    }
}

/// The fields of a rules request that hold what a client sent.
fn is_callers_field(field: &str) -> bool {
    field.starts_with("actions") || field.starts_with("options") || field == "seats"
}

/// Whether the call may succeed when it is tried again. A status that was made
/// from a transport error has a source; one that a service sent has none.
fn is_passing(status: &Status) -> bool {
    use tonic::Code;
    let transport_failed = std::error::Error::source(status).is_some();
    transport_failed
        || matches!(
            status.code(),
            Code::Unavailable | Code::DeadlineExceeded | Code::Cancelled | Code::ResourceExhausted
        )
}

fn is_out_of_time(status: &Status) -> bool {
    matches!(status.code(), tonic::Code::DeadlineExceeded | tonic::Code::Cancelled)
}
