//! Orchestrators, games and a store, started together.

use std::io::Write;
use std::sync::Mutex;

use kit_testing::{Persistence, RedisServer, wait_until};
use tempfile::TempDir;

use crate::binaries::{ORCHESTRATOR, shipped_games};
use crate::client::Client;
use crate::fleet::Fleet;
use crate::service::{Service, ServiceSpec};

/// Where the matches of a cluster live.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreKind {
    /// In the orchestrator's memory.
    Memory,
    File,
    /// In a Redis server of the cluster's own.
    Redis,
}

impl StoreKind {
    pub const ALL: [Self; 3] = [Self::Memory, Self::File, Self::Redis];
}

#[derive(Debug)]
pub struct ClusterBuilder {
    store: StoreKind,
    persistence: Persistence,
    replicas: usize,
    game_replicas: usize,
    env: Vec<(String, String)>,
    files_max: Option<u32>,
}

/// Processes under test. When the cluster is dropped, all of them are killed,
/// and a log line at WARN or ERROR that was not expected fails the test.
#[derive(Debug)]
pub struct Cluster {
    /// The replicas of the orchestrator.
    pub orchestrators: Vec<Service>,
    /// The processes of every game that the workspace ships, replicas of one
    /// game next to each other.
    pub games: Vec<Service>,
    /// The Redis server, if matches live there.
    pub redis: Option<RedisServer>,
    expected: Mutex<Vec<&'static str>>,
    _folder: TempDir,
}

impl ClusterBuilder {
    /// This many orchestrators on the same store.
    #[must_use]
    pub fn replicas(mut self, replicas: usize) -> Self {
        self.replicas = replicas;
        self
    }

    /// This many processes of every game.
    #[must_use]
    pub fn game_replicas(mut self, replicas: usize) -> Self {
        self.game_replicas = replicas;
        self
    }

    /// What Redis writes to disk.
    #[must_use]
    pub fn persistence(mut self, persistence: Persistence) -> Self {
        self.persistence = persistence;
        self
    }

    /// One more variable for every process.
    #[must_use]
    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.env.push((name.to_owned(), value.to_owned()));
        self
    }

    /// How many files every orchestrator may have open.
    #[must_use]
    pub fn files_max(mut self, files_max: u32) -> Self {
        self.files_max = Some(files_max);
        self
    }

    /// Starts everything and waits until every game can be played everywhere.
    ///
    /// # Panics
    /// If something does not come up.
    pub async fn start(self) -> Cluster {
        let folder = TempDir::new().expect("a temporary folder can be made");
        let redis = (self.store == StoreKind::Redis)
            .then(|| RedisServer::start_with(self.persistence, &[]));
        let store = match (&redis, self.store) {
            (Some(redis), _) => redis.url(),
            (None, StoreKind::Memory) => "memory".to_owned(),
            (None, _) => format!("file:{}", folder.path().join("matches.redb").display()),
        };
        let mut games = Vec::new();
        for game in shipped_games() {
            let prefix = game.id.to_uppercase().replace('-', "_");
            let env = self.env.clone();
            let spec = ServiceSpec { binary: game.id, prefix, env, files_max: None };
            for _ in 0..self.game_replicas {
                games.push(Service::start(spec.clone()).await);
            }
        }
        let addresses: Vec<String> = games.iter().map(Service::url).collect();
        let mut env = self.env.clone();
        env.push(("ORCHESTRATOR_STORE".to_owned(), store));
        env.push(("ORCHESTRATOR_GAMES".to_owned(), addresses.join(",")));
        let mut orchestrators = Vec::new();
        for _ in 0..self.replicas {
            let (binary, prefix) = (ORCHESTRATOR.to_owned(), "ORCHESTRATOR".to_owned());
            let (env, files_max) = (env.clone(), self.files_max);
            let spec = ServiceSpec { binary, prefix, env, files_max };
            orchestrators.push(Service::start(spec).await);
        }
        let expected = Mutex::default();
        let cluster = Cluster { orchestrators, games, redis, expected, _folder: folder };
        for replica in 0..self.replicas {
            cluster.knows_all_games(replica).await;
        }
        cluster
    }
}

impl Cluster {
    /// A cluster with one orchestrator, to be refined.
    pub fn on(store: StoreKind) -> ClusterBuilder {
        ClusterBuilder {
            store,
            persistence: Persistence::None,
            replicas: 1,
            game_replicas: 1,
            env: Vec::new(),
            files_max: None,
        }
    }

    pub fn client(&self, replica: usize) -> Client {
        Client::at(&self.orchestrators[replica].url())
    }

    /// A client that knows all replicas, over this many connections to each.
    pub fn fleet(&self, connections: usize) -> Fleet {
        let urls: Vec<String> = self.orchestrators.iter().map(Service::url).collect();
        Fleet::at(&urls, connections)
    }

    /// Waits until a replica offers every game that runs.
    ///
    /// # Panics
    /// If it does not.
    pub async fn knows_all_games(&self, replica: usize) {
        let client = self.client(replica);
        wait_until("all games are registered", async || {
            let known: Vec<String> = client.games().await.into_iter().map(|game| game.id).collect();
            self.games.iter().all(|game| known.iter().any(|id| id == game.name()))
        })
        .await;
    }

    /// Expects complaints in the logs that contain one of these texts.
    pub fn expect_complaints(&self, parts: &[&'static str]) {
        self.expected.lock().expect("no test panics while it holds the list").extend(parts);
    }

    /// Every log line at WARN or ERROR that nobody expects.
    pub fn unexpected_complaints(&self) -> Vec<String> {
        let expected = self.expected.lock().expect("no test panics while it holds the list");
        self.processes()
            .flat_map(|process| {
                let name = process.name();
                let lines = process.log().complaints().into_iter();
                lines.map(move |line| format!("{name}: {line}"))
            })
            .filter(|line| !expected.iter().any(|part| line.contains(part)))
            .collect()
    }

    /// All processes but Redis.
    pub fn processes(&self) -> impl Iterator<Item = &Service> {
        self.games.iter().chain(&self.orchestrators)
    }

    /// What all processes wrote, for whoever looks into a failed test.
    fn print_logs(&self) {
        let mut stderr = std::io::stderr().lock();
        for process in self.processes() {
            let lines = process.log().lines();
            for line in &lines[lines.len().saturating_sub(20)..] {
                // A report that can't be written is no reason to fail twice.
                let _ = writeln!(stderr, "{}: {line}", process.name());
            }
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for process in self.orchestrators.iter_mut().chain(&mut self.games) {
            process.kill();
        }
        if std::thread::panicking() {
            self.print_logs();
            return;
        }
        let complaints = self.unexpected_complaints();
        if !complaints.is_empty() {
            self.print_logs();
        }
        assert!(complaints.is_empty(), "unexpected complaints:\n{}", complaints.join("\n"));
    }
}
