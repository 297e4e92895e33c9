//! Processes that end, in order or not, and come back on the same port.

use std::fmt;
use std::time::{Duration, Instant};

use kit_testing::RedisServer;
use tests_harness::Service;

/// One process that was away.
#[derive(Clone, Debug)]
pub struct Restart {
    /// The name of its binary.
    pub process: String,
    /// The code with which it ended; none if it was killed.
    pub exit_code: Option<i32>,
    /// From the signal to the end of the process.
    pub ended_in: Duration,
    /// From its start to its readiness.
    pub ready_in: Duration,
}

/// Asks a process to end, waits for that, and starts it again after something
/// else has happened without it.
///
/// # Panics
/// If it does not end or does not become ready.
pub async fn roll(process: &mut Service, meanwhile: impl Future<Output = ()>) -> Restart {
    let begun = Instant::now();
    let exit_code = process.terminate().await;
    let ended_in = begun.elapsed();
    meanwhile.await;
    come_back(process, exit_code, ended_in).await
}

/// Kills a process without any warning, and starts it again after something
/// else has happened without it.
///
/// # Panics
/// If it does not become ready.
pub async fn kill(process: &mut Service, meanwhile: impl Future<Output = ()>) -> Restart {
    let begun = Instant::now();
    process.kill();
    let ended_in = begun.elapsed();
    meanwhile.await;
    come_back(process, None, ended_in).await
}

/// Kills Redis without any warning, and starts it again with what it has on
/// disk. Nothing else runs on this thread in the meantime.
///
/// # Panics
/// If it does not come back.
pub fn kill_redis(redis: &mut RedisServer) -> Restart {
    let begun = Instant::now();
    redis.stop();
    let ended_in = begun.elapsed();
    redis.restart();
    let ready_in = begun.elapsed() - ended_in;
    Restart { process: "redis-server".to_owned(), exit_code: None, ended_in, ready_in }
}

async fn come_back(process: &mut Service, exit_code: Option<i32>, ended_in: Duration) -> Restart {
    let begun = Instant::now();
    process.restart().await;
    let ready_in = begun.elapsed();
    Restart { process: process.name().to_owned(), exit_code, ended_in, ready_in }
}

impl fmt::Display for Restart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { process, exit_code, ended_in, ready_in } = self;
        match exit_code {
            Some(code) => write!(f, "{process} ended with {code} in {ended_in:.1?}")?,
            None => write!(f, "{process} was killed")?,
        }
        write!(f, " and was ready again in {ready_in:.1?}")
    }
}
