//! Rules backend of one game version: its schema, its pods and its own limits.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::rules::v1 as rules;
use kit_redact::{Schema, Unreadable, Viewer};
use kit_rules::Seat;
use kit_service::telemetry::Seldom;
use kit_service::{Metrics, Reason};
use match_orchestrator_core::outgoing::{self, NoAnswer};
use match_orchestrator_core::{Match, NotDone, Redacted, RulesRequest, suggest_request};
use tokio::sync::Semaphore;

use super::caller::refused_for;
use super::connect::RulesClient;
use super::pods::{Pod, Pods};
use crate::limits::{REPLAYS_AT_ONCE_MAX, UNATTENDED_AT_ONCE_MAX};

/// What one game may cost, so that it can't take the others down with it.
#[derive(Clone, Copy, Debug)]
pub struct RulesLimits {
    /// Calls that one game may have open at a time.
    pub calls_max: usize,
    /// How long a call may take.
    pub call_max: Duration,
}

/// Room for the steps of matches that nobody calls for. They make one rules call at a
/// time, so that calls of people always find room beside them.
pub(crate) struct DrivenRoom {
    pub(crate) steps: Semaphore,
    /// The same for matches of bots only, which need room above as well.
    pub(crate) unattended: Semaphore,
}

impl DrivenRoom {
    fn new(limits: &RulesLimits) -> Self {
        Self {
            steps: Semaphore::new((limits.calls_max / 4).max(1)),
            unattended: Semaphore::new(UNATTENDED_AT_ONCE_MAX),
        }
    }
}

/// One version of a game. It outlives its pods: views need its schema only.
pub(crate) struct Game {
    pub(crate) facts: rules::Game,
    pub(crate) descriptor_set: Bytes,
    pub(crate) schema: Schema,
    /// The address whose pod was the first to describe it.
    pub(super) described_by: String,
    pub(super) pods: Pods,
    pub(super) open_calls: Semaphore,
    /// Held by whoever plays a finished match again.
    pub(crate) replays: Semaphore,
    pub(crate) driven: DrivenRoom,
    pub(super) limits: RulesLimits,
    pub(super) metrics: Metrics,
    pub(super) seldom: Seldom,
}

impl Game {
    pub(super) fn new(
        description: rules::DescribeResponse,
        schema: Schema,
        described_by: String,
        limits: RulesLimits,
        metrics: Metrics,
    ) -> Self {
        Self {
            facts: description.game.unwrap_or_default(),
            descriptor_set: description.descriptor_set,
            schema,
            described_by,
            pods: Pods::default(),
            open_calls: Semaphore::new(limits.calls_max),
            replays: Semaphore::new(REPLAYS_AT_ONCE_MAX),
            driven: DrivenRoom::new(&limits),
            limits,
            metrics,
            seldom: Seldom::default(),
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

    /// What the rules make of a setup or of actions. Not checked yet: that is
    /// part of settling the change.
    pub(crate) async fn ask(&self, request: RulesRequest) -> Result<Option<rules::Step>, Reason> {
        match request {
            RulesRequest::Setup(request) => self.setup(request).await,
            RulesRequest::Apply(request) => {
                let apply =
                    |mut client: RulesClient, request| async move { client.apply(request).await };
                Ok(self.call("Apply", request, apply).await?.step)
            }
        }
    }

    /// What the rules set up with these options.
    pub(crate) async fn setup(
        &self,
        request: rules::SetupRequest,
    ) -> Result<Option<rules::Step>, Reason> {
        let setup = |mut client: RulesClient, request| async move { client.setup(request).await };
        Ok(self.call("Setup", request, setup).await?.step)
    }

    /// Lists what a seat may do.
    pub(crate) async fn legal_actions(
        &self,
        request: rules::ListLegalActionsRequest,
    ) -> Result<Vec<rules::LegalAction>, Reason> {
        let list = |mut client: RulesClient, request| async move {
            client.list_legal_actions(request).await
        };
        Ok(self.call("ListLegalActions", request, list).await?.actions)
    }

    /// An update with the sentences of its events.
    pub(crate) async fn narrate(
        &self,
        update: Redacted<play::Update>,
        viewer: Viewer,
    ) -> Result<Redacted<play::Update>, Reason> {
        let Some(request) = outgoing::narrate_request(&update, viewer) else { return Ok(update) };
        let narrate =
            |mut client: RulesClient, request| async move { client.narrate(request).await };
        let sentences = self.call("Narrate", request, narrate).await?.sentences;
        outgoing::narrated(update, sentences).map_err(|nonsense| self.nonsense(&nonsense))
    }

    /// The board of a match as a viewer sees it.
    pub(crate) async fn render(
        &self,
        game_match: &Match,
        viewer: Viewer,
    ) -> Result<String, Reason> {
        let request = outgoing::render_request(&self.schema, game_match, viewer);
        let request = request.map_err(|no_answer| self.no_answer(no_answer))?;
        let render = |mut client: RulesClient, request| async move { client.render(request).await };
        Ok(self.call("Render", request, render).await?.svg)
    }

    /// Asks the bot of the game what it would do.
    pub(crate) async fn suggest(&self, game_match: &Match, seat: Seat) -> Result<Bytes, Reason> {
        let request = suggest_request(game_match, &self.schema, seat);
        let request = request.map_err(|unreadable| self.unreadable(&unreadable))?;
        let suggest =
            |mut client: RulesClient, request| async move { client.suggest(request).await };
        Ok(self.call("Suggest", request, suggest).await?.action)
    }

    /// Why a caller is not told what has happened.
    pub(crate) fn no_answer(&self, no_answer: NoAnswer) -> Reason {
        match no_answer {
            NoAnswer::Refused(reason) => reason,
            NoAnswer::Unreadable(unreadable) => self.unreadable(&unreadable),
        }
    }

    /// Why a change that the game was asked for has not happened.
    pub(crate) fn not_done(&self, not_done: NotDone) -> Reason {
        match not_done {
            NotDone::Refused(reason) => reason,
            NotDone::Nonsense(nonsense) => self.nonsense(&nonsense),
        }
    }

    /// Stored or answered bytes that are not what the schema says.
    pub(crate) fn unreadable(&self, unreadable: &Unreadable) -> Reason {
        let (game, message) = (&self.facts.id, &unreadable.message);
        tracing::error!(%game, message, "bytes do not parse as the registered schema");
        Reason::bug()
    }

    /// What a service answered makes no sense: no commit, and INTERNAL.
    pub(crate) fn nonsense(&self, what: &dyn std::fmt::Display) -> Reason {
        refused_for(&self.facts.id);
        tracing::error!(game = %self.facts.id, %what, "rules service answered nonsense");
        Reason::bug()
    }
}
