//! Idleness: what replicas do while everybody thinks.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use futures::future::{join, try_join_all};
use serde::Serialize;

use super::ground::Ground;
use super::process;
use super::replica::Replica;
use crate::failure::Failure;

#[derive(Debug, Serialize)]
pub(super) struct Idle {
    pub(super) replicas: usize,
    pub(super) seconds: f64,
    /// What each replica sends to Redis in a second.
    pub(super) commands_per_second: Option<f64>,
    /// The same, with what scripts call.
    pub(super) commands_with_scripts_per_second: Option<f64>,
    /// What all replicas have sent in all that time.
    pub(super) sent: BTreeMap<String, u64>,
    /// How much of a core each replica needs, with its part of the games, which
    /// are in the same process.
    pub(super) cpu_percent: Option<f64>,
    pub(super) redis_cpu_percent: Option<f64>,
}

/// Counts for some time, and until every replica has done once what it does again and
/// again.
pub(super) async fn measure(
    ground: &Ground,
    replicas: &[Replica],
    duration: Duration,
) -> Result<Idle, Failure> {
    let (started, cpu, redis_cpu) = (Instant::now(), process::cpu(), ground.cpu()?);
    let over = async {
        let renewed = try_join_all(replicas.iter().map(|replica| replica.renewed(1)));
        join(tokio::time::sleep(duration), renewed).await.1.map(drop)
    };
    let heard = match ground.nodes() {
        Some(nodes) => Some(nodes.listen(over).await?),
        None => {
            over.await?;
            None
        }
    };
    let replicas = replicas.len();
    let (cpu_after, redis_cpu_after) = (process::cpu(), ground.cpu()?);
    let seconds = started.elapsed().as_secs_f64();
    let percent = |before: Option<Duration>, after: Option<Duration>| {
        Some(after?.saturating_sub(before?).as_secs_f64() / seconds * 100.0)
    };
    let per_replica = |count: u64| count as f64 / seconds / replicas as f64;
    let sent = heard.as_ref().map(|heard| heard.sent.values().sum::<u64>());
    let called = heard.as_ref().map(|heard| heard.called);
    Ok(Idle {
        replicas,
        seconds,
        commands_per_second: sent.map(per_replica),
        commands_with_scripts_per_second: sent.zip(called).map(|(s, c)| per_replica(s + c)),
        sent: heard.map(|heard| heard.sent).unwrap_or_default(),
        cpu_percent: percent(cpu, cpu_after).map(|percent| percent / replicas as f64),
        redis_cpu_percent: percent(redis_cpu, redis_cpu_after),
    })
}
