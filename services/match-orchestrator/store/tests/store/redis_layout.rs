//! How a store in Redis is laid out, and who agrees with that.

use std::time::Duration;

use futures::future::join_all;
use kit_testing::RedisServer;
use match_orchestrator_store::{
    CommitAnswer, Error, Head, Newer, Redis, RedisConfig, Rewrite, Store,
};

use crate::fixtures::{commit, identity, now_ms, played_up_to};
use crate::stores::config;

async fn refusal(config: RedisConfig) -> String {
    match Redis::connect(config).await.err().expect("it is refused") {
        Error::Unavailable(failure) => failure.to_string(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn the_number_of_partitions_is_that_of_the_first_start() {
    let server = RedisServer::start();
    let with = |config: &RedisConfig, partitions| RedisConfig { partitions, ..config.clone() };
    let plain = config(server.url());
    let store = Redis::connect(plain.clone()).await.expect("connect");
    assert_eq!(store.partitions(), 256);
    assert!(Redis::connect(with(&plain, Some(256))).await.is_ok());
    let text = refusal(with(&plain, Some(16))).await;
    assert!(text.contains("256 partitions") && text.contains("16 are configured"), "{text}");

    let few = config(server.url());
    let firsts = join_all((0..4).map(|_| Redis::connect(with(&few, Some(7))))).await;
    assert!(firsts.iter().all(|store| store.as_ref().is_ok_and(|store| store.partitions() == 7)));
    assert_eq!(Redis::connect(few).await.expect("connect").partitions(), 7);
    for wrong in [0, 4097] {
        let text = refusal(with(&plain, Some(wrong))).await;
        assert!(text.contains("1 to 4096"), "{text}");
    }
}

#[tokio::test]
async fn two_first_starters_never_differ() {
    let server = RedisServer::start();
    for _ in 0..10 {
        let config = config(server.url());
        let wanted = [Some(3), Some(5), Some(3), Some(5)];
        let start = |partitions| Redis::connect(RedisConfig { partitions, ..config.clone() });
        let stores = join_all(wanted.into_iter().map(start)).await;
        let agreed: Vec<u32> =
            stores.iter().filter_map(|s| s.as_ref().ok()).map(|s| s.partitions()).collect();
        assert_eq!(agreed.len(), 2, "{agreed:?}");
        assert_eq!(agreed[0], agreed[1]);
    }
}

#[tokio::test]
async fn a_store_of_a_later_version_is_left_alone() {
    let server = RedisServer::start();
    let config = config(server.url());
    drop(Redis::connect(config.clone()).await.expect("connect"));
    assert_eq!(server.command(&format!("HSET {}layout version 3", config.prefix)), ":0");
    let text = refusal(config).await;
    assert!(text.contains("later version"), "{text}");
}

#[tokio::test]
async fn an_identity_that_ends_its_entry_is_kept_once_and_known_all_the_same() {
    let server = RedisServer::start();
    let config = RedisConfig { partitions: Some(1), ..config(server.url()) };
    let log = format!("{}{{p0}}:log:m", config.prefix);
    let store = Redis::connect(config).await.expect("connect");
    played_up_to(&store, "m", 1).await;
    let mut told = commit("m", 2, "r2");
    told.entry = [b"entry 2".as_slice(), &told.identity].concat().into();
    assert_eq!(store.commit(&told).await.expect("commit"), CommitAnswer::Stored);
    let beside = "return #redis.call('XRANGE', KEYS[1], '2-0', '2-0')[1][2][4]";
    assert_eq!(server.command(&format!("EVAL \"{beside}\" 1 {log}")), ":0");
    let third = commit("m", 3, "r3");
    assert_eq!(store.commit(&third).await.expect("commit"), CommitAnswer::Stored);
    let newer = async |commit, identity| {
        let known = Head { commit, identity, rewrites: 0 };
        store.load_newer("m", &known).await.expect("load newer")
    };
    for (number, identity) in [(1, identity(1)), (2, told.identity)] {
        assert!(matches!(newer(number, identity).await, Newer::Changed(_)), "commit {number}");
        assert!(matches!(newer(number, [9; 32]).await, Newer::Rewound(_)), "commit {number}");
    }
    // What an entry says instead may end otherwise.
    let rewrite = Rewrite { roster: told.position.clone(), entries: vec![(2, "erased".into())] };
    let head = Head { commit: 3, identity: third.identity, rewrites: 0 };
    assert!(store.rewrite("m", &head, &rewrite).await.expect("rewrite"));
    assert!(matches!(newer(2, told.identity).await, Newer::Changed(_)));
    assert!(matches!(newer(2, [9; 32]).await, Newer::Rewound(_)));
}

#[tokio::test]
async fn a_member_that_a_clock_ahead_has_enrolled_is_none() {
    let server = RedisServer::start();
    let config = config(server.url());
    let members = format!("{}members", config.prefix);
    let store = Redis::connect(config).await.expect("connect");
    let kept = Duration::from_secs(6);
    assert_eq!(store.enroll("alive", kept).await.expect("enroll"), ["alive"]);
    // By a server that has failed over to this one, two minutes ahead of it.
    let ends_at = now_ms() + 2 * 60 * 1000;
    assert_eq!(server.command(&format!("ZADD {members} {ends_at} dead {ends_at} alive")), ":1");
    assert_eq!(store.enroll("other", kept).await.expect("enroll"), ["other"]);
    assert_eq!(store.enroll("alive", kept).await.expect("enroll"), ["alive", "other"]);
}

#[tokio::test]
async fn a_match_needs_little_memory() {
    let server = RedisServer::start();
    let store = Redis::connect(config(server.url())).await.expect("connect");
    let used = || {
        let lines = server.lines("INFO memory");
        let line = lines.iter().find_map(|line| line.strip_prefix("used_memory:"));
        line.expect("it is told").parse::<u64>().expect("a number")
    };
    // What every partition needs once.
    for number in 0..2000 {
        played_up_to(&store, &format!("{number:032x}"), 1).await;
    }
    let before = used();
    for number in 2000..3000 {
        played_up_to(&store, &format!("{number:032x}"), 5).await;
    }
    let per_match = (used() - before) / 1000;
    assert!(per_match < 6 * 1024, "{per_match} bytes");
}
