//! Every shipped game and the orchestrator in one process, over real gRPC.

use std::io::{self, ErrorKind};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use bakufu_games::{ShippedGame, shipped};
use futures::future::BoxFuture;
use kit_grpc::bakufu::play::v1::match_service_server::MatchService;
use kit_proto::bakufu::play::v1::ListGamesRequest;
use kit_service::{ConnectionLimits, Drain, Health, Metrics, Networks, ServeError, Serving};
use match_orchestrator_core::Lifetimes;
use match_orchestrator_server::{
    Config, Keeping, Orchestrator, OrchestratorParts, OsSecrets, Ports, RunError, Secrets,
    StoreConfig, Web, open_store,
};
use match_orchestrator_store::OpenError;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tonic::Request;

/// How long the games may take to be there.
const GAMES_MAX: Duration = Duration::from_secs(20);
/// How often it is looked whether they are.
const LOOK_EVERY: Duration = Duration::from_millis(10);
/// How long the games may take to end once nobody calls them any more.
const GAMES_DRAIN_MAX: Duration = Duration::from_secs(2);

/// What an all-in-one server is made of. The default is a server for one
/// command: a free port, nothing kept, nothing counted.
pub struct Setup {
    /// Where the public API listens.
    pub listen: SocketAddr,
    /// Where matches live.
    pub store: StoreConfig,
    /// How long they are kept.
    pub lifetimes: Lifetimes,
    /// Where seeds and keys come from.
    pub secrets: Arc<dyn Secrets>,
    /// The token that operators act with; none lets nobody in.
    pub operator_token: Option<String>,
    /// Where operators are served, and nobody else; none, where everybody is.
    pub operator_listen: Option<SocketAddr>,
    /// What the port serves to browsers.
    pub web: Web,
    /// Who may ask for as much as all together may.
    pub unlimited_peers: Networks,
    /// How many connections the port takes, and how long each may be silent.
    pub connections: ConnectionLimits,
    /// Where calls are counted.
    pub metrics: Metrics,
    /// When to stop.
    pub drain: Drain,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            listen: (Ipv4Addr::LOCALHOST, 0).into(),
            store: StoreConfig::Memory,
            lifetimes: Lifetimes::default(),
            secrets: Arc::new(OsSecrets),
            operator_token: None,
            operator_listen: None,
            web: Web::default(),
            unlimited_peers: Networks::default(),
            connections: ConnectionLimits::default(),
            metrics: Metrics::unread(),
            drain: Drain::new(),
        }
    }
}

/// Why an all-in-one server can't run.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Somebody else listens there.
    #[error(
        "{address} is taken by another process: stop it, or choose another address with \
         --listen 127.0.0.1:PORT"
    )]
    Taken { address: SocketAddr },
    /// The address can't be listened on.
    #[error("{address} can't be listened on ({source}): choose another address with --listen")]
    Listen { address: SocketAddr, source: io::Error },
    /// The metrics address can't be listened on.
    #[error("{address} can't serve metrics ({source}): choose another with --metrics-listen")]
    Metrics { address: SocketAddr, source: io::Error },
    /// The address of operators can't be listened on.
    #[error("{address} can't serve operators ({source}): choose another with --operator-listen")]
    Operators { address: SocketAddr, source: io::Error },
    /// Another server has the file.
    #[error(
        "{} is in use by another server: stop that one, or choose another folder with --data",
        .path.display()
    )]
    Locked { path: PathBuf },
    /// The file says by itself what to do about it.
    #[error("{0}")]
    Unusable(OpenError),
    /// The store does not open.
    #[error("{0}: check --store")]
    Store(RunError),
    /// Games do not answer.
    #[error("the games {} did not start in time: try again", .0.join(", "))]
    Games(Vec<String>),
    /// The orchestrator or a game ended by itself.
    #[error("a service ended unexpectedly: {0}")]
    Ended(String),
}

/// A running all-in-one server. Dropping it ends it at once.
pub struct AllInOne {
    address: SocketAddr,
    operators_at: Option<SocketAddr>,
    rules: Vec<(&'static str, String)>,
    drain: Drain,
    games_drain: Drain,
    orchestrator: JoinSet<Result<(), RunError>>,
    games: JoinSet<Result<(), ServeError>>,
}

impl AllInOne {
    /// Starts everything, and returns once all games can be played.
    ///
    /// # Errors
    /// If the port or the store can't be had, or a game does not come up.
    pub fn start(setup: Setup) -> BoxFuture<'static, Result<Self, StartError>> {
        Box::pin(Self::start_all(setup))
    }

    async fn start_all(setup: Setup) -> Result<Self, StartError> {
        let listener = listen(setup.listen).await?;
        let address = local_address(&listener, setup.listen)?;
        let operators = match setup.operator_listen {
            Some(address) => Some(listen_to_operators(address).await?),
            None => None,
        };
        let (operators, operators_at) = operators.unzip();
        let store = open_store(&setup.store).await.map_err(store_error)?;
        let mut server = Self {
            address,
            operators_at,
            rules: Vec::new(),
            drain: setup.drain.clone(),
            games_drain: Drain::new(),
            orchestrator: JoinSet::new(),
            games: JoinSet::new(),
        };
        for game in shipped() {
            server.start_game(game, &setup.metrics).await?;
        }
        let config = Config::default();
        let parts = OrchestratorParts {
            store,
            secrets: setup.secrets,
            rules_limits: config.rules_limits,
            answer_quantum: OrchestratorParts::ANSWER_QUANTUM,
            cached_max: config.cached_max,
            keeping: Keeping { lifetimes: setup.lifetimes, ..config.keeping },
            operator_token: setup.operator_token,
            metrics: setup.metrics.clone(),
            stop: CancellationToken::new(),
        };
        let addresses: Vec<String> = server.rules.iter().map(|(_, url)| url.clone()).collect();
        let orchestrator = Orchestrator::start(parts, &addresses);
        // Whoever came earlier would hear that there are no games. The port is
        // bound, so they wait.
        server.wait_for_games(&orchestrator.match_service()).await?;
        let mut serving = Serving::new(Health::starting().await, setup.drain, setup.metrics);
        serving.connections = setup.connections;
        serving.limits.unlimited_peers = setup.unlimited_peers;
        let ports = Ports { public: listener, operators };
        server.orchestrator.spawn(match_orchestrator_server::serve(
            ports,
            serving,
            orchestrator,
            setup.web,
        ));
        Ok(server)
    }

