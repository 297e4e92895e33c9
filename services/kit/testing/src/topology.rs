//! Topologies of Redis: servers that belong together.

use crate::{Persistence, RedisServer, free_port, wait_until};

/// Makes one server a replica of the other, which it is when this returns.
///
/// # Panics
/// If it does not come to be one.
pub async fn replicate(master: &RedisServer, replica: &RedisServer) {
    let follow = format!("REPLICAOF 127.0.0.1 {}", master.port());
    assert!(replica.command(&follow).starts_with("+OK"));
    wait_until("the replica follows", async || master.command("WAIT 1 0") == ":1").await;
}

/// Waits until a replica has everything that its master has now. `WAIT` knows that only
/// of what was written over the same connection.
///
/// # Panics
/// If it does not come to have it.
pub async fn catch_up(master: &RedisServer, replica: &RedisServer) {
    let wanted = offset(master, "master_repl_offset:");
    assert!(wanted.is_some(), "a master tells how far it is");
    wait_until("the replica has it all", async || offset(replica, "slave_repl_offset:") >= wanted)
        .await;
}

/// How far a server is, as it says itself.
fn offset(server: &RedisServer, name: &str) -> Option<u64> {
    let lines = server.lines("INFO replication");
    lines.iter().find_map(|line| line.strip_prefix(name)?.parse().ok())
}

/// Starts a server of a cluster that has no slots yet, with further command line
/// arguments, and tells the port of its bus.
///
/// # Panics
/// If `redis-server` is not installed or does not start.
pub fn cluster_node(arguments: &[&str]) -> (RedisServer, u16) {
    let bus_port = free_port();
    let port = bus_port.to_string();
    let cluster = ["--cluster-enabled", "yes", "--cluster-port", &port];
    let arguments = [cluster.as_slice(), arguments].concat();
    (RedisServer::start_with(Persistence::None, &arguments), bus_port)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_replica_that_has_caught_up_has_what_was_written() {
        let [master, replica] = [RedisServer::start(), RedisServer::start()];
        replicate(&master, &replica).await;
        assert_eq!(master.command("SET key value"), "+OK");
        catch_up(&master, &replica).await;
        assert_eq!(replica.lines("GET key"), ["$5", "value"]);
    }
}
