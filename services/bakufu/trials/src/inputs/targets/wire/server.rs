//! An orchestrator without games on a port of the loopback.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use kit_service::{Drain, Health, Metrics, Serving};
use match_orchestrator_server::{Config, Orchestrator, OrchestratorParts, OsSecrets, Web, serve};
use match_orchestrator_store::Memory;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio_util::sync::CancellationToken;

use crate::inputs::quiet::{SERVING, count_panics_of_servers};

/// Serves until the process ends.
pub(super) struct WireServer {
    address: SocketAddr,
    _runtime: Runtime,
}

impl WireServer {
    /// Starts it on threads of its own.
    pub(super) fn start() -> Self {
        count_panics_of_servers();
        let threads = Builder::new_multi_thread().thread_name(SERVING).enable_all().build();
        let runtime = threads.expect("the system has threads for a server");
        let address = runtime.block_on(async {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await;
            let listener = listener.expect("the loopback has a port");
            let address = listener.local_addr().expect("a bound listener has an address");
            let health = Health::starting().await;
            let serving = Serving::new(health, Drain::new(), Metrics::unread());
            tokio::spawn(serve(listener, serving, orchestrator(), Web::default()));
            address
        });
        Self { address, _runtime: runtime }
    }

    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }
}

fn orchestrator() -> Arc<Orchestrator> {
    let config = Config::default();
    let parts = OrchestratorParts {
        store: Arc::new(Memory::new()),
        secrets: Arc::new(OsSecrets),
        rules_limits: config.rules_limits,
        answer_quantum: OrchestratorParts::ANSWER_QUANTUM,
        cached_max: config.cached_max,
        keeping: config.keeping,
        operator_token: None,
        metrics: Metrics::unread(),
        stop: CancellationToken::new(),
    };
    Orchestrator::start(parts, &[])
}
