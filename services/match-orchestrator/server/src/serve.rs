//! The orchestrator as a process: store, games, and the port.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use futures::future::{BoxFuture, try_join};
use kit_grpc::bakufu::play::v1::match_service_server::MatchServiceServer;
use kit_grpc::bakufu::play::v1::operator_service_server::OperatorServiceServer;
use kit_service::http_routes::{Hosts, HttpRoutes, Origins};
use kit_service::process::Process;
use kit_service::tls::{ClientTls, LOOK_INTERVAL, TlsError};
use kit_service::{ConnectionLimits, ServeError, Serving};
use match_orchestrator_json::JsonApi;
use match_orchestrator_store::{Embedded, Memory, Redis, Store};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;

use crate::api::{MatchApi, OperatorApi};
use crate::call_limits;
use crate::config::{Config, ENV_REDIS_TLS_CA, ENV_STORE, StoreConfig};
use crate::games::Reach;
use crate::limits::{ANSWER_BYTES_MAX, REQUEST_BYTES_MAX, WIRE_BYTES_MAX};
use crate::orchestrator::{Orchestrator, OrchestratorParts};
use crate::secrets::OsSecrets;
use crate::store_watch::watch_store;

/// What a browser is told that called the port by a name which it does not know.
const HOSTS_SETTING: &str = "ORCHESTRATOR_HOSTS, or for `bakufu up` to --host";

/// How long the games may delay the start.
const GAMES_WAIT_MAX: Duration = Duration::from_secs(3);

/// Why the orchestrator could not run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The store can't be opened.
    #[error("open the store: {}", with_causes(.0))]
    Store(#[from] match_orchestrator_store::Error),
    /// The store's file can't be opened.
    #[error("open the store: {0}")]
    File(#[from] match_orchestrator_store::OpenError),
    /// The same, with the settings that are to be looked at.
    #[error("{fault} (see {})", .settings.join(" and "))]
    Settings { fault: Box<RunError>, settings: &'static [&'static str] },
    /// The files that games are trusted by can't be used.
    #[error("trust games: {0}")]
    Tls(#[from] TlsError),
    /// The address of operators can't be had.
    #[error("listen on {address}: {source}")]
    Listen { address: SocketAddr, source: io::Error },
    /// The port can't be served.
    #[error("serve: {0}")]
    Serve(#[from] ServeError),
}

/// Where the orchestrator is reached.
pub struct Ports {
    /// The port of everybody.
    pub public: TcpListener,
    /// The port of operators, who are then served nowhere else.
    pub operators: Option<TcpListener>,
}

impl From<TcpListener> for Ports {
    fn from(public: TcpListener) -> Self {
        Self { public, operators: None }
    }
}

/// What the public port serves to browsers, besides JSON and gRPC-Web.
#[derive(Clone, Debug, Default)]
pub struct Web {
    /// Pages of the port's own. They have no fallback: what is nowhere is
    /// answered as the JSON API does.
    pub pages: Router,
    /// The pages elsewhere that may read the answers; none if not set.
    pub origins: Option<Origins>,
    /// The names by which browsers may call the port.
    pub hosts: Hosts,
}

/// Opens the store that the settings name.
///
/// # Errors
/// If it can't be reached or is not ours.
pub fn open_store(config: &StoreConfig) -> BoxFuture<'_, Result<Arc<dyn Store>, RunError>> {
    Box::pin(async move {
        Ok(match config {
            StoreConfig::Memory => Arc::new(Memory::default()) as Arc<dyn Store>,
            StoreConfig::File(path) => Arc::new(Embedded::open(path)?),
            StoreConfig::Redis(redis) => Arc::new(Redis::connect((**redis).clone()).await?),
        })
    })
}

/// Runs one replica until it is told to stop.
///
/// # Errors
/// If the store can't be opened or the port can't be served.
pub fn run(process: Process, config: Config) -> BoxFuture<'static, Result<(), RunError>> {
    Box::pin(run_replica(process, config))
}