    /// Where the public API listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The public API as a URL for clients on this machine.
    pub fn url(&self) -> String {
        url(self.address)
    }

    /// The API of operators as a URL, if it has an address of its own.
    pub fn operator_url(&self) -> Option<String> {
        self.operators_at.map(url)
    }

    /// The rules service of a game as a URL, if it ships with Bakufu.
    pub fn rules_url(&self, game: &str) -> Option<&str> {
        self.rules.iter().find(|(id, _)| *id == game).map(|(_, url)| url.as_str())
    }

    /// Waits until somebody begins the drain and it is over.
    ///
    /// # Errors
    /// If the orchestrator or a game ends by itself.
    pub async fn ended(mut self) -> Result<(), StartError> {
        let ended = tokio::select! {
            Some(ended) = self.orchestrator.join_next() => ended.map(|it| it.map_err(describe)),
            Some(ended) = self.games.join_next() => {
                let why = ended.map(|it| it.map_err(describe));
                return Err(StartError::Ended(match why {
                    Ok(Err(why)) => why,
                    _ => "a game stopped".to_owned(),
                }));
            }
        };
        // Only now: the orchestrator needs the games to the last.
        self.games_drain.begin();
        let games_end = async { while self.games.join_next().await.is_some() {} };
        tokio::time::timeout(GAMES_DRAIN_MAX, games_end).await.ok();
        match ended {
            Ok(Ok(())) => Ok(()),
            Ok(Err(why)) => Err(StartError::Ended(why)),
            Err(panicked) => Err(StartError::Ended(panicked.to_string())),
        }
    }

    /// Drains and waits for the end.
    ///
    /// # Errors
    /// If the orchestrator or a game ends by itself.
    pub async fn stop(self) -> Result<(), StartError> {
        self.drain.begin();
        self.ended().await
    }

    async fn start_game(&mut self, game: ShippedGame, metrics: &Metrics) -> Result<(), StartError> {
        let loopback = (Ipv4Addr::LOCALHOST, 0).into();
        let listener = listen(loopback).await?;
        let address = local_address(&listener, loopback)?;
        self.rules.push((game.facts.id, format!("http://{address}")));
        let health = Health::starting().await;
        let serving = Serving::new(health, self.games_drain.clone(), metrics.clone());
        self.games.spawn(async move { game.serve(listener, serving).await });
        Ok(())
    }

    /// Games are registered in the background, so the orchestrator is asked for
    /// them.
    async fn wait_for_games(&self, orchestrator: &impl MatchService) -> Result<(), StartError> {
        let mut missing: Vec<&str> = self.rules.iter().map(|(id, _)| *id).collect();
        let all_there = async {
            loop {
                let listed = orchestrator.list_games(Request::new(ListGamesRequest {})).await;
                let games = listed.map_or_else(|_| Vec::new(), |answer| answer.into_inner().games);
                missing.retain(|id| !games.iter().any(|game| game.id == *id));
                if missing.is_empty() {
                    return;
                }
                tokio::time::sleep(LOOK_EVERY).await;
            }
        };
        let in_time = tokio::time::timeout(GAMES_MAX, all_there).await;
        let names = || missing.iter().map(|id| (*id).to_owned()).collect();
        in_time.map_err(|_| StartError::Games(names()))
    }
}

/// A listener as a URL for clients on this machine.
fn url(address: SocketAddr) -> String {
    let port = address.port();
    // Whoever listens everywhere is reached over the loopback as well.
    if address.ip().is_unspecified() {
        format!("http://127.0.0.1:{port}")
    } else {
        format!("http://{address}")
    }
}

async fn listen_to_operators(address: SocketAddr) -> Result<(TcpListener, SocketAddr), StartError> {
    let unusable = |source| StartError::Operators { address, source };
    let listener = TcpListener::bind(address).await.map_err(unusable)?;
    let bound = listener.local_addr().map_err(unusable)?;
    Ok((listener, bound))
}

async fn listen(address: SocketAddr) -> Result<TcpListener, StartError> {
    TcpListener::bind(address).await.map_err(|source| match source.kind() {
        ErrorKind::AddrInUse => StartError::Taken { address },
        _ => StartError::Listen { address, source },
    })
}

fn local_address(listener: &TcpListener, wanted: SocketAddr) -> Result<SocketAddr, StartError> {
    listener.local_addr().map_err(|source| StartError::Listen { address: wanted, source })
}

fn store_error(error: RunError) -> StartError {
    match error {
        RunError::File(OpenError::Locked { path }) => StartError::Locked { path },
        RunError::File(error @ (OpenError::Damaged { .. } | OpenError::Exposed { .. })) => {
            StartError::Unusable(error)
        }
        other => StartError::Store(other),
    }
}

fn describe(error: impl std::error::Error) -> String {
    error.to_string()
}
