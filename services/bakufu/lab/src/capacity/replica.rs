//! Replicas of the orchestrator, as they run, and the games that they share.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use bakufu_games::shipped;
use futures::future::BoxFuture;
use kit_grpc::bakufu::play::v1::match_service_server::MatchService;
use kit_proto::bakufu::play::v1::ListGamesRequest;
use kit_service::{Drain, Health, Metrics, Networks, ServeError, Serving};
use match_orchestrator_server::{
    Config, Orchestrator, OrchestratorParts, OsSecrets, RunError, Web, serve,
};
use match_orchestrator_store::{Error, Layer, Store};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tonic::Request;

use crate::bench::system;
use crate::failure::Failure;

/// What lets operators in.
pub(super) const OPERATOR_TOKEN: &str = "capacity";
/// The longest that replicas may take for anything that they do by themselves.
const PATIENCE: Duration = Duration::from_secs(60);
/// How often it is looked whether the games are there.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// The games that ship, each on a port. Dropping them ends them.
pub(super) struct Games {
    addresses: Vec<String>,
    _serving: JoinSet<Result<(), ServeError>>,
}

impl Games {
    pub(super) async fn start(metrics: &Metrics) -> Result<Self, Failure> {
        let (mut addresses, mut tasks) = (Vec::new(), JoinSet::new());
        for game in shipped() {
            let (listener, address) = listen().await?;
            addresses.push(format!("http://{address}"));
            let health = Health::starting().await;
            let serving = Serving::new(health, Drain::new(), metrics.clone());
            tasks.spawn(async move { game.serve(listener, serving).await });
        }
        Ok(Self { addresses, _serving: tasks })
    }
}

/// One replica. Dropping it ends it.
pub(super) struct Replica {
    pub(super) url: String,
    store: Arc<Watched>,
    stop: CancellationToken,
    _serving: JoinSet<Result<(), RunError>>,
}

impl Replica {
    /// Starts a replica, and returns once it knows the games.
    pub(super) async fn start(
        store: Arc<dyn Store>,
        games: &Games,
        metrics: &Metrics,
    ) -> Result<Self, Failure> {
        let store = Arc::new(Watched::new(store));
        let (config, stop) = (Config::default(), CancellationToken::new());
        let parts = OrchestratorParts {
            store: Arc::clone(&store) as Arc<dyn Store>,
            secrets: Arc::new(OsSecrets),
            rules_limits: config.rules_limits,
            answer_quantum: OrchestratorParts::ANSWER_QUANTUM,
            cached_max: config.cached_max,
            keeping: config.keeping,
            operator_token: Some(OPERATOR_TOKEN.to_owned()),
            metrics: metrics.clone(),
            stop: stop.clone(),
        };
        let orchestrator = Orchestrator::start(parts, &games.addresses);
        let service = orchestrator.match_service();
        let all_there = async {
            loop {
                let listed = service.list_games(Request::new(ListGamesRequest {})).await;
                let count = listed.map_or(0, |answer| answer.into_inner().games.len());
                if count == games.addresses.len() {
                    return;
                }
                tokio::time::sleep(LOOK_EVERY).await;
            }
        };
        tokio::time::timeout(PATIENCE, all_there).await.map_err(|_| late("wait for the games"))?;
        let (listener, address) = listen().await?;
        let mut serving = Serving::new(Health::starting().await, Drain::new(), metrics.clone());
        // All of its clients are on this machine, and they are what is measured.
        serving.limits.unlimited_peers = Networks::loopback();
        let mut tasks = JoinSet::new();
        tasks.spawn(serve(listener, serving, orchestrator, Web::default()));
        Ok(Self { url: format!("http://{address}"), store, stop, _serving: tasks })
    }

    /// Waits until it has asked to be a member so many more times.
    pub(super) async fn renewed(&self, times: u64) -> Result<(), Failure> {
        let wanted = self.store.seen.borrow().enrolled + times;
        self.store.until(|seen| seen.enrolled >= wanted).await
    }

    /// Waits until it has taken up so many more partitions than it had `before`.
    pub(super) async fn takes_up(&self, partitions: u64, before: u64) -> Result<(), Failure> {
        self.store.until(|seen| seen.taken_up >= before + partitions).await
    }

    /// How many partitions it has taken up since it began.
    pub(super) fn taken_up(&self) -> u64 {
        self.store.seen.borrow().taken_up
    }

    /// Dies without a word: nobody who is dead says goodbye.
    pub(super) fn die(self) {
        self.store.is_dead.store(true, Ordering::SeqCst);
        self.stop.cancel();
    }
}

impl Drop for Replica {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

/// What a replica has done by itself.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    enrolled: u64,
    /// Partitions that it began to see to.
    taken_up: u64,
}

/// The store as a replica has it whose deeds are counted.
struct Watched {
    inner: Arc<dyn Store>,
    is_dead: AtomicBool,
    seen: watch::Sender<Seen>,
}

impl Watched {
    fn new(inner: Arc<dyn Store>) -> Self {
        Self { inner, is_dead: AtomicBool::new(false), seen: watch::Sender::default() }
    }

    async fn until(&self, is_so: impl FnMut(&Seen) -> bool) -> Result<(), Failure> {
        let mut seen = self.seen.subscribe();
        let waited = tokio::time::timeout(PATIENCE, seen.wait_for(is_so)).await;
        waited.map(drop).map_err(|_| late("wait for a replica"))
    }
}

#[async_trait]
impl Layer for Watched {
    fn store(&self) -> Result<Arc<dyn Store>, Error> {
        Ok(Arc::clone(&self.inner))
    }

    async fn pass<T: Send>(
        &self,
        operation: &'static str,
        work: BoxFuture<'_, Result<T, Error>>,
    ) -> Result<T, Error> {
        if self.is_dead.load(Ordering::SeqCst) {
            return Err(Error::Unavailable("the replica is dead".into()));
        }
        let answer = work.await;
        if answer.is_ok() {
            match operation {
                "enroll" => self.seen.send_modify(|seen| seen.enrolled += 1),
                "follow_due" => self.seen.send_modify(|seen| seen.taken_up += 1),
                _ => {}
            }
        }
        answer
    }
}

async fn listen() -> Result<(TcpListener, SocketAddr), Failure> {
    let cannot = |source| system("listen on the loopback address", source);
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.map_err(cannot)?;
    let address = listener.local_addr().map_err(cannot)?;
    Ok((listener, address))
}

fn late(doing: &'static str) -> Failure {
    system(doing, std::io::ErrorKind::TimedOut.into())
}