async fn run_replica(process: Process, config: Config) -> Result<(), RunError> {
    let operators = match config.operator_listen {
        Some(address) => {
            let bound = TcpListener::bind(address).await;
            Some(bound.map_err(|source| RunError::Listen { address, source })?)
        }
        None => None,
    };
    let store = open_store(&config.store).await.map_err(|fault| {
        let settings: &[_] = match &config.store {
            StoreConfig::Redis(redis) if redis.uses_tls() => &[ENV_STORE, ENV_REDIS_TLS_CA],
            _ => &[ENV_STORE],
        };
        RunError::Settings { fault: Box::new(fault), settings }
    })?;
    let tls = ClientTls::watch(config.games_tls, LOOK_INTERVAL, &process.serving.metrics)?;
    let parts = OrchestratorParts {
        store,
        secrets: Arc::new(OsSecrets),
        rules_limits: config.rules_limits,
        answer_quantum: OrchestratorParts::ANSWER_QUANTUM,
        cached_max: config.cached_max,
        keeping: config.keeping,
        operator_token: config.operator_token.map(|token| token.reveal().to_owned()),
        metrics: process.serving.metrics.clone(),
        stop: CancellationToken::new(),
    };
    let reach = Reach { tls, ..Reach::default() };
    let orchestrator = Orchestrator::start_reaching(parts, &config.games, reach);
    // Whoever came earlier would hear that there are no games. The port is
    // bound, so they wait; and a game that is away keeps nobody waiting long.
    tokio::time::timeout(GAMES_WAIT_MAX, orchestrator.games.tried()).await.ok();
    let Process { listener: public, mut serving } = process;
    serving.limits.proxies = config.trusted_proxies;
    serving.limits.unlimited_peers = config.unlimited_peers;
    serving.connections = ConnectionLimits {
        open_max: serving.connections.open_max,
        per_peer_max: Some(config.connections_per_peer_max),
        idle_max: Some(config.connection_idle_max),
        ..ConnectionLimits::public()
    };
    let web = Web { origins: config.cors_origins, hosts: config.hosts, ..Web::default() };
    serve(Ports { public, operators }, serving, orchestrator, web).await
}

/// Serves an orchestrator until the drain is over.
///
/// # Errors
/// If the port can't be served.
pub fn serve(
    ports: impl Into<Ports>,
    serving: Serving,
    orchestrator: Arc<Orchestrator>,
    web: Web,
) -> BoxFuture<'static, Result<(), RunError>> {
    Box::pin(serve_until_drained(ports.into(), serving, orchestrator, web))
}

async fn serve_until_drained(
    ports: Ports,
    mut serving: Serving,
    orchestrator: Arc<Orchestrator>,
    web: Web,
) -> Result<(), RunError> {
    let stop = orchestrator.stop.clone();
    let drain = serving.drain.clone();
    // Streams end themselves, with the revision to resume from, since the
    // transport would wait for them without a bound. Not before the listener
    // closes: whoever resumes at once would meet this replica again.
    tokio::spawn(async move {
        drain.closing().await;
        stop.cancel();
    });
    let store = Arc::clone(&orchestrator.store);
    let watched = watch_store(store, serving.health.clone(), orchestrator.stop.clone());
    orchestrator.tasks.spawn(watched);
    let matches = MatchServiceServer::new(MatchApi(Arc::clone(&orchestrator)))
        .max_decoding_message_size(REQUEST_BYTES_MAX)
        .max_encoding_message_size(ANSWER_BYTES_MAX);
    let operator = OperatorServiceServer::new(OperatorApi(Arc::clone(&orchestrator)))
        .max_decoding_message_size(REQUEST_BYTES_MAX);
    let Ports { public, operators } = ports;
    let routes = match operators {
        Some(_) => Routes::new(matches),
        None => Routes::new(matches).add_service(operator.clone()),
    };
    let json = JsonApi {
        metrics: serving.metrics.clone(),
        library: Arc::<Orchestrator>::clone(&orchestrator),
        request_bytes_max: REQUEST_BYTES_MAX,
    };
    let Web { pages, origins, hosts } = web;
    let http = |pages: Router| {
        let json = json.clone();
        let build = move |grpc| match_orchestrator_json::routes(json.clone(), pages.clone(), grpc);
        HttpRoutes::new(build).with_hosts(hosts.clone(), HOSTS_SETTING)
    };
    serving.limits.table = &call_limits::TABLE;
    serving.limits.request_bytes_max = WIRE_BYTES_MAX;
    serving.answer_quantum = orchestrator.answer_quantum;
    // Whoever carries the calls of many others is no peer of its own.
    serving.connections.carriers = serving.limits.carriers();
    serving.descriptor_sets =
        vec![kit_proto::descriptor_set("bakufu.play.v1").expect("the package is compiled in")];
    let apart = operators.map(|listener| {
        let mut serving = serving.clone();
        serving.http = Some(http(Router::new()));
        kit_service::serve(listener, Routes::new(operator), serving)
    });
    serving.http = Some(http(pages).with_origins(origins));
    serving.health.ready().await;
    let served = kit_service::serve(public, routes, serving);
    let served = try_join(served, async {
        match apart {
            Some(apart) => apart.await.map(drop),
            None => Ok(()),
        }
    })
    .await;
    orchestrator.stop.cancel();
    orchestrator.stopped().await;
    served?;
    Ok(())
}

/// An error with everything that has led to it. What a store fails with names
/// no password and no match.
fn with_causes(error: &dyn std::error::Error) -> String {
    let text = error.to_string();
    match error.source().map(with_causes) {
        // Some errors only repeat their cause.
        Some(causes) if causes.starts_with(&text) => causes,
        Some(causes) => format!("{text}: {causes}"),
        None => text,
    }
}
