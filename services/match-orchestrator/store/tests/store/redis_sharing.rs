//! Several stores on one Redis, and what they leave there.

use bytes::Bytes;
use kit_testing::{LogCapture, RedisServer, wait_until};
use match_orchestrator_store::{
    Announcement, Commit, CommitAnswer, Error, NewMatch, Redis, RedisConfig, Store,
};

use crate::fixtures::{changed, commit, everything, new_match, next, played_up_to};
use crate::stores::config;

#[tokio::test]
async fn stores_on_one_server_see_each_others_matches_and_changes() {
    let server = RedisServer::start();
    let shared = config(server.url());
    let one = Redis::connect(shared.clone()).await.expect("connect");
    let two = Redis::connect(shared).await.expect("connect");
    let mut heard_by_one = one.announcements();
    let mut heard_by_two = two.announcements();
    for store in [&one, &two] {
        store.follow("m").await.expect("follow");
    }
    played_up_to(&one, "m", 2).await;
    let answer = two.commit(&commit("m", 3, "r3")).await.expect("commit");
    assert_eq!(answer, CommitAnswer::Stored);
    for heard in [&mut heard_by_one, &mut heard_by_two] {
        assert_eq!(next(heard).await, changed("m", 2));
        assert_eq!(next(heard).await, changed("m", 3));
    }
    assert_eq!(everything(&one, "m").await, everything(&two, "m").await);
    let stale = one.commit(&commit("m", 3, "late")).await.expect("commit");
    assert_eq!(stale, CommitAnswer::Conflict { current: 3 });
}

#[tokio::test]
async fn stores_with_different_prefixes_do_not_meet() {
    let server = RedisServer::start();
    let one = Redis::connect(config(server.url())).await.expect("connect");
    let two = Redis::connect(config(server.url())).await.expect("connect");
    let mut heard_by_two = two.announcements();
    for id in ["m", "own"] {
        two.follow(id).await.expect("follow");
    }
    let listed = NewMatch { listed_at_ms: Some(1), ..new_match("listed") };
    assert!(one.create(listed).await.expect("create"));
    played_up_to(&one, "m", 2).await;
    one.put_game("game", "address").await.expect("put game");

    assert_eq!(everything(&two, "m").await, (None, vec![]));
    assert!(two.listed(None, 10).await.expect("listed").is_empty());
    assert!(two.games().await.expect("games").is_empty());
    // The first that the other hears of is its own.
    played_up_to(&two, "own", 2).await;
    assert_eq!(next(&mut heard_by_two).await, changed("own", 2));
}

#[tokio::test]
async fn redis_wakes_nobody_for_a_match_that_nobody_follows() {
    let server = RedisServer::start();
    let config = RedisConfig { partitions: Some(1), ..config(server.url()) };
    let channels = format!("{}{{p0}}:changes:", config.prefix);
    // How many a message on the channel of a match reaches.
    let reached = |id: &str| server.command(&format!("PUBLISH {channels}{id} unreadable"));
    let store = Redis::connect(config).await.expect("connect");
    let mut announcements = store.announcements();
    store.follow("followed").await.expect("follow");
    assert_eq!((reached("followed"), reached("other")), (":1".to_owned(), ":0".to_owned()));
    assert_eq!(next(&mut announcements).await, Announcement::Gap);
    played_up_to(&store, "other", 3).await;
    played_up_to(&store, "followed", 2).await;
    assert_eq!(next(&mut announcements).await, changed("followed", 2));
    store.unfollow("followed");
    wait_until("nobody subscribes", async || reached("followed") == ":0").await;
}

#[tokio::test]
async fn neither_errors_nor_logs_hold_bytes_of_matches_or_passwords() {
    let capture = LogCapture::new();
    let _guard = capture.install();
    let server = RedisServer::start();
    let config = RedisConfig { partitions: Some(1), ..config(server.url()) };
    let key = format!("{}{{p0}}:match:m", config.prefix);
    let store = Redis::connect(config).await.expect("connect");
    let secret = Bytes::from_static(b"hunter2");
    let change = Commit {
        position: secret.clone(),
        entry: secret.clone(),
        roster: Some(secret),
        ..commit("m", 2, "r2")
    };

    assert_eq!(server.command(&format!("SET {key} hunter2")), "+OK");
    let corrupt = store.commit(&change).await.expect_err("not a match");
    assert!(matches!(corrupt, Error::Corrupt(_)), "{corrupt:?}");
    // Of a command that it does not know, Redis repeats the arguments.
    assert_eq!(server.command("ACL SETUSER default -eval -evalsha"), "+OK");
    let refused = store.commit(&change).await.expect_err("not allowed");
    assert!(matches!(refused, Error::Unavailable(_)), "{refused:?}");

    let url = format!("redis://nobody:hunter2@127.0.0.1:{}/", server.port());
    let stranger = Redis::connect(RedisConfig::new(url)).await.err().expect("no such user");
    for error in [corrupt, refused, stranger] {
        assert!(!format!("{error} {error:?}").contains("hunter2"), "{error:?}");
    }
    assert!(!capture.lines().concat().contains("hunter2"));
}

#[tokio::test]
async fn a_prefix_with_a_brace_is_refused() {
    let server = RedisServer::start();
    let config = RedisConfig { prefix: "a{b".to_owned(), ..config(server.url()) };
    assert!(Redis::connect(config).await.is_err());
}
