//! Redis servers that are measured: one, or six that are a cluster.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::time::{Duration, Instant};

use futures::StreamExt;
use futures::future::{join, join_all, try_join_all};
use redis::aio::Monitor;
use redis::{Client, Cmd, Connection, FromRedisValue};
use tokio_util::sync::CancellationToken;

use crate::bench::{RedisProcess, free_port, system};
use crate::failure::Failure;

const MASTERS: usize = 3;
const SLOTS: usize = 16384;
/// How long nodes may take to become a cluster.
const JOIN_MAX: Duration = Duration::from_secs(30);
const ASK_EVERY: Duration = Duration::from_millis(50);
/// What `k8s/README.md` asks for: small streams take no more than they hold.
pub(super) const STREAM_NODES: [&str; 2] = ["--stream-node-max-bytes", "1024"];
/// Replicas are served at once, and a node that is busy is not taken for dead: what is
/// measured is a cluster that works.
const REPLICATED: [&str; 4] =
    ["--repl-diskless-sync-delay", "0", "--cluster-node-timeout", "60000"];

/// The servers of one store.
pub(super) struct RedisNodes {
    /// What the store is reached by.
    pub(super) url: String,
    /// The addresses of those that hold matches.
    masters: Vec<String>,
    _processes: Vec<RedisProcess>,
}

/// What the servers have done while somebody listened.
#[derive(Debug, Default)]
pub(super) struct Heard {
    /// Commands that were sent.
    pub(super) sent: BTreeMap<String, u64>,
    /// Commands that scripts have called.
    pub(super) called: u64,
}

impl RedisNodes {
    /// A server that is there already.
    pub(super) fn at(url: &str) -> Self {
        Self { url: url.to_owned(), masters: vec![url.to_owned()], _processes: Vec::new() }
    }

    /// One server of our own.
    pub(super) fn one(arguments: &[&str]) -> Result<Self, Failure> {
        let process = RedisProcess::start_with(arguments)?;
        let url = process.url().to_owned();
        Ok(Self { masters: vec![url.clone()], url, _processes: vec![process] })
    }

    /// Three masters with a replica each.
    pub(super) fn cluster() -> Result<Self, Failure> {
        let mut processes = Vec::new();
        let mut buses = Vec::new();
        for _ in 0..2 * MASTERS {
            let bus = free_port().map_err(|source| system("find a free port", source))?;
            let bus = bus.to_string();
            let clustered = ["--cluster-enabled", "yes", "--cluster-port", &bus];
            let arguments = [&clustered[..], &REPLICATED, &STREAM_NODES].concat();
            processes.push(RedisProcess::start_with(&arguments)?);
            buses.push(bus);
        }
        for (node, process) in processes[..MASTERS].iter().enumerate() {
            let (first, end) = (node * SLOTS / MASTERS, (node + 1) * SLOTS / MASTERS);
            let mut add = redis::cmd("CLUSTER");
            add.arg("ADDSLOTSRANGE").arg(first).arg(end - 1);
            ask::<()>(process.url(), &add)?;
        }
        for (process, bus) in processes.iter().zip(&buses).skip(1) {
            let mut meet = redis::cmd("CLUSTER");
            meet.arg("MEET").arg("127.0.0.1").arg(process.port()).arg(bus);
            ask::<()>(processes[0].url(), &meet)?;
        }
        for (master, replica) in processes[..MASTERS].iter().zip(&processes[MASTERS..]) {
            let mut id = redis::cmd("CLUSTER");
            let id: String = ask(master.url(), id.arg("MYID"))?;
            let mut replicate = redis::cmd("CLUSTER");
            replicate.arg("REPLICATE").arg(id);
            // A node replicates only who it has heard of.
            wait_for(|| Ok(ask::<()>(replica.url(), &replicate).is_ok()))?;
        }
        for process in &processes {
            wait_for(|| is_joined(process.url()))?;
        }
        let url = format!("redis-cluster://127.0.0.1:{}", processes[0].port());
        let masters = processes[..MASTERS].iter().map(|it| it.url().to_owned()).collect();
        Ok(Self { url, masters, _processes: processes })
    }

    /// Lets the store be as if it had been there for long. In its first hour, every
    /// replica looks for what versions before partitions may have left.
    pub(super) fn let_age(&self, prefix: &str) {
        let mut age = redis::cmd("HSET");
        age.arg(format!("{prefix}layout")).arg("since").arg(0);
        // One of them has it, and the others say so.
        for url in &self.masters {
            ask::<()>(url, &age).ok();
        }
    }

    /// How much memory all matches take, and what is around them.
    pub(super) fn used_bytes(&self) -> Result<u64, Failure> {
        Ok(self.sum("memory", &["used_memory"])? as u64)
    }

