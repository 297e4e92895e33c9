//! Fresh stores of every kind.

use std::any::Any;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Weak};

use kit_testing::{RedisServer, cluster_node, replicate, wait_until};
use match_orchestrator_store::{Durability, Embedded, Memory, Redis, RedisConfig, Store};
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

/// A user with the rights that operators are told to give, and no others.
pub(crate) async fn redis_with_least_rights() -> Opened {
    static SERVER: Mutex<Weak<RedisServer>> = Mutex::new(Weak::new());
    let server = shared(&SERVER, RedisServer::start);
    let url = format!("redis://{}@127.0.0.1:{}/1", limited_user(&server), server.port());
    let store = Redis::connect(limited(url)).await.expect("connect");
    Opened { store: Box::new(store), _needs: Box::new(server) }
}

/// The same on a cluster.
pub(crate) async fn redis_cluster_with_least_rights() -> Opened {
    static SERVER: Mutex<Weak<RedisServer>> = Mutex::new(Weak::new());
    let server = shared(&SERVER, start_cluster);
    wait_until("the cluster is complete", async || server.command("SET probe 1") == "+OK").await;
    let url = format!("redis-cluster://{}@127.0.0.1:{}", limited_user(&server), server.port());
    let store = Redis::connect(limited(url)).await.expect("connect");
    Opened { store: Box::new(store), _needs: Box::new(server) }
}

/// A server whose commits count when its replica has them.
pub(crate) async fn redis_with_replica() -> Opened {
    static SERVERS: Mutex<Weak<[RedisServer; 2]>> = Mutex::new(Weak::new());
    let servers = shared(&SERVERS, || [RedisServer::start(), RedisServer::start()]);
    replicate(&servers[0], &servers[1]).await;
    let durability = Durability { replicas: 1, disk: false };
    let config = RedisConfig { durability, ..config(servers[0].url()) };
    let store = Redis::connect(config).await.expect("connect");
    Opened { store: Box::new(store), _needs: Box::new(servers) }
}

/// Makes the user whose rights k8s/README.md lists, and tells its login.
pub(crate) fn limited_user(server: &RedisServer) -> &'static str {
    let page = include_str!("../../../../../k8s/README.md");
    let (_, line) = page.split_once("redis-cli ").expect("the page has the line");
    let (line, _) = line.split_once("```").expect("the line is in a block");
    let words: Vec<String> =
        line.split_whitespace().filter(|word| *word != "\\").map(|w| w.replace('\'', "")).collect();
    assert_eq!(words[..3], ["ACL", "SETUSER", "bakufu"]);
    assert_eq!(server.command(&words.join(" ").replace("PASSWORD", "hunter2")), "+OK");
    "bakufu:hunter2"
}

/// Settings with a prefix of the documented user.
pub(crate) fn limited(url: String) -> RedisConfig {
    let config = config(url);
    RedisConfig { prefix: format!("bakufu:{}", config.prefix), ..config }
}

/// Settings with a prefix that no other test uses.
pub(crate) fn config(url: String) -> RedisConfig {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let prefix = format!("test{}:", NEXT.fetch_add(1, Ordering::Relaxed));
    RedisConfig { prefix, ..RedisConfig::new(url) }
}

/// The server that other running tests use too, or a new one. It goes away
/// with the last test that uses it, which a plain static would not.
fn shared<T>(server: &Mutex<Weak<T>>, start: impl FnOnce() -> T) -> Arc<T> {
    let mut server = server.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    server.upgrade().unwrap_or_else(|| {
        let started = Arc::new(start());
        *server = Arc::downgrade(&started);
        started
    })
}

pub(crate) fn start_cluster() -> RedisServer {
    let (server, _) = cluster_node(&[]);
    assert_eq!(server.command("CLUSTER ADDSLOTSRANGE 0 16383"), "+OK");
    server
}
