//! Server that is attacked: an orchestrator with its games, and what it has in use.

use std::collections::BTreeMap;
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
/// Calls and streams of theirs that are under way now and were not then.
const COUNTED_SLACK: usize = 8;
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Usage {
    pub memory_bytes: usize,
    pub files: usize,
    /// What it counts itself, by what it calls it.
    pub counted: BTreeMap<String, usize>,
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
        Usage { memory_bytes: kib * 1024, files, counted: counted(&fetch(&self.metrics)) }
    }
}

impl Usage {
    /// Whether nothing is left of an attack. Memory is not given back to the system
    /// at once, and is bounded on its own.
    fn is_normal(&self, before: &Self) -> bool {
        let is_free = |(name, now): (&String, &usize)| {
            *now <= before.counted.get(name).copied().unwrap_or_default() + COUNTED_SLACK
        };
        self.files <= before.files + FILES_SLACK && self.counted.iter().all(is_free)
    }
}

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { memory_bytes, files, counted } = self;
        write!(f, "{} MiB, {files} files", memory_bytes / 1024 / 1024)?;
        for (name, count) in counted.iter().filter(|(_, count)| **count > 0) {
            write!(f, ", {name} {count}")?;
        }
        Ok(())
    }
}

/// Whatever is under way by the words of a scrape: streams, and what limits count.
fn counted(scrape: &str) -> BTreeMap<String, usize> {
    let values = scrape.lines().filter_map(|line| {
        let (name, value) = line.rsplit_once(' ')?;
        let limit = name.strip_prefix("bakufu_limits_used{limit=\"");
        let name = match limit {
            Some(limit) => limit.split('"').next()?,
            None if name == "bakufu_streams_open" => "streams",
            None => return None,
        };
        Some((name.to_owned(), value.parse::<f64>().ok()? as usize))
    });
    // Matches that were created are there whether their creator is or not.
    values.filter(|(name, _)| name != "unstarted_matches").collect()
}

/// Prints figures of a test, for whoever looks at its output.
#[expect(clippy::print_stderr, reason = "figures are part of what the test shows")]
fn print(text: &str) {
    eprintln!("{text}");
}

/// What a scraper gets.
fn fetch(address: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("metrics have a port of their own");
    let request = format!("GET /metrics HTTP/1.0\r\nHost: {address}\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it listens");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_under_way_is_read_and_what_stays_is_not() {
        let scrape = "# TYPE bakufu_streams_open gauge\nbakufu_streams_open 3\n\
                      bakufu_limits_used{limit=\"calls\",otel_scope_name=\"x\"} 7\n\
                      bakufu_limits_used{limit=\"unstarted_matches\"} 900\n";
        let expected = [("calls".to_owned(), 7), ("streams".to_owned(), 3)];
        assert_eq!(counted(scrape), BTreeMap::from(expected));
    }
}
