//! The orchestrator: everything its calls share.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use kit_grpc::bakufu::play::v1::match_service_server::MatchService;
use kit_grpc::bakufu::play::v1::operator_service_server::OperatorService;
use kit_proto::bakufu::play::v1::log_entry::Change;
use kit_proto::bakufu::record::v1::News;
use kit_service::metrics::MatchChange;
use kit_service::telemetry::Seldom;
use kit_service::{Metrics, Reason};
use match_orchestrator_core::Match;
use match_orchestrator_store::Store;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::api::{MatchApi, OperatorApi, Tries};
use crate::drains::Drains;
use crate::driver::Driver;
use crate::games::{Game, Games, Reach, RulesLimits};
use crate::hub::Hub;
use crate::limits::ANSWER_QUANTUM;
use crate::matches::{Done, Keeping, Matches};
use crate::people::People;
use crate::recheck::recheck_after_gaps;
use crate::replay::Replays;
use crate::secrets::Secrets;
use crate::unstarted::Unstarted;
use crate::{carry_over, due};

/// How long background work may take to end.
const STOP_MAX: Duration = Duration::from_secs(1);

pub struct OrchestratorParts {
    /// Where matches live.
    pub store: Arc<dyn Store>,
    /// Where seeds and keys come from.
    pub secrets: Arc<dyn Secrets>,
    /// What one game may cost.
    pub rules_limits: RulesLimits,
    /// At multiples of this are seats answered that plan in secret; zero lets the time
    /// tell what they plan. [`OrchestratorParts::ANSWER_QUANTUM`] fits every game.
    pub answer_quantum: Duration,
    /// Matches that are kept in memory.
    pub cached_max: NonZeroUsize,
    /// How long matches are kept in the store.
    pub keeping: Keeping,
    /// The token that operators act with; none lets nobody in.
    pub operator_token: Option<String>,
    /// What is counted and timed.
    pub metrics: Metrics,
    /// Ends all streams and background work.
    pub stop: CancellationToken,
}

impl OrchestratorParts {
    /// More than any answer takes to make.
    pub const ANSWER_QUANTUM: Duration = ANSWER_QUANTUM;
}

pub struct Orchestrator {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) secrets: Arc<dyn Secrets>,
    pub(crate) games: Arc<Games>,
    pub(crate) matches: Matches,
    pub(crate) replays: Replays,
    pub(crate) hub: Arc<Hub>,
    pub(crate) driver: Driver,
    pub(crate) people: Arc<People>,
    pub(crate) drains: Drains,
    pub(crate) answer_quantum: Duration,
    pub(crate) unstarted: Unstarted,
    pub(crate) operator_token: Option<String>,
    pub(crate) operator_tries: Tries,
    pub(crate) seldom: Seldom,
    pub(crate) metrics: Metrics,
    pub(crate) stop: CancellationToken,
    /// The background work, which ends when `stop` is cancelled.
    pub(crate) tasks: TaskTracker,
}

impl Orchestrator {
    /// Puts the parts together and starts the background work. Games are
    /// asked to describe themselves until they do.
    pub fn start(parts: OrchestratorParts, game_addresses: &[String]) -> Arc<Self> {
        Self::start_reaching(parts, game_addresses, Reach::default())
    }

    /// The same, where games are not found or trusted in the usual way.
    pub fn start_reaching(
        parts: OrchestratorParts,
        game_addresses: &[String],
        reach: Reach,
    ) -> Arc<Self> {
        let (limits, metrics) = (parts.rules_limits, parts.metrics.clone());
        let (store, stop) = (Arc::clone(&parts.store), parts.stop.clone());
        let games = Arc::new(Games::new(store, reach, limits, metrics, stop));
        let orchestrator = Self::begin(parts, games);
        for address in game_addresses {
            orchestrator.games.keep(address);
        }
        orchestrator
    }

    /// Another replica in the same process, which shares this one's games and
    /// nothing else. The games stay for as long as this one is not stopped.
    pub fn start_beside(&self, parts: OrchestratorParts) -> Arc<Self> {
        Self::begin(parts, Arc::clone(&self.games))
    }

