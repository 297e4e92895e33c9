//! Announcements in a cluster: sharded, where it knows that.

use futures::future::join_all;
use kit_testing::{Persistence, RedisServer, free_port, wait_until};
use match_orchestrator_store::{
    Announcement, Commit, CommitAnswer, Filing, NewMatch, Redis, RedisConfig, Status, Store,
};

use crate::fixtures::{changed, commit, filing, new_match, next, played_up_to};
use crate::redis_kinds::two_nodes;
use crate::stores::{config, start_cluster};

/// How many channels are subscribed to, by this command.
fn channels(server: &RedisServer, command: &str, prefix: &str) -> usize {
    let lines = server.lines(command);
    lines.iter().filter(|line| line.starts_with(prefix)).count()
}

#[tokio::test]
async fn every_node_announces_what_it_has_and_nothing_else() {
    let [one, two] = two_nodes().await;
    let config = config(format!("redis-cluster://127.0.0.1:{}", one.port()));
    let store = Redis::connect(config.clone()).await.expect("connect");
    let other = Redis::connect(config.clone()).await.expect("connect");
    let mut announcements = store.announcements();
    let ids: Vec<String> = (0..20).map(|number| format!("m{number}")).collect();
    for id in &ids {
        store.follow(id).await.expect("follow");
        played_up_to(&other, id, 2).await;
        assert_eq!(next(&mut announcements).await, changed(id, 2));
    }
    let shards = [&one, &two].map(|node| channels(node, "PUBSUB SHARDCHANNELS", &config.prefix));
    assert!(shards.iter().all(|number| *number > 0), "{shards:?}");
    // The presence is one more.
    assert_eq!(shards.iter().sum::<usize>(), ids.len() + 1);
    for id in &ids {
        store.unfollow(id);
    }
    wait_until("nobody subscribes", async || {
        let left = [&one, &two].map(|node| channels(node, "PUBSUB SHARDCHANNELS", &config.prefix));
        left.iter().sum::<usize>() == 1
    })
    .await;
}

#[tokio::test]
async fn a_slot_that_moves_takes_its_followers_with_it() {
    let [one, two] = two_nodes().await;
    let url = format!("redis-cluster://127.0.0.1:{}", one.port());
    let config = RedisConfig { partitions: Some(1), ..config(url) };
    let store = Redis::connect(config.clone()).await.expect("connect");
    let mut announcements = store.announcements();
    store.follow("m").await.expect("follow");
    store.follow_due(0).await.expect("follow due");

    let slot = one.command(&format!("CLUSTER KEYSLOT {}{{p0}}:x", config.prefix));
    let slot = slot.trim_start_matches(':');
    let is_on_one = one.command(&format!("EXISTS {}{{p0}}:x", config.prefix)) == ":0";
    let (from, to) = if is_on_one { (&one, &two) } else { (&two, &one) };
    let id = &to.lines("CLUSTER MYID")[1];
    for node in [to, from] {
        assert_eq!(node.command(&format!("CLUSTER SETSLOT {slot} NODE {id}")), "+OK");
    }
    assert_eq!(next(&mut announcements).await, Announcement::Gap);
    wait_until("the new node is subscribed to", async || {
        channels(to, "PUBSUB SHARDCHANNELS", &format!("{}{{p0}}", config.prefix)) == 2
    })
    .await;
    let filing = Filing { due_at_ms: Some(1), ..filing(Status::Playing) };
    let new = NewMatch { filing: filing.clone(), ..new_match("m") };
    assert!(store.create(new).await.expect("create"));
    let change = Commit { filing, ..commit("m", 2, "r2") };
    assert_eq!(store.commit(&change).await.expect("commit"), CommitAnswer::Stored);
    let mut heard = next(&mut announcements).await;
    while heard == Announcement::Gap {
        heard = next(&mut announcements).await;
    }
    assert!(matches!(heard, Announcement::Due { partition: 0, .. }), "{heard:?}");
    assert_eq!(next(&mut announcements).await, changed("m", 2));
}

