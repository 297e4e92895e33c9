//! Redis that forgets its scripts, restarts, hangs, or is not there.

use std::time::{Duration, Instant};

use futures::future::join_all;
use kit_testing::{Persistence, RedisServer, free_port, wait_until};
use match_orchestrator_store::{
    Announcement, Commit, CommitAnswer, Error, Filing, NewMatch, Newer, PriorRequest, Redis,
    RedisConfig, Status, Store,
};

use crate::fixtures::{
    FINGERPRINT, changed, commit, entry, everything, filing, head, new_match, next, played_up_to,
};
use crate::stores::config;

/// Settings that lose patience quickly.
fn hasty(server: &RedisServer) -> RedisConfig {
    let timeout = Duration::from_millis(200);
    RedisConfig { connect_timeout: timeout, response_timeout: timeout, ..config(server.url()) }
}

fn chain(error: &Error) -> String {
    let mut text = error.to_string();
    let mut source = std::error::Error::source(error);
    while let Some(inner) = source {
        text = format!("{text}: {inner}");
        source = inner.source();
    }
    text
}

#[tokio::test]
async fn scripts_that_the_server_has_forgotten_are_sent_again() {
    let server = RedisServer::start();
    let store = Redis::connect(config(server.url())).await.expect("connect");
    for number in 1..4u64 {
        let id = format!("m{number}");
        played_up_to(&store, &id, 2).await;
        assert_eq!(server.command("SCRIPT FLUSH"), "+OK");
        let answer = store.commit(&commit(&id, 3, "r3")).await.expect("commit");
        assert_eq!(answer, CommitAnswer::Stored);
        assert_eq!(server.command("SCRIPT FLUSH"), "+OK");
        let newer = store.load_newer(&id, &head(2)).await.expect("load newer");
        assert!(matches!(newer, Newer::Changed(_)), "{newer:?}");
    }
}

#[tokio::test]
async fn a_restart_loses_nothing_and_is_announced_as_a_gap() {
    let mut server = RedisServer::start_with(Persistence::Always, &[]);
    let config = config(server.url());
    let store = Redis::connect(config.clone()).await.expect("connect");
    let mut announcements = store.announcements();
    store.follow("m").await.expect("follow");
    played_up_to(&store, "m", 4).await;
    for number in 2..=4 {
        assert_eq!(next(&mut announcements).await, changed("m", number));
    }
    let before = everything(&store, "m").await;

    server.restart();
    assert_eq!(next(&mut announcements).await, Announcement::Gap);
    // Every connection has been replaced: no command is lost to a dead one.
    assert_eq!(everything(&store, "m").await, before);
    // The store can't know that nothing was lost, so a new timeline has to begin.
    let plain = commit("m", 5, "r5");
    assert_eq!(store.commit(&plain).await.expect("commit"), CommitAnswer::SetBack);
    assert_eq!(everything(&store, "m").await, before);
    let begins = Commit { begins_timeline: true, ..plain };
    assert_eq!(store.commit(&begins).await.expect("commit"), CommitAnswer::Stored);
    assert_eq!(next(&mut announcements).await, changed("m", 5));
    let answer = store.commit(&commit("m", 6, "r6")).await.expect("commit");
    assert_eq!(answer, CommitAnswer::Stored);
    // What is created since was never set back, and a new store sees it alike.
    played_up_to(&store, "fresh", 3).await;
    let other = Redis::connect(config).await.expect("connect");
    let answer = other.commit(&commit("fresh", 4, "r4")).await.expect("commit");
    assert_eq!(answer, CommitAnswer::Stored);
}