    /// The calls of players, without a port in between.
    pub fn match_service(self: &Arc<Self>) -> impl MatchService + use<> {
        MatchApi(Arc::clone(self))
    }

    /// The calls of operators, without a port in between.
    pub fn operator_service(self: &Arc<Self>) -> impl OperatorService + use<> {
        OperatorApi(Arc::clone(self))
    }

    fn begin(parts: OrchestratorParts, games: Arc<Games>) -> Arc<Self> {
        let matches = Matches::new(
            Arc::clone(&parts.store),
            Arc::clone(&parts.secrets),
            parts.cached_max,
            parts.metrics.clone(),
            &parts.keeping,
        );
        let member_for = parts.keeping.member_for;
        let hub = Hub::new(Arc::clone(&parts.store));
        let people = Arc::<People>::default();
        let orchestrator = Arc::new(Self {
            store: parts.store,
            secrets: parts.secrets,
            games,
            matches,
            replays: Replays::default(),
            hub,
            driver: Driver::new(Arc::clone(&people)),
            people,
            drains: Drains::default(),
            answer_quantum: parts.answer_quantum,
            unstarted: Unstarted::default(),
            operator_token: parts.operator_token,
            operator_tries: Tries::default(),
            seldom: Seldom::default(),
            metrics: parts.metrics,
            stop: parts.stop,
            tasks: TaskTracker::new(),
        });
        orchestrator.hub.listen(&orchestrator);
        recheck_after_gaps(&orchestrator);
        due::start(&orchestrator, member_for);
        carry_over::start(&orchestrator);
        Drains::watch(&orchestrator);
        orchestrator
    }

    /// Waits until the background work has ended, after it was told to, so that it
    /// needs the store no more and others know that this replica is gone. Work that
    /// hangs is not waited for.
    pub(crate) async fn stopped(&self) {
        self.tasks.close();
        tokio::time::timeout(STOP_MAX, self.tasks.wait()).await.ok();
    }

    /// A game, also one that another replica was told about.
    pub(crate) async fn game(&self, id: &str) -> Result<Arc<Game>, Reason> {
        if let Ok(game) = self.games.get(id) {
            return Ok(game);
        }
        self.discover_games().await;
        self.games.get(id)
    }

    /// Registers games that other replicas were told about.
    pub(crate) async fn discover_games(&self) {
        let Ok(known) = self.matches.timed("Games", self.store.games()).await else {
            return;
        };
        for (_, address) in known {
            if !self.games.keeps(&address) && self.games.register(&address).await.is_err() {
                // It has been there once, so it may come back.
                self.games.keep(&address);
            }
        }
    }

    /// Deletes a match for good. False if it has changed since.
    pub(crate) async fn delete(&self, game_match: &Match, news: News) -> Result<bool, Reason> {
        let deleted = self.matches.delete(game_match, news).await?;
        if deleted {
            self.unstarted.release(game_match.id());
        }
        Ok(deleted)
    }

    /// What follows from a change: counting, and what the match needs next. A
    /// repeated one may be our own whose answer was lost, so it counts no more,
    /// but the match goes on.
    pub(crate) fn after<A>(self: &Arc<Self>, done: &Done<A>) {
        let game_match = &done.game_match;
        if !done.is_repeated {
            self.count(done);
        }
        if matches!(done.entry.change, Some(Change::Started(_) | Change::Aborted(_))) {
            self.unstarted.release(game_match.id());
        }
        self.driver.kick(self, game_match);
    }

    fn count<A>(&self, done: &Done<A>) {
        let game = done.game_match.game();
        match &done.entry.change {
            Some(Change::Started(_)) => self.metrics.match_changed(game, MatchChange::Started),
            Some(Change::Acted(acted)) => {
                self.metrics.acted(game, acted.actions.len() as u64);
                // Nothing is played after it, so a match says it once.
                if let Some(unmet) = done.game_match.exhausted() {
                    tracing::warn!(%game, reason = unmet.name(), "a match goes no further");
                }
            }
            _ => {}
        }
        if done.entry.outcome.is_some() {
            self.metrics.match_changed(game, MatchChange::Finished);
        }
    }
}
