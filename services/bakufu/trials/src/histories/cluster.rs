//! Cluster that all histories share: the toy game as a service, and its connections.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bakufu_offline::GameRules;
use kit_conformance::toy::ToyWire;
use kit_grpc::bakufu::play::v1::match_service_server::MatchService;
use kit_proto::bakufu::play::v1 as play;
use kit_service::{Drain, Health, Metrics, Serving};
use match_orchestrator_core::Lifetimes;
use match_orchestrator_server::{Keeping, Orchestrator, OrchestratorParts, RulesLimits, Secrets};
use match_orchestrator_store::{Memory, Store};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tonic::Request;

use super::PATIENCE;
use super::client_request::OPERATOR_TOKEN;
use super::contradiction::Contradiction;
use super::faulty_store::{FaultyStore, Shared};
use bakufu_proofs::Dice;

/// How often the toy is asked whether it is there.
const ASK_EVERY: Duration = Duration::from_millis(2);

/// The toy game, and a replica that knows it.
pub(super) struct ToyCluster {
    first: Arc<Orchestrator>,
    pub(super) rules: Arc<GameRules<ToyWire>>,
    stop: CancellationToken,
    drain: Drain,
}

pub(super) struct Replica {
    pub(super) orchestrator: Arc<Orchestrator>,
    pub(super) store: Arc<FaultyStore>,
    stop: CancellationToken,
}

/// Ids, seeds and keys that follow from the seed of a history.
pub(super) struct SeededSecrets(Mutex<Dice>);

impl SeededSecrets {
    pub(super) fn new(seed: u64) -> Arc<Self> {
        Arc::new(Self(Mutex::new(Dice::new(seed.rotate_left(32), &[]))))
    }
}

impl Secrets for SeededSecrets {
    fn fill(&self, buffer: &mut [u8]) {
        let mut dice = self.0.lock().expect("no thread panics while it draws");
        buffer.fill_with(|| dice.number() as u8);
    }
}

impl ToyCluster {
    /// Starts the toy game on a port of its own.
    pub(super) async fn start() -> Result<Self, Contradiction> {
        let fault =
            |error: std::io::Error| Contradiction(format!("no port for the toy game: {error}"));
        let listener = TcpListener::bind("127.0.0.1:0").await.map_err(fault)?;
        let address = format!("http://{}", listener.local_addr().map_err(fault)?);
        let drain = Drain::new();
        let serving = Serving::new(Health::starting().await, drain.clone(), Metrics::unread());
        tokio::spawn(kit_rules_server::run::<ToyWire>(listener, serving));
        let stop = CancellationToken::new();
        let parts = parts(Arc::new(Memory::new()), SeededSecrets::new(0), stop.clone());
        let first = Orchestrator::start(parts, &[address]);
        let there = async {
            loop {
                let games = first.match_service().list_games(Request::new(no_words())).await;
                if games.is_ok_and(|games| !games.get_ref().games.is_empty()) {
                    return;
                }
                tokio::time::sleep(ASK_EVERY).await;
            }
        };
        if tokio::time::timeout(PATIENCE, there).await.is_err() {
            return Err(Contradiction("the toy game does not come up".to_owned()));
        }
        Ok(Self { first, rules: Arc::new(GameRules::new()), stop, drain })
    }

    /// A replica with nothing in memory.
    pub(super) fn replica(&self, shared: &Arc<Shared>, secrets: &Arc<SeededSecrets>) -> Replica {
        let store = Arc::new(FaultyStore::new(Arc::clone(shared)));
        let stop = CancellationToken::new();
        let parts = parts(store.clone(), secrets.clone(), stop.clone());
        Replica { orchestrator: self.first.start_beside(parts), store, stop }
    }
}

impl Drop for ToyCluster {
    fn drop(&mut self) {
        self.stop.cancel();
        self.drain.begin();
    }
}

impl Drop for Replica {
    /// Whatever it was doing, it does no more.
    fn drop(&mut self) {
        self.store.kill();
        self.stop.cancel();
    }
}

fn no_words() -> play::ListGamesRequest {
    play::ListGamesRequest {}
}

/// Death and delay are what histories are made of, so nobody waits for long.
fn hasty() -> Keeping {
    let own_time = Duration::from_millis(30);
    let lifetimes = Lifetimes { own_time, ..Lifetimes::default() };
    Keeping { lifetimes, member_for: Duration::from_millis(150), ..Keeping::default() }
}

fn parts(
    store: Arc<dyn Store>,
    secrets: Arc<dyn Secrets>,
    stop: CancellationToken,
) -> OrchestratorParts {
    OrchestratorParts {
        store,
        secrets,
        rules_limits: RulesLimits { calls_max: 4096, call_max: PATIENCE },
        answer_quantum: OrchestratorParts::ANSWER_QUANTUM,
        cached_max: NonZeroUsize::new(100).expect("a hundred is not zero"),
        keeping: hasty(),
        operator_token: Some(OPERATOR_TOKEN.to_owned()),
        metrics: Metrics::unread(),
        stop,
    }
}