#[tokio::test]
async fn whoever_comes_first_to_a_restarted_server_can_not_commit_on_what_was_set_back() {
    let mut server = RedisServer::start_with(Persistence::Always, &[]);
    let config = config(server.url());
    let store = Redis::connect(config.clone()).await.expect("connect");
    for id in ["one", "two"] {
        played_up_to(&store, id, 3).await;
    }
    drop(store);
    for (round, id) in [(1, "one"), (2, "two")] {
        server.restart();
        // A process that knows nothing of the restart.
        let store = Redis::connect(config.clone()).await.expect("connect");
        let change = commit(id, 4, "r4");
        let answer = store.commit(&change).await.expect("commit");
        assert_eq!(answer, CommitAnswer::SetBack, "round {round}");
        let begins = Commit { begins_timeline: true, ..change };
        assert_eq!(store.commit(&begins).await.expect("commit"), CommitAnswer::Stored);
    }
}

#[tokio::test]
async fn connections_that_the_server_has_closed_cost_no_error() {
    let server = RedisServer::start();
    let store = Redis::connect(config(server.url())).await.expect("connect");
    played_up_to(&store, "m", 2).await;
    for number in 3..10 {
        // Our own connections are normal ones; the subscription stays.
        assert!(server.command("CLIENT KILL TYPE normal").starts_with(':'));
        let answer = store.commit(&commit("m", number, &number.to_string())).await;
        assert_eq!(answer.expect("commit"), CommitAnswer::Stored);
    }
}

