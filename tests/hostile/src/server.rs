//! Server that is attacked: an orchestrator with its games, and what it has in use.

use std::fmt;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;

use kit_testing::{free_port, holds_within};
use tests_harness::{Cluster, ClusterBuilder, StoreKind};

use crate::attack_kind::AttackKind;
use crate::honest::Honest;
use crate::tally::Tally;
use crate::target::Target;

/// What operators of the server authenticate with.
pub const OPERATOR: &str = "operator-token-of-the-test";
/// In this time everything is as before when an attacker has gone.
const RECOVERY_MAX: Duration = Duration::from_secs(5);
/// Files that honest clients have open now and not then.
const FILES_SLACK: usize = 32;
/// How often honest clients are served during an attack at least.
const ROUNDS: u64 = 60;
/// What the server may need besides, whatever is done to it.
pub const MEMORY_MORE_MAX: usize = 96 * 1024 * 1024;

/// An orchestrator that can be looked at from outside.
#[derive(Debug)]
pub struct Server {
    pub cluster: Cluster,
    metrics: String,
}

/// What the process has in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    pub memory_bytes: usize,
    pub files: usize,
    /// By its own count.
    pub streams: usize,
}

impl Server {
    /// Starts one as it comes, with matches in memory.
    pub async fn start() -> Self {
        Self::of(Self::builder()).await
    }

    /// What [`Server::start`] starts, to be refined.
    pub fn builder() -> ClusterBuilder {
        Cluster::on(StoreKind::Memory).env("ORCHESTRATOR_OPERATOR_TOKEN", OPERATOR)
    }

    /// Starts one with other settings.
    pub async fn of(builder: ClusterBuilder) -> Self {
        let metrics = format!("127.0.0.1:{}", free_port());
        let cluster = builder.env("ORCHESTRATOR_METRICS_LISTEN", &metrics).start().await;
        // Warnings are for operators, and an attack is worth some.
        cluster.expect_complaints(&[" WARN "]);
        Self { cluster, metrics }
    }

    pub fn target(&self) -> Target {
        Target::on(self.cluster.orchestrators[0].port())
    }

    /// Lets an attack and honest clients go on beside each other, and checks that they
    /// are served as if it were not there, that memory stays within its bound, and that
    /// everything is as before soon after its end. Returns the attack's tally.
    ///
    /// # Panics
    /// If it is not so.
    pub async fn withstands(&self, kind: AttackKind) -> Arc<Tally> {
        let honest = Honest::begin(self.target()).await;
        honest.rounds(ROUNDS).await;
        let (before, calm) = (self.usage(), honest.take_times());
        let attack = kind.begin(self.target()).await;
        attack.stands().await;
        honest.rounds(ROUNDS).await;
        let (during, attacked) = (self.usage(), honest.take_times());
        let tally = attack.cease();
        print(&format!(
            "{kind}: {tally}\n  before: {calm}, {before}\n  during: {attacked}, {during}"
        ));
        let more = during.memory_bytes.saturating_sub(before.memory_bytes);
        assert!(more <= MEMORY_MORE_MAX, "{more} bytes more: {during}, before {before}");
        self.recovers(&before, &honest).await;
        honest.assert_served();
        tally
    }

    /// Waits until what is in use is what was in use before, and honest clients are
    /// served.
    ///
    /// # Panics
    /// If that takes too long.
    pub async fn recovers(&self, before: &Usage, honest: &Honest) {
        let recovered = holds_within(RECOVERY_MAX, async || self.usage().is_normal(before)).await;
        assert!(recovered, "after {RECOVERY_MAX:?}: {}, before {before}", self.usage());
        let served = tokio::time::timeout(RECOVERY_MAX, honest.rounds(1)).await;
        assert!(served.is_ok(), "honest clients are served within {RECOVERY_MAX:?}");
    }

    /// What the process has in use now.
    ///
    /// # Panics
    /// If it does not run.
    pub fn usage(&self) -> Usage {
        let id = self.cluster.orchestrators[0].process_id().expect("the server runs");
        let status = fs::read_to_string(format!("/proc/{id}/status")).expect("it is a process");
        let line = status.lines().find(|line| line.starts_with("VmRSS:"));
        let kib = line.and_then(|line| line.split_whitespace().nth(1));
        let kib: usize = kib.and_then(|kib| kib.parse().ok()).expect("the kernel tells a number");
        let files = fs::read_dir(format!("/proc/{id}/fd")).expect("it is our process").count();
        let streams = self.metric("bakufu_streams_open").unwrap_or_default() as usize;
        Usage { memory_bytes: kib * 1024, files, streams }
    }

    /// The value of a metric, labels included in its name.
    pub fn metric(&self, name: &str) -> Option<f64> {
        let text = fetch(&self.metrics, "/metrics");
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.and_then(|value| value.parse().ok())
    }
}

impl Usage {
    /// Whether nothing is left of an attack. Memory is not given back to the system
    /// at once, and is bounded on its own.
    fn is_normal(&self, before: &Self) -> bool {
        self.files <= before.files + FILES_SLACK && self.streams <= before.streams + 1
    }
}

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { memory_bytes, files, streams } = self;
        write!(f, "{} MiB, {files} files, {streams} streams", memory_bytes / 1024 / 1024)
    }
}

/// Prints figures of a test, for whoever looks at its output.
#[expect(clippy::print_stderr, reason = "figures are part of what the test shows")]
fn print(text: &str) {
    eprintln!("{text}");
}

/// What a scraper gets.
fn fetch(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("metrics have a port of their own");
    let request = format!("GET {path} HTTP/1.0\r\nHost: {address}\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it listens");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    answer
}
