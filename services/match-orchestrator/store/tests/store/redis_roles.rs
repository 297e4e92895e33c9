//! Redis that is a replica for a while, or can't write.

use std::fs;

use kit_testing::{Persistence, RedisServer, wait_until};
use match_orchestrator_store::{CommitAnswer, Error, Redis, Store};

use crate::fixtures::{commit, everything, new_match, played_up_to};
use crate::stores::config;

/// The code that Redis refused with, if the store is unavailable.
fn refusal<T>(answer: Result<T, Error>) -> String {
    match answer {
        Ok(_) => "nothing".to_owned(),
        Err(Error::Unavailable(failure)) => failure.to_string(),
        Err(other) => panic!("not an outage: {other:?}"),
    }
}

#[tokio::test]
async fn a_replica_is_an_outage_until_it_is_a_master_again() {
    let server = RedisServer::start();
    let store = Redis::connect(config(server.url())).await.expect("connect");
    played_up_to(&store, "m", 2).await;
    let before = everything(&store, "m").await;

    // A master that nobody finds sends nothing, so the data stays.
    assert_eq!(server.command("REPLICAOF 127.0.0.1 1"), "+OK");
    for _ in 0..2 {
        let commit = refusal(store.commit(&commit("m", 3, "r3")).await);
        assert_eq!(commit, "commit: Redis refused with READONLY");
        let create = refusal(store.create(new_match("n")).await);
        assert_eq!(create, "create: Redis refused with READONLY");
        let withdraw = refusal(store.withdraw("m").await);
        assert_eq!(withdraw, "withdraw: Redis refused with READONLY");
    }
    assert_eq!(everything(&store, "m").await, before);
    assert_eq!(server.command("CONFIG SET replica-serve-stale-data no"), "+OK");
    assert_eq!(refusal(store.load("m").await), "load: Redis refused with MASTERDOWN");

    assert_eq!(server.command("REPLICAOF NO ONE"), "+OK");
    let answer = store.commit(&commit("m", 3, "r3")).await.expect("commit");
    assert_eq!(answer, CommitAnswer::Stored);
    assert!(store.create(new_match("n")).await.expect("create"));
}

#[tokio::test]
async fn a_server_without_a_disk_refuses_commits_and_keeps_what_it_has() {
    let server = RedisServer::start_with(Persistence::None, &["--enable-protected-configs", "yes"]);
    let store = Redis::connect(config(server.url())).await.expect("connect");
    played_up_to(&store, "m", 2).await;
    let before = everything(&store, "m").await;

    let folder = server.folder().join("gone");
    fs::create_dir(&folder).expect("a folder");
    assert_eq!(server.command(&format!("CONFIG SET dir {}", folder.display())), "+OK");
    fs::remove_dir(&folder).expect("it is empty");
    assert_eq!(server.command("CONFIG SET save \"3600 1\""), "+OK");
    server.command("BGSAVE");
    wait_until("the snapshot has failed", async || {
        server.lines("INFO persistence").contains(&"rdb_last_bgsave_status:err".to_owned())
    })
    .await;
    let refused = refusal(store.commit(&commit("m", 3, "r3")).await);
    assert_eq!(refused, "commit: Redis refused with MISCONF");
    assert_eq!(everything(&store, "m").await, before);

    assert_eq!(server.command("CONFIG SET save \"\""), "+OK");
    let answer = store.commit(&commit("m", 3, "r3")).await.expect("commit");
    assert_eq!(answer, CommitAnswer::Stored);
}