#[tokio::test]
async fn a_commit_to_a_stopped_server_is_unavailable_and_can_be_repeated() {
    let mut server = RedisServer::start_with(Persistence::Always, &[]);
    let store = Redis::connect(hasty(&server)).await.expect("connect");
    played_up_to(&store, "m", 2).await;
    server.stop();
    let failed = store.commit(&commit("m", 3, "r3")).await.expect_err("nobody is there");
    assert!(matches!(failed, Error::Unavailable(_)), "{failed:?}");
    assert!(matches!(store.ping().await, Err(Error::Unavailable(_))));

    server.restart();
    wait_until("the store has reconnected", async || store.ping().await.is_ok()).await;
    let begins = Commit { begins_timeline: true, ..commit("m", 3, "r3") };
    assert_eq!(store.commit(&begins).await.expect("commit"), CommitAnswer::Stored);
    assert_eq!(everything(&store, "m").await.1, (1..=3).map(entry).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_commit_to_a_frozen_server_may_have_happened_but_never_twice() {
    let server = RedisServer::start();
    let store = Redis::connect(hasty(&server)).await.expect("connect");
    played_up_to(&store, "m", 2).await;
    for number in 3..6 {
        let request_id = number.to_string();
        server.pause();
        let failed = store.commit(&commit("m", number, &request_id)).await.expect_err("frozen");
        assert!(matches!(failed, Error::Unavailable(_)), "{failed:?}");
        server.resume();

        wait_until("the store has reconnected", async || store.ping().await.is_ok()).await;
        let mut answer = store.commit(&commit("m", number, &request_id)).await;
        wait_until("the repeated commit is answered", async || {
            if answer.is_err() {
                answer = store.commit(&commit("m", number, &request_id)).await;
            }
            answer.is_ok()
        })
        .await;
        let prior = PriorRequest { commit: number, fingerprint: FINGERPRINT };
        let answer = answer.expect("it was answered");
        let fine = [CommitAnswer::Stored, CommitAnswer::Repeated(prior)];
        assert!(fine.contains(&answer), "{answer:?}");
        assert_eq!(everything(&store, "m").await.1, (1..=number).map(entry).collect::<Vec<_>>());
    }
}

#[tokio::test]
async fn callers_of_a_frozen_server_do_not_wait_in_line() {
    let server = RedisServer::start();
    let store = Redis::connect(hasty(&server)).await.expect("connect");
    server.pause();
    let began = Instant::now();
    let answers = join_all((0..100).map(|_| store.ping())).await;
    assert!(answers.iter().all(Result::is_err));
    let again = join_all((0..100).map(|_| store.ping())).await;
    assert!(again.iter().all(Result::is_err));
    // One after the other they would have taken twenty seconds.
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    server.resume();
}

#[tokio::test]
async fn connecting_to_nobody_fails_in_time_and_says_what_it_did() {
    let nobody = config(format!("redis://127.0.0.1:{}/", free_port()));
    let failed = Redis::connect(nobody).await.err().expect("nobody is there");
    assert!(matches!(failed, Error::Unavailable(_)), "{failed:?}");
    assert!(chain(&failed).contains("connect"), "{}", chain(&failed));

    let server = RedisServer::start();
    server.pause();
    let began = Instant::now();
    let failed = Redis::connect(hasty(&server)).await.err().expect("it is frozen");
    assert!(matches!(failed, Error::Unavailable(_)), "{failed:?}");
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    server.resume();
}

#[tokio::test]
async fn a_full_server_refuses_commits_and_keeps_what_it_has() {
    let server = RedisServer::start_with(
        Persistence::None,
        &["--maxmemory", "8mb", "--maxmemory-policy", "noeviction"],
    );
    let store = Redis::connect(config(server.url())).await.expect("connect");
    assert!(store.create(new_match("m")).await.expect("create"));
    let big: bytes::Bytes = vec![7; 1 << 20].into();
    let mut number = 1;
    let failed = loop {
        let mut change = commit("m", number + 1, &number.to_string());
        change.entry = big.clone();
        match store.commit(&change).await {
            Ok(answer) => assert_eq!(answer, CommitAnswer::Stored),
            Err(error) => break error,
        }
        number += 1;
        assert!(number < 100, "eight megabytes are full");
    };
    assert!(matches!(failed, Error::Unavailable(_)), "{failed:?}");
    assert!(chain(&failed).contains("OOM"), "{}", chain(&failed));
    let (stored, log) = everything(&store, "m").await;
    assert_eq!(stored.map(|stored| stored.commit), Some(number));
    assert_eq!(log.len() as u64, number);
}

#[tokio::test]
async fn a_full_server_takes_no_new_match_and_still_makes_room() {
    let server = RedisServer::start_with(
        Persistence::None,
        &["--maxmemory", "8mb", "--maxmemory-policy", "noeviction"],
    );
    let config = RedisConfig { partitions: Some(1), ..config(server.url()) };
    let store = Redis::connect(config).await.expect("connect");
    let filed = |match_id| {
        let filing = Filing { due_at_ms: Some(1), ..filing(Status::Over) };
        NewMatch { filing, ..new_match(match_id) }
    };
    assert!(store.create(filed("old")).await.expect("create"));
    let big = NewMatch { position: vec![7; 1 << 20].into(), ..filed("big") };
    assert!(store.create(big.clone()).await.expect("create"));
    let full = async |id: &str| {
        let more = NewMatch { match_id: id.to_owned(), ..big.clone() };
        store.create(more).await.err().map(|error| chain(&error))
    };
    let mut refused = None;
    for number in 0..20 {
        refused = full(&number.to_string()).await;
        if refused.is_some() {
            break;
        }
    }
    assert!(refused.is_some_and(|why| why.contains("OOM")));
    assert!(full("another").await.is_some_and(|why| why.contains("OOM")));
    assert_eq!(store.load("another").await.expect("load"), None);

    // What is due may be a deletion, and somebody has to see to it.
    store.enroll("me", Duration::from_secs(60)).await.expect("enroll");
    let due = store.take_due(0, 100, Duration::from_secs(60)).await.expect("take due");
    assert!(due.match_ids.len() > 2, "{due:?}");
    let news = bytes::Bytes::from_static(b"deleted");
    assert!(store.delete("big", &head(1), Some(&news)).await.expect("delete"));
    assert_eq!(store.load("big").await.expect("load"), None);
    wait_until("there is room again", async || store.commit(&commit("old", 2, "r2")).await.is_ok())
        .await;
}
