//! Connections with a name, by which `CLIENT LIST` tells operators who is who.

use std::fs;
use std::sync::LazyLock;

use ::redis::aio::{ConnectionLike, MultiplexedConnection};
use ::redis::cluster_async::Connect;
use ::redis::{
    AsyncConnectionConfig, Client, Cmd, ConnectionInfo, IntoConnectionInfo, Pipeline, RedisFuture,
    RedisResult, Value, cmd,
};
use futures::FutureExt;

/// The longest host name that is repeated.
const HOST_MAX: usize = 64;

/// Host and process, so that replicas can be told apart. A pod's host is the
/// pod. One name for the process, since [`Connect`] is told nothing else.
static NAME: LazyLock<String> = LazyLock::new(|| {
    let host = fs::read_to_string("/proc/sys/kernel/hostname")
        .or_else(|_| std::env::var("HOSTNAME"))
        .unwrap_or_default();
    format!("bakufu-orchestrator-{}-{}", plain(&host), std::process::id())
});

/// A connection to one server that has told its name. A cluster makes one to
/// each of its nodes, and again whenever one breaks.
#[derive(Clone)]
pub(super) struct NamedConnection(MultiplexedConnection);

impl NamedConnection {
    pub(super) async fn open(
        info: ConnectionInfo,
        config: &AsyncConnectionConfig,
    ) -> RedisResult<Self> {
        // The library would tell its own name too, which needs another right.
        let settings = info.redis_settings().clone().set_skip_set_lib_name();
        let client = Client::open(info.set_redis_settings(settings))?;
        let mut connection = client.get_multiplexed_async_connection_with_config(config).await?;
        let mut set_name = cmd("CLIENT");
        set_name.arg("SETNAME").arg(&*NAME);
        // Whether the name is taken or refused is the answer's own affair, and
        // of no concern to matches.
        connection.send_packed_command(&set_name).await?;
        Ok(Self(connection))
    }

    pub(super) fn connection(&mut self) -> &mut MultiplexedConnection {
        &mut self.0
    }
}

impl Connect for NamedConnection {
    fn connect_with_config<'a, T>(info: T, config: AsyncConnectionConfig) -> RedisFuture<'a, Self>
    where
        T: IntoConnectionInfo + Send + 'a,
    {
        async move { Self::open(info.into_connection_info()?, &config).await }.boxed()
    }
}

impl ConnectionLike for NamedConnection {
    fn req_packed_command<'a>(&'a mut self, command: &'a Cmd) -> RedisFuture<'a, Value> {
        self.0.req_packed_command(command)
    }

    fn req_packed_commands<'a>(
        &'a mut self,
        commands: &'a Pipeline,
        offset: usize,
        count: usize,
    ) -> RedisFuture<'a, Vec<Value>> {
        self.0.req_packed_commands(commands, offset, count)
    }

    fn get_db(&self) -> i64 {
        self.0.get_db()
    }
}

/// The part of a host name that Redis takes: no spaces, nothing special.
fn plain(host: &str) -> String {
    let plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_');
    let host: String = host.trim().chars().filter(plain).take(HOST_MAX).collect();
    if host.is_empty() { "unknown".to_owned() } else { host }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_word_whatever_the_host_is_called() {
        assert_eq!(plain("bakufu-7d9f.local\n"), "bakufu-7d9f.local");
        assert_eq!(plain("a b\tü"), "ab");
        assert_eq!(plain(""), "unknown");
        assert_eq!(plain(&"x".repeat(1000)).len(), HOST_MAX);
    }
}
