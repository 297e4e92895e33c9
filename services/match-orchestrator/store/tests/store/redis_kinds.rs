//! The ways to reach Redis.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use kit_testing::{
    Persistence, RedisServer, catch_up, cluster_node, free_port, replicate, wait_until,
};
use match_orchestrator_store::{
    Announcement, Commit, CommitAnswer, Error, LogPage, Redis, RedisConfig, Store,
};
use tempfile::TempDir;

use crate::fixtures::{changed, commit, new_match, next, played_up_to};
use crate::laws::scanning::scan_all;
use crate::stores::{config, limited_user};

pub(crate) async fn works(config: RedisConfig) {
    let store = Redis::connect(config).await.expect("connect");
    let mut announcements = store.announcements();
    store.follow("m").await.expect("follow");
    played_up_to(&store, "m", 3).await;
    assert_eq!(next(&mut announcements).await, changed("m", 2));
    assert_eq!(next(&mut announcements).await, changed("m", 3));
    assert_eq!(store.log("m", 1, LogPage::entries(10)).await.expect("log").len(), 3);
    assert_eq!(scan_all(&store, 10).await.into_iter().collect::<Vec<_>>(), ["m"]);
}

#[tokio::test]
async fn a_unix_socket_works() {
    let server = RedisServer::start();
    works(config(server.unix_url())).await;
}

#[tokio::test]
async fn a_sentinel_leads_to_the_master_before_and_after_a_failover() {
    let master = RedisServer::start();
    let replica = RedisServer::start();
    replicate(&master, &replica).await;
    let sentinel = RedisServer::start_sentinel(&master, "main");

    limited_user(&replica);
    let login = limited_user(&master);
    let url = format!("redis-sentinel://{login}@127.0.0.1:{}/main", sentinel.port());
    let config = RedisConfig { prefix: "bakufu:".to_owned(), ..config(url) };
    let store = Redis::connect(config).await.expect("connect");
    let mut announcements = store.announcements();
    store.follow("m").await.expect("follow");
    played_up_to(&store, "m", 3).await;
    catch_up(&master, &replica).await;

    // The sentinel needs a moment to learn of the replica.
    wait_until("the failover begins", async || sentinel.command("SENTINEL FAILOVER main") == "+OK")
        .await;
    wait_until("the replica is the master", async || {
        replica.try_command("SET probe 1").is_some_and(|answer| answer == "+OK")
    })
    .await;
    wait_until("the old master is a replica", async || {
        master.try_command("SET probe 1").is_some_and(|answer| answer.starts_with("-READONLY"))
    })
    .await;
    // The new one may have lagged behind, so a new timeline has to begin.
    wait_until("commits are answered again", async || {
        let answer = store.commit(&commit("m", 4, "r4")).await;
        answer.is_ok_and(|answer| answer == CommitAnswer::SetBack)
    })
    .await;
    let begins = Commit { begins_timeline: true, ..commit("m", 4, "r4") };
    assert_eq!(store.commit(&begins).await.expect("commit"), CommitAnswer::Stored);
    assert_eq!(store.log("m", 1, LogPage::entries(10)).await.expect("log").len(), 4);
    while next(&mut announcements).await != Announcement::Gap {}
}

#[tokio::test]
async fn a_scan_visits_every_node_of_a_cluster() {
    let [one, two] = two_nodes().await;
    let url = format!("redis-cluster://127.0.0.1:{}", one.port());
    let store = Redis::connect(config(url)).await.expect("connect");
    let ids: BTreeSet<String> = (0..60).map(|number| format!("m{number}")).collect();
    for id in &ids {
        assert!(store.create(new_match(id)).await.expect("create"));
    }
    for node in [&one, &two] {
        assert_ne!(node.command("DBSIZE"), ":0", "both nodes hold something");
    }
    for max in [1, 7, 1000] {
        assert_eq!(scan_all(&store, max).await, ids, "pages of {max}");
    }
}

/// A cluster of two nodes that share the slots.
pub(crate) async fn two_nodes() -> [RedisServer; 2] {
    let ((one, _), (two, bus_port)) = (cluster_node(&[]), cluster_node(&[]));
    join(&one, &two, &bus_port.to_string()).await;
    [one, two]
}

/// Makes a cluster of two nodes, the second of which has this bus.
pub(crate) async fn join(one: &RedisServer, two: &RedisServer, bus_port: &str) {
    // The slots of one node need not be a single piece.
    assert_eq!(one.command("CLUSTER ADDSLOTSRANGE 0 4999 12000 16383"), "+OK");
    assert_eq!(two.command("CLUSTER ADDSLOTSRANGE 5000 11999"), "+OK");
    let meet = format!("CLUSTER MEET 127.0.0.1 {} {bus_port}", two.port());
    assert_eq!(one.command(&meet), "+OK");
    for node in [one, two] {
        wait_until("the cluster is complete", async || {
            let answer = node.command("SET probe 1");
            answer == "+OK" || answer.starts_with("-MOVED")
        })
        .await;
    }
}

#[tokio::test]
async fn tls_works_with_an_authority_of_our_own_and_not_without() {
    let folder = TempDir::new().expect("a temporary folder");
    let certificate = self_signed(folder.path());
    let (port, at) = (free_port().to_string(), |name: &str| folder.path().join(name));
    let server = RedisServer::start_with(
        Persistence::None,
        &[
            "--tls-port",
            &port,
            "--tls-cert-file",
            &at("cert.pem").display().to_string(),
            "--tls-key-file",
            &at("key.pem").display().to_string(),
            "--tls-ca-cert-file",
            &at("cert.pem").display().to_string(),
            "--tls-auth-clients",
            "no",
        ],
    );
    let stranger = config(format!("rediss://localhost:{port}/"));
    let trusting = RedisConfig { ca_certificate: Some(certificate), ..stranger.clone() };
    works(trusting).await;
    let refused = Redis::connect(stranger).await.err().expect("nobody vouches for the server");
    assert!(matches!(refused, Error::Unavailable(_)), "{refused:?}");
    drop(server);
}

/// Makes a certificate for `localhost` that vouches for itself.
pub(crate) fn self_signed(folder: &Path) -> Vec<u8> {
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"])
        .args(["-nodes", "-days", "2", "-subj", "/CN=localhost"])
        .args(["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"])
        .args(["-addext", "basicConstraints=critical,CA:FALSE"])
        .args(["-keyout", "key.pem", "-out", "cert.pem"])
        .current_dir(folder)
        .output()
        .expect("openssl is installed; on Debian or Ubuntu: apt-get install openssl");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    fs::read(folder.join("cert.pem")).expect("openssl has written it")
}