#[tokio::test]
async fn thousands_of_followed_matches_are_followed_again_in_time() {
    let server = start_cluster();
    wait_until("the cluster is complete", async || server.command("DEL probe") == ":0").await;
    let config = config(format!("redis-cluster://127.0.0.1:{}", server.port()));
    let store = Redis::connect(config.clone()).await.expect("connect");
    let ids: Vec<String> = (0..5000).map(|number| number.to_string()).collect();
    for followed in join_all(ids.iter().map(|id| store.follow(id))).await {
        followed.expect("follow");
    }
    let mut announcements = store.announcements();
    assert!(server.command("CLIENT KILL TYPE pubsub").starts_with(':'));
    assert_eq!(next(&mut announcements).await, Announcement::Gap);
    let subscribed = channels(&server, "PUBSUB SHARDCHANNELS", &config.prefix);
    assert_eq!(subscribed, ids.len() + 1);
}

#[tokio::test]
async fn a_cluster_without_shards_announces_all_the_same() {
    let bus_port = free_port().to_string();
    let cluster = ["--cluster-enabled", "yes", "--cluster-port", &bus_port];
    let old = [cluster.as_slice(), &["--rename-command", "SPUBLISH", ""]].concat();
    let server = RedisServer::start_with(Persistence::None, &old);
    assert_eq!(server.command("CLUSTER ADDSLOTSRANGE 0 16383"), "+OK");
    wait_until("the cluster is complete", async || server.command("DEL probe") == ":0").await;
    let config = config(format!("redis-cluster://127.0.0.1:{}", server.port()));
    let store = Redis::connect(config.clone()).await.expect("connect");
    let mut announcements = store.announcements();
    store.follow("m").await.expect("follow");
    played_up_to(&store, "m", 3).await;
    assert_eq!(next(&mut announcements).await, changed("m", 2));
    assert_eq!(next(&mut announcements).await, changed("m", 3));
    assert_eq!(channels(&server, "PUBSUB CHANNELS", &config.prefix), 2);
    store.unfollow("m");
    wait_until("nobody subscribes", async || {
        channels(&server, "PUBSUB CHANNELS", &config.prefix) == 1
    })
    .await;
}

#[tokio::test]
async fn a_restarted_node_sets_back_what_it_has_and_nothing_else() {
    let bus_ports = [free_port().to_string(), free_port().to_string()];
    let start = |bus_port: &String| {
        let arguments = ["--cluster-enabled", "yes", "--cluster-port", bus_port];
        RedisServer::start_with(Persistence::Always, &arguments)
    };
    let (one, mut two) = (start(&bus_ports[0]), start(&bus_ports[1]));
    crate::redis_kinds::join(&one, &two, &bus_ports[1]).await;
    let config = config(format!("redis-cluster://127.0.0.1:{}", one.port()));
    let store = Redis::connect(config.clone()).await.expect("connect");
    let ids: Vec<String> = (0..20).map(|number| format!("m{number}")).collect();
    for id in &ids {
        played_up_to(&store, id, 2).await;
    }
    let keys = format!("KEYS {}*:match:*", config.prefix);
    let on_two = two.lines(&keys);
    let is_on_two = |id: &str| on_two.iter().any(|line| line.ends_with(&format!(":{id}")));
    two.restart();
    wait_until("the node is back", async || {
        store.commit(&commit("nowhere", 2, "r")).await.is_ok() && store.counts().await.is_ok()
    })
    .await;
    for id in &ids {
        let expected = if is_on_two(id) { CommitAnswer::SetBack } else { CommitAnswer::Stored };
        let answer = store.commit(&commit(id, 3, "r3")).await.expect("commit");
        assert_eq!(answer, expected, "{id}");
    }
    assert!(ids.iter().any(|id| is_on_two(id)) && !ids.iter().all(|id| is_on_two(id)));
}
