//! One version of a game: its schema, its pods and its own limits.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use kit_proto::bakufu::rules::v1 as rules;
use kit_redact::{Redacted, Schema, Unreadable, Viewer};
use kit_rules::{Seat, SeatCount};
use kit_service::{Metrics, Reason};
use match_orchestrator_draws::Entropy;
use tokio::sync::Semaphore;

use super::caller::refused_for;
use super::pods::{Pod, Pods};
use crate::check::{Expectation, check_labels, check_step, check_texts};
use crate::door::Redactor;
use crate::limits::REPLAYS_AT_ONCE_MAX;
use crate::record::Record;

/// What one game may cost, so that it can't take the others down with it.
#[derive(Clone, Copy, Debug)]
pub struct RulesLimits {
    /// Calls that one game may have open at a time.
    pub calls_max: usize,
    /// How long a call may take.
    pub call_max: Duration,
}

/// One version of a game. It outlives its pods: views need its schema only.
pub(crate) struct Game {
    pub(crate) facts: rules::Game,
    pub(crate) descriptor_set: Bytes,
    pub(crate) schema: Schema,
    pub(super) pods: Pods,
    pub(super) open_calls: Semaphore,
    /// Held by whoever plays a finished match again.
    pub(crate) replays: Semaphore,
    pub(super) limits: RulesLimits,
    pub(super) metrics: Metrics,
}

impl Game {
    pub(super) fn new(
        description: rules::DescribeResponse,
        schema: Schema,
        limits: RulesLimits,
        metrics: Metrics,
    ) -> Self {
        Self {
            facts: description.game.unwrap_or_default(),
            descriptor_set: description.descriptor_set,
            schema,
            pods: Pods::default(),
            open_calls: Semaphore::new(limits.calls_max),
            replays: Semaphore::new(REPLAYS_AT_ONCE_MAX),
            limits,
            metrics,
        }
    }

    /// Whether a pod that says this of itself plays what we play. Texts for
    /// people may differ: to correct one is no reason for a new version.
    pub(super) fn is_described_by(&self, description: &rules::DescribeResponse) -> bool {
        let for_machines = |facts: &rules::Game| rules::Game {
            title: String::new(),
            summary: String::new(),
            options: Vec::new(),
            ..facts.clone()
        };
        description.descriptor_set == self.descriptor_set
            && description.game.as_ref().map(for_machines) == Some(for_machines(&self.facts))
    }

    /// From now on the pod takes calls.
    pub(super) fn take(&self, pod: &Arc<Pod>) {
        self.pods.join(pod, |count| self.show(count));
    }

    /// The pod takes no more calls, and whoever keeps it learns of it.
    pub(super) fn lose(&self, pod: &Arc<Pod>) {
        self.pods.leave(pod, |count| self.show(count));
        pod.lost.cancel();
    }

    fn show(&self, pods: usize) {
        self.metrics.rules_pods(&self.facts.id, &self.facts.rules_version, pods as u64);
    }

    /// Sets up a match.
    pub(crate) async fn setup(
        &self,
        options: Bytes,
        seats: SeatCount,
        entropy: Entropy,
    ) -> Result<rules::Step, Reason> {
        let request = setup_request(options, seats, &entropy);
        let answer =
            self.call("Setup", request, |mut client, request| async move {
                client.setup(request).await
            })
            .await?;
        let expectation = Expectation::of_setup(&self.schema, seats, &entropy);
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
        let request = apply_request(record, seat, actions, &entropy);
        let answer =
            self.call("Apply", request, |mut client, request| async move {
                client.apply(request).await
            })
            .await?;
        let expectation = Expectation::of_act(&self.schema, record, seat, &entropy);
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
        check_labels(&answer.actions).map_err(|nonsense| self.nonsense(&nonsense))?;
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
        check_texts(answer.sentences.iter()).map_err(|nonsense| self.nonsense(&nonsense))?;
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

    fn believe(
        &self,
        step: Option<rules::Step>,
        expectation: &Expectation<'_>,
    ) -> Result<rules::Step, Reason> {
        check_step(step, expectation).map_err(|nonsense| self.nonsense(&nonsense))
    }

    /// What a service answered makes no sense: no commit, and INTERNAL.
    pub(super) fn nonsense(&self, what: &dyn std::fmt::Display) -> Reason {
        refused_for(&self.facts.id);
        tracing::error!(game = %self.facts.id, %what, "rules service answered nonsense");
        Reason::bug()
    }
}

impl Redactor for Game {
    fn game(&self) -> &str {
        &self.facts.id
    }

    fn state(&self, bytes: &[u8], viewer: Viewer) -> Result<Bytes, Unreadable> {
        self.schema.redact_state(bytes, viewer).map(Redacted::into_bytes)
    }

    fn event(&self, bytes: &[u8], viewer: Viewer) -> Result<Option<Bytes>, Unreadable> {
        Ok(self.schema.redact_event(bytes, viewer)?.map(Redacted::into_bytes))
    }

    fn own_action(&self, bytes: &[u8], seat: Seat) -> Result<Bytes, Unreadable> {
        self.schema.redact_action(bytes, Viewer::Seat(seat), seat).map(Redacted::into_bytes)
    }
}

/// What the rules are asked to set up a match.
pub(crate) fn setup_request(
    options: Bytes,
    seats: SeatCount,
    entropy: &Entropy,
) -> rules::SetupRequest {
    let entropy = Bytes::copy_from_slice(entropy);
    rules::SetupRequest { options, seats: seats.get() as u32, entropy }
}

/// What the rules are asked when a seat acts.
pub(crate) fn apply_request(
    record: &Record,
    seat: Seat,
    actions: &[Bytes],
    entropy: &Entropy,
) -> rules::ApplyRequest {
    rules::ApplyRequest {
        state: record.state.clone(),
        seat: seat.number(),
        actions: actions.to_vec(),
        entropy: Bytes::copy_from_slice(entropy),
    }
}

fn viewer_number(viewer: Viewer) -> u32 {
    match viewer {
        Viewer::Spectator => 0,
        Viewer::Seat(seat) => seat.number(),
    }
}
