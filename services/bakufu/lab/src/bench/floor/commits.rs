//! The least that a commit in Redis can be.

use std::sync::atomic::{AtomicU64, Ordering};

use bytes::Bytes;
use redis::aio::MultiplexedConnection;
use redis::io::tcp::TcpSettings;
use redis::{IntoConnectionInfo, Script};
use tonic::Status;

use super::zeros;
use crate::bench::sizes::Sizes;
use crate::failure::Failure;

/// As many connections as the product spreads its commits over.
const REDIS_CONNECTIONS: usize = 4;
/// Compares a version, keeps a state, appends an entry: the least that a
/// commit can be.
const SCRIPT: &str = "
local version = redis.call('HGET', KEYS[1], 'version') or '0'
if version ~= ARGV[1] then
  return 0
end
redis.call('HSET', KEYS[1], 'version', ARGV[2], 'state', ARGV[3])
redis.call('XADD', KEYS[2], '*', 'entry', ARGV[4])
return 1";

/// Where the front server leaves its commits.
pub(super) struct Commits {
    connections: Vec<MultiplexedConnection>,
    script: Script,
    prefix: String,
    entry: Bytes,
    /// How often each client has committed.
    versions: Vec<AtomicU64>,
}

impl Commits {
    pub(super) async fn connect(
        url: &str,
        prefix: &str,
        sizes: &Sizes,
        clients_max: usize,
    ) -> Result<Self, Failure> {
        let tcp = TcpSettings::default().set_nodelay(true);
        let client = redis::Client::open(url.into_connection_info()?.set_tcp_settings(tcp))?;
        let mut connections = Vec::new();
        for _ in 0..REDIS_CONNECTIONS {
            connections.push(client.get_multiplexed_async_connection().await?);
        }
        Ok(Self {
            connections,
            script: Script::new(SCRIPT),
            prefix: prefix.to_owned(),
            entry: zeros(sizes.entry_bytes),
            versions: (0..clients_max).map(|_| AtomicU64::new(0)).collect(),
        })
    }

    pub(super) async fn commit(&self, client: usize, state: &[u8]) -> Result<(), Status> {
        let version = self.versions[client].fetch_add(1, Ordering::Relaxed);
        let mut connection = self.connections[client % REDIS_CONNECTIONS].clone();
        let stored: bool = self
            .script
            .key(format!("{}{{{client}}}", self.prefix))
            .key(format!("{}{{{client}}}:log", self.prefix))
            .arg(version)
            .arg(version + 1)
            .arg(state)
            .arg(&self.entry[..])
            .invoke_async(&mut connection)
            .await
            .map_err(|error| Status::internal(error.to_string()))?;
        if stored { Ok(()) } else { Err(Status::aborted("another floor has the same keys")) }
    }
}
