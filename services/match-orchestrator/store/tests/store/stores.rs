//! Fresh stores of every kind.

use std::any::Any;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Weak};

use kit_testing::{Persistence, RedisServer, free_port, wait_until};
use match_orchestrator_store::{Embedded, Memory, Redis, RedisConfig, Store};
use tempfile::TempDir;

/// An empty store, and what has to live as long as it.
pub(crate) struct Opened {
    pub(crate) store: Box<dyn Store>,
    _needs: Box<dyn Any>,
}

pub(crate) async fn memory() -> Opened {
    Opened { store: Box::new(Memory::new()), _needs: Box::new(()) }
}

pub(crate) async fn embedded() -> Opened {
    let folder = TempDir::new().expect("a temporary folder");
    let store = Embedded::open(folder.path().join("store.redb")).expect("a new file");
    Opened { store: Box::new(store), _needs: Box::new(folder) }
}

pub(crate) async fn redis() -> Opened {
    static SERVER: Mutex<Weak<RedisServer>> = Mutex::new(Weak::new());
    let server = shared(&SERVER, RedisServer::start);
    let store = Redis::connect(config(server.url())).await.expect("connect");
    Opened { store: Box::new(store), _needs: Box::new(server) }
}

/// A cluster of one node still refuses what a large one would refuse: scripts
/// with keys of different slots.
pub(crate) async fn redis_cluster() -> Opened {
    static SERVER: Mutex<Weak<RedisServer>> = Mutex::new(Weak::new());
    let server = shared(&SERVER, start_cluster);
    wait_until("the cluster is complete", async || server.command("SET probe 1") == "+OK").await;
    let url = format!("redis-cluster://127.0.0.1:{}", server.port());
    let store = Redis::connect(config(url)).await.expect("connect");
    Opened { store: Box::new(store), _needs: Box::new(server) }
}

/// Settings with a prefix that no other test uses.
pub(crate) fn config(url: String) -> RedisConfig {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let prefix = format!("test{}:", NEXT.fetch_add(1, Ordering::Relaxed));
    RedisConfig { prefix, ..RedisConfig::new(url) }
}

/// The server that other running tests use too, or a new one. It goes away
/// with the last test that uses it, which a plain static would not.
fn shared(
    server: &Mutex<Weak<RedisServer>>,
    start: impl FnOnce() -> RedisServer,
) -> Arc<RedisServer> {
    let mut server = server.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    server.upgrade().unwrap_or_else(|| {
        let started = Arc::new(start());
        *server = Arc::downgrade(&started);
        started
    })
}

fn start_cluster() -> RedisServer {
    let bus_port = free_port().to_string();
    let arguments = ["--cluster-enabled", "yes", "--cluster-port", &bus_port];
    let server = RedisServer::start_with(Persistence::None, &arguments);
    assert_eq!(server.command("CLUSTER ADDSLOTSRANGE 0 16383"), "+OK");
    server
}
