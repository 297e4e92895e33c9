//! Commits that are acknowledged when a replica, or the disk, has them.

use futures::join;
use kit_testing::{Persistence, RedisServer, cluster_node, replicate, wait_until};
use match_orchestrator_store::{
    CommitAnswer, Durability, Error, PriorRequest, Redis, RedisConfig, Store,
};

use crate::fixtures::{FINGERPRINT, commit, new_match, played_up_to, request};
use crate::stores::{config, limited, limited_user};

const ON_A_REPLICA: Durability = Durability { replicas: 1, disk: false };
const ON_DISK: Durability = Durability { replicas: 0, disk: true };

fn is_unavailable<T>(answer: &Result<T, Error>) -> bool {
    matches!(answer, Err(Error::Unavailable(_)))
}

#[tokio::test]
async fn a_commit_is_acknowledged_when_a_replica_has_it_and_not_before() {
    let (master, replica) = (RedisServer::start(), RedisServer::start());
    replicate(&master, &replica).await;
    let url = format!("redis://{}@127.0.0.1:{}", limited_user(&master), master.port());
    let config = RedisConfig { durability: ON_A_REPLICA, partitions: Some(1), ..limited(url) };
    let log = format!("{}{{p0}}:log:m", config.prefix);
    let store = Redis::connect(config.clone()).await.expect("connect");
    assert!(store.create(new_match("m")).await.expect("create"));
    for number in 2..20 {
        let answer = store.commit(&commit("m", number, &number.to_string())).await;
        assert_eq!(answer.expect("commit"), CommitAnswer::Stored);
        assert_eq!(replica.command(&format!("XLEN {log}")), format!(":{number}"));
    }

    replica.pause();
    let first = store.commit(&commit("m", 20, "20")).await;
    assert!(is_unavailable(&first), "{first:?}");
    // It did happen, which readers see without waiting for the replica.
    assert_eq!(store.load("m").await.expect("load").map(|stored| stored.commit), Some(20));
    // Others have written nothing themselves, and have to wait all the same.
    let (one, two, three) = (
        Redis::connect(config.clone()).await.expect("connect"),
        Redis::connect(config.clone()).await.expect("connect"),
        Redis::connect(config).await.expect("connect"),
    );
    let (again, key) = (commit("m", 20, "20"), request("20"));
    let (repeated, prior, created) =
        join!(one.commit(&again), two.prior_request("m", &key), three.create(new_match("n")));
    assert!(is_unavailable(&repeated), "{repeated:?}");
    assert!(is_unavailable(&prior), "{prior:?}");
    assert!(is_unavailable(&created), "{created:?}");

    replica.resume();
    let prior = PriorRequest { commit: 20, fingerprint: FINGERPRINT };
    let repeated = one.commit(&again).await.expect("commit");
    assert_eq!(repeated, CommitAnswer::Repeated(prior));
    assert_eq!(replica.command(&format!("XLEN {log}")), ":20");
    assert_eq!(two.prior_request("m", &key).await.expect("prior request"), Some(prior));
    assert!(!three.create(new_match("n")).await.expect("create"));
}

#[tokio::test]
async fn a_replica_that_is_away_delays_no_start_and_no_reading() {
    let server = RedisServer::start();
    let durability = ON_A_REPLICA;
    let store = Redis::connect(RedisConfig { durability, ..config(server.url()) }).await;
    let store = store.expect("connect");
    let created = store.create(new_match("m")).await;
    assert!(is_unavailable(&created), "{created:?}");
    assert!(store.load("m").await.expect("load").is_some());

    let replica = RedisServer::start();
    replicate(&server, &replica).await;
    let answer = store.commit(&commit("m", 2, "r2")).await.expect("commit");
    assert_eq!(answer, CommitAnswer::Stored);
}

#[tokio::test]
async fn a_node_of_a_cluster_waits_for_its_own_replica() {
    let ((master, _), (replica, bus)) = (cluster_node(&[]), cluster_node(&[]));
    assert_eq!(master.command("CLUSTER ADDSLOTSRANGE 0 16383"), "+OK");
    let meet = format!("CLUSTER MEET 127.0.0.1 {} {bus}", replica.port());
    assert_eq!(master.command(&meet), "+OK");
    let follow = format!("CLUSTER REPLICATE {}", master.lines("CLUSTER MYID")[1]);
    wait_until("the replica knows its master", async || replica.command(&follow) == "+OK").await;
    wait_until("the replica follows", async || master.command("WAIT 1 0") == ":1").await;
    wait_until("the cluster is complete", async || master.command("DEL probe") == ":0").await;

    let url = format!("redis-cluster://127.0.0.1:{}", master.port());
    let config = RedisConfig { durability: ON_A_REPLICA, ..config(url) };
    let keys = format!("KEYS {}*:match:*", config.prefix);
    let port = format!(":{}", replica.port());
    let tells_of_it = async || master.lines("CLUSTER SLOTS").contains(&port);
    wait_until("the cluster tells of its replica", tells_of_it).await;
    // Every start asks whether it can be waited for, and a replica could not say.
    for _ in 0..16 {
        Redis::connect(config.clone()).await.expect("connect");
    }
    let store = Redis::connect(config).await.expect("connect");
    for number in 1..10 {
        assert!(store.create(new_match(&number.to_string())).await.expect("create"));
        assert_eq!(replica.command(&keys), format!("*{number}"));
    }
    played_up_to(&store, "m", 3).await;
    replica.pause();
    let refused = store.commit(&commit("m", 4, "r4")).await;
    assert!(is_unavailable(&refused), "{refused:?}");
    replica.resume();
    let prior = PriorRequest { commit: 4, fingerprint: FINGERPRINT };
    let answer = store.commit(&commit("m", 4, "r4")).await.expect("commit");
    assert_eq!(answer, CommitAnswer::Repeated(prior));
}

#[tokio::test]
async fn a_disk_is_waited_for_only_where_redis_can() {
    let server = RedisServer::start_with(Persistence::Always, &[]);
    let on_disk = |url| RedisConfig { durability: ON_DISK, ..config(url) };
    let connected = Redis::connect(on_disk(server.url())).await;
    if server.command("WAITAOF 0 0 1").starts_with("-ERR unknown command") {
        let Some(Error::Unavailable(failure)) = connected.err() else { panic!("it can't wait") };
        assert!(failure.to_string().contains("no WAITAOF"), "{failure}");
        return;
    }
    played_up_to(&connected.expect("connect"), "m", 3).await;
    let without = RedisServer::start();
    let refused = Redis::connect(on_disk(without.url())).await;
    let Some(Error::Unavailable(failure)) = refused.err() else { panic!("there is no file") };
    assert!(failure.to_string().contains("no append-only file"), "{failure}");
}