    /// How long all servers that hold matches have been computing.
    pub(super) fn cpu(&self) -> Result<Duration, Failure> {
        Ok(Duration::from_secs_f64(self.sum("cpu", &["used_cpu_sys", "used_cpu_user"])?))
    }

    /// How much memory the news take, of which a store keeps a bounded number.
    pub(super) fn news_bytes(&self, prefix: &str) -> Result<u64, Failure> {
        let mut sum = 0;
        for url in &self.masters {
            let mut connection = connect(url)?;
            let keys: Vec<String> =
                redis::cmd("KEYS").arg(format!("{prefix}*:feed")).query(&mut connection)?;
            for key in keys {
                let mut usage = redis::cmd("MEMORY");
                usage.arg("USAGE").arg(key).arg("SAMPLES").arg(0);
                sum += usage.query::<Option<u64>>(&mut connection)?.unwrap_or_default();
            }
        }
        Ok(sum)
    }

    /// Listens to what the servers are asked to do until something is over.
    pub(super) async fn listen(
        &self,
        over: impl Future<Output = Result<(), Failure>>,
    ) -> Result<Heard, Failure> {
        let monitors = self.masters.iter().map(async |url| {
            Ok::<_, Failure>(Client::open(url.as_str())?.get_async_monitor().await?)
        });
        let monitors = try_join_all(monitors).await?;
        let stop = CancellationToken::new();
        let each = monitors.into_iter().map(|monitor| listen_to(monitor, &stop));
        let over = async {
            let over = over.await;
            stop.cancel();
            over
        };
        let (each, over) = join(join_all(each), over).await;
        over?;
        let mut heard = Heard::default();
        for one in each {
            heard.called += one.called;
            for (command, count) in one.sent {
                *heard.sent.entry(command).or_default() += count;
            }
        }
        Ok(heard)
    }

    fn sum(&self, section: &str, fields: &[&str]) -> Result<f64, Failure> {
        let mut sum = 0.0;
        for url in &self.masters {
            let info: redis::InfoDict = ask(url, redis::cmd("INFO").arg(section))?;
            sum += fields.iter().filter_map(|field| info.get::<f64>(field)).sum::<f64>();
        }
        Ok(sum)
    }
}

async fn listen_to(mut monitor: Monitor, stop: &CancellationToken) -> Heard {
    let mut lines = std::pin::pin!(monitor.on_message::<String>());
    let mut heard = Heard::default();
    let listening = async {
        while let Some(line) = lines.next().await {
            match read_line(&line) {
                Some((true, _)) => heard.called += 1,
                Some((false, command)) => *heard.sent.entry(command).or_default() += 1,
                None => {}
            }
        }
    };
    stop.run_until_cancelled(listening).await;
    heard
}

/// Whether a script has called a command, and the command:
/// `1339518083.107412 [0 127.0.0.1:60866] "keys" "*"`, or `[0 lua]`.
fn read_line(line: &str) -> Option<(bool, String)> {
    let (client, command) = line.split_once('[')?.1.split_once("] \"")?;
    let command = command.split('"').next()?.to_ascii_lowercase();
    Some((client.ends_with(" lua"), command))
}

fn is_joined(url: &str) -> Result<bool, Failure> {
    let mut info = redis::cmd("CLUSTER");
    let info: String = ask(url, info.arg("INFO"))?;
    let known = format!("cluster_known_nodes:{}", 2 * MASTERS);
    Ok(info.contains("cluster_state:ok") && info.lines().any(|line| line.trim() == known))
}

fn ask<T: FromRedisValue>(url: &str, command: &Cmd) -> Result<T, Failure> {
    Ok(command.query(&mut connect(url)?)?)
}

fn connect(url: &str) -> Result<Connection, Failure> {
    Ok(Client::open(url)?.get_connection()?)
}

fn wait_for(mut is_so: impl FnMut() -> Result<bool, Failure>) -> Result<(), Failure> {
    let deadline = Instant::now() + JOIN_MAX;
    while !is_so()? {
        if Instant::now() > deadline {
            return Err(system("make a cluster of six servers", ErrorKind::TimedOut.into()));
        }
        std::thread::sleep(ASK_EVERY);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_script_calls_is_told_from_what_is_sent() {
        let sent = r#"1.5 [0 127.0.0.1:60866] "EVALSHA" "a] \"b" "1""#;
        assert_eq!(read_line(sent), Some((false, "evalsha".to_owned())));
        assert_eq!(read_line(r#"1.5 [0 lua] "TIME""#), Some((true, "time".to_owned())));
        assert_eq!(read_line("OK"), None);
    }
}
