//! What versions before partitions have left in Redis, used without a break.

use std::fs;

use kit_testing::{Persistence, RedisServer};
use match_orchestrator_store::{
    Commit, CommitAnswer, Head, Listing, LogPage, Newer, PriorRequest, Redis, RedisConfig,
    RequestKey, Rewrite, Status, Store,
};

use crate::fixtures::{commit, filing, label, new_match, request};
use crate::redis_kinds::two_nodes;
use crate::stores::{config, limited, limited_user};

/// What release 0.1.0 has left behind: a match of nine commits.
const RELEASED: &[u8] = include_bytes!("../../../server/tests/released/redis.rdb");
const RELEASED_TOLD: &str = include_str!("../../../server/tests/released/redis.txt");

const FINGERPRINT: [u8; 16] = [b'f'; 16];

/// Servers with a prefix, where matches are written as they used to be.
struct Old<'a> {
    servers: &'a [&'a RedisServer],
    prefix: &'a str,
}

impl Old<'_> {
    /// The answer of the server that has the key.
    fn command(&self, words: &str) -> String {
        let mut answers = self.servers.iter().map(|server| server.command(words));
        answers.find(|answer| !answer.starts_with("-MOVED")).expect("one of them has the slot")
    }

    /// A listed match of two commits. The number is in this field.
    fn put(&self, id: &str, field: &str, listed_at_ms: u64) {
        let Self { prefix, .. } = self;
        let (key, place) = (format!("{prefix}match:{{{id}}}"), format!("{listed_at_ms:020}/{id}"));
        let (one, two) = ("1".repeat(32), "2".repeat(32));
        let prior = format!("{}2", "f".repeat(16));
        let all = [
            format!("XADD {key}:log 1-0 entry e1 identity {one}"),
            format!("XADD {key}:log 2-0 entry e2 identity {two}"),
            format!("HSET {key} {field} 2 roster r position p identity 2/{two} listed {place}"),
            format!("HSET {key} 1/r2 {prior}"),
            format!("ZADD {prefix}{{list}} 0 {place}"),
        ];
        for words in all {
            let answer = self.command(&words);
            assert!(!answer.starts_with('-'), "{answer}");
        }
    }

    /// Whether nothing of the match is where it used to be.
    fn is_gone(&self, id: &str) -> bool {
        let keys = ["", ":log"].map(|part| format!("{}match:{{{id}}}{part}", self.prefix));
        keys.iter().all(|key| self.command(&format!("EXISTS {key}")) == ":0")
    }
}

fn head(number: u64) -> Head {
    Head { commit: number, identity: [b'0' + number as u8; 32], rewrites: 0 }
}

/// The next commit of a match that was put there.
fn next_commit(id: &str) -> Commit {
    Commit { parent: head(2).identity, ..commit(id, 3, "r3") }
}

/// Every way to come upon a match finds it.
async fn is_found_by_everybody(old: &Old<'_>, store: &Redis) {
    let ids = ["load", "newer", "log", "prior", "commit", "file", "delete", "rewrite", "create"];
    for (at, id) in (1..).zip(ids) {
        // One of each kind was left by somebody who was interrupted.
        for (id, field) in [(id.to_owned(), "commit"), (format!("{id} again"), "fenced")] {
            let id = id.replace(' ', "-");
            old.put(&id, field, at);
            is_found_by(store, ids[at as usize - 1], &id).await;
            assert!(old.is_gone(&id), "{id}");
            if !id.starts_with("delete") {
                let stored = store.load(&id).await.expect("load").expect("it is there");
                assert_eq!(stored.commit, if id.starts_with("commit") { 3 } else { 2 }, "{id}");
            }
        }
    }
}

async fn is_found_by(store: &Redis, way: &str, id: &str) {
    let prior = PriorRequest { commit: 2, fingerprint: FINGERPRINT };
    match way {
        "load" => {
            let stored = store.load(id).await.expect("load").expect("it is there");
            assert_eq!((&*stored.roster, &*stored.position), (&b"r"[..], &b"p"[..]));
        }
        "newer" => {
            let newer = store.load_newer(id, &head(2)).await.expect("newer");
            assert_eq!(newer, Newer::Same);
            let newer = store.load_newer(id, &head(1)).await.expect("newer");
            assert!(matches!(newer, Newer::Changed(_)), "{newer:?}");
        }
        "log" => {
            let log = store.log(id, 1, LogPage::WHOLE).await.expect("log");
            assert_eq!(log, ["e1", "e2"]);
        }
        "prior" => {
            let found = store.prior_request(id, &request("r2")).await.expect("prior request");
            assert_eq!(found, Some(prior));
            let other = store.prior_request(id, &request("r3")).await.expect("prior request");
            assert_eq!(other, None);
        }
        "commit" => {
            let repeated = Commit { request: request("r2"), ..next_commit(id) };
            let answer = store.commit(&repeated).await.expect("commit");
            assert_eq!(answer, CommitAnswer::Repeated(prior));
            let answer = store.commit(&next_commit(id)).await.expect("commit");
            assert_eq!(answer, CommitAnswer::Stored);
            let prior = store.prior_request(id, &request("r3")).await.expect("prior request");
            assert_eq!(prior.map(|prior| prior.commit), Some(3));
        }
        "file" => {
            assert!(store.file(id, &head(2), &filing(Status::Over)).await.expect("file"));
        }
        "delete" => {
            assert!(!store.delete(id, &head(1), None).await.expect("delete"));
            assert!(store.delete(id, &head(2), None).await.expect("delete"));
            assert_eq!(store.load(id).await.expect("load"), None);
        }
        "rewrite" => {
            let entries = vec![(2, "new".into())];
            let rewrite = Rewrite { roster: "r".into(), entries };
            assert!(store.rewrite(id, &head(2), &rewrite).await.expect("rewrite"));
            let log = store.log(id, 1, LogPage::WHOLE).await.expect("log");
            assert_eq!(log, ["e1", "new"]);
            let rewritten = Head { rewrites: 1, ..head(2) };
            let newer = store.load_newer(id, &rewritten).await.expect("newer");
            assert_eq!(newer, Newer::Same);
            let found = store.prior_request(id, &request("r2")).await.expect("prior request");
            assert_eq!(found, None, "its fingerprint tells what is erased");
        }
        "create" => assert!(!store.create(new_match(id)).await.expect("create")),
        other => panic!("{other}"),
    }
}

#[tokio::test]
async fn every_way_to_a_match_of_the_first_layout_finds_it() {
    let server = RedisServer::start();
    let url = format!("redis://{}@127.0.0.1:{}", limited_user(&server), server.port());
    let config = limited(url);
    let store = Redis::connect(config.clone()).await.expect("connect");
    let old = Old { servers: &[&server], prefix: &config.prefix };
    is_found_by_everybody(&old, &store).await;
}

#[tokio::test]
async fn every_way_to_a_match_of_the_first_layout_in_a_cluster_finds_it() {
    let [one, two] = two_nodes().await;
    let login = limited_user(&one);
    limited_user(&two);
    let config = limited(format!("redis-cluster://{login}@127.0.0.1:{}", one.port()));
    let store = Redis::connect(config.clone()).await.expect("connect");
    let old = Old { servers: &[&one, &two], prefix: &config.prefix };
    is_found_by_everybody(&old, &store).await;
    is_carried_over(&old, &store).await;
}

#[tokio::test]
async fn all_that_the_first_layout_has_left_is_carried_over_and_then_nobody_looks_again() {
    let server = RedisServer::start();
    let config = config(server.url());
    let store = Redis::connect(config.clone()).await.expect("connect");
    let old = Old { servers: &[&server], prefix: &config.prefix };
    is_carried_over(&old, &store).await;

    // Those who start later know it from the beginning.
    old.put("late", "commit", 1);
    let later = Redis::connect(config.clone()).await.expect("connect");
    for store in [&store, &later] {
        assert_eq!(store.load("late").await.expect("load"), None);
    }
}

async fn is_carried_over(old: &Old<'_>, store: &Redis) {
    for id in store.unfiled(100).await.expect("unfiled") {
        let commit = store.load(&id).await.expect("load").expect("it is there").commit;
        let identity = if commit == 2 { head(2).identity } else { next_commit(&id).identity };
        let head = Head { commit, identity, rewrites: u32::from(id.contains("rewrite")) };
        assert!(store.delete(&id, &head, None).await.expect("delete"));
    }
    for id in store.labelled(&label(Status::Over), 100).await.expect("labelled") {
        assert!(store.delete(&id, &head(2), None).await.expect("delete"));
    }
    for id in store.labelled(&label(Status::Seating), 100).await.expect("labelled") {
        let last = Head { commit: 3, identity: next_commit(&id).identity, rewrites: 0 };
        assert!(store.delete(&id, &last, None).await.expect("delete"));
    }
    old.command(&format!("DEL {}{{list}}", old.prefix));

    let ids: Vec<String> = (10..40).map(|number| format!("m{number}")).collect();
    for (at, id) in (1..).zip(&ids) {
        old.put(id, if at % 7 == 0 { "fenced" } else { "commit" }, at);
    }
    old.command(&format!("SADD {}attended m10", old.prefix));
    let mut newest_first: Vec<Listing> = (1..)
        .zip(&ids)
        .map(|(created_at_ms, match_id)| Listing { created_at_ms, match_id: match_id.clone() })
        .collect();
    newest_first.reverse();
    let listed = async || store.listed(None, 100).await.expect("listed");
    assert_eq!(listed().await, newest_first, "before anybody has asked for them");
    assert_eq!(store.unfiled(5).await.expect("unfiled").len(), 5);
    assert_eq!(listed().await, newest_first, "some are carried over");
    let mut unfiled = store.unfiled(100).await.expect("unfiled");
    unfiled.sort();
    assert_eq!(unfiled, ids);
    assert!(ids.iter().all(|id| old.is_gone(id)));
    assert_eq!(crate::laws::scanning::scan_all(store, 7).await.len(), ids.len());
    assert_eq!(store.counts().await.expect("counts"), []);

    for id in &ids[1..] {
        assert!(store.file(id, &head(2), &filing(Status::Over)).await.expect("file"));
    }
    assert_eq!(store.unfiled(100).await.expect("unfiled"), ids[..1]);
    let answer = store.commit(&next_commit(&ids[0])).await.expect("commit");
    assert_eq!(answer, CommitAnswer::Stored);
    assert_eq!(store.unfiled(100).await.expect("unfiled"), [""; 0]);
    let counts = [(label(Status::Seating), 1), (label(Status::Over), ids.len() as u64 - 1)];
    assert_eq!(store.counts().await.expect("counts"), counts);

    // A replica that is being replaced may still create some.
    let layout = format!("{}layout", old.prefix);
    assert_eq!(old.command(&format!("HEXISTS {layout} carried")), ":0");
    old.put("last", "commit", 99);
    assert!(store.load("last").await.expect("load").is_some());
    assert_eq!(old.command(&format!("HSET {layout} since 1")), ":0");
    assert_eq!(store.unfiled(100).await.expect("unfiled"), ["last"]);
    assert_eq!(old.command(&format!("HEXISTS {layout} carried")), ":1");
    for leftover in ["{list}", "{list}:retired", "attended"] {
        assert_eq!(old.command(&format!("EXISTS {}{leftover}", old.prefix)), ":0");
    }
    assert_eq!(listed().await.len(), ids.len() + 1);
}

#[tokio::test]
async fn what_was_left_behind_by_somebody_interrupted_never_comes_back() {
    let server = RedisServer::start();
    let config = config(server.url());
    let store = Redis::connect(config.clone()).await.expect("connect");
    let old = Old { servers: &[&server], prefix: &config.prefix };
    old.put("m", "commit", 1);
    assert_eq!(store.commit(&next_commit("m")).await.expect("commit"), CommitAnswer::Stored);
    // As if the one who carried it over had died before the end.
    old.put("m", "fenced", 1);
    assert_eq!(store.load("m").await.expect("load").map(|stored| stored.commit), Some(3));
    assert_eq!(store.unfiled(10).await.expect("unfiled"), [""; 0]);
    assert!(old.is_gone("m"));
    assert_eq!(store.load("m").await.expect("load").map(|stored| stored.commit), Some(3));
    old.put("m", "fenced", 1);
    let last = Head { commit: 3, identity: next_commit("m").identity, rewrites: 0 };
    assert!(store.delete("m", &last, None).await.expect("delete"));
    assert_eq!(store.load("m").await.expect("load"), None);
}

#[tokio::test]
async fn a_restart_after_it_was_carried_over_sets_a_match_back() {
    let mut server = RedisServer::start_with(Persistence::Always, &[]);
    let config = config(server.url());
    let store = Redis::connect(config.clone()).await.expect("connect");
    Old { servers: &[&server], prefix: &config.prefix }.put("m", "commit", 1);
    assert!(store.load("m").await.expect("load").is_some());
    server.restart();
    let store = Redis::connect(config).await.expect("connect");
    assert_eq!(store.commit(&next_commit("m")).await.expect("commit"), CommitAnswer::SetBack);
}

#[tokio::test]
async fn what_can_not_be_read_holds_up_nobody() {
    let server = RedisServer::start();
    let config = config(server.url());
    let store = Redis::connect(config.clone()).await.expect("connect");
    assert_eq!(server.command(&format!("SET {}match:{{odd}} text", config.prefix)), "+OK");
    let old = Old { servers: &[&server], prefix: &config.prefix };
    old.put("m", "commit", 1);
    assert_eq!(store.unfiled(10).await.expect("unfiled"), ["m"]);
}

#[tokio::test]
async fn a_match_that_the_last_release_wrote_goes_on() {
    let mut server = RedisServer::start();
    server.stop();
    fs::write(server.folder().join("dump.rdb"), RELEASED).expect("a folder of its own");
    server.restart();
    let id = RELEASED_TOLD.lines().next().expect("the match");
    let store = Redis::connect(RedisConfig::new(server.url())).await.expect("connect");
    let key = RequestKey { scope: 1, id: "the-last-request-of-ann".to_owned() };
    let prior = store.prior_request(id, &key).await.expect("prior request").expect("it was used");
    assert_eq!(prior.commit, 9);
    assert_eq!(store.load(id).await.expect("load").map(|stored| stored.commit), Some(9));
    assert_eq!(store.log(id, 1, LogPage::WHOLE).await.expect("log").len(), 9);
    assert_eq!(server.command("KEYS bakufu:match:*"), "*0");
    assert_eq!(store.unfiled(10).await.expect("unfiled"), [id]);

    let repeated = Commit { request: key, ..commit(id, 10, "") };
    let answer = store.commit(&repeated).await.expect("commit");
    assert_eq!(answer, CommitAnswer::Repeated(prior));
    // It has no identity, so it is known by its number.
    assert_eq!(store.commit(&commit(id, 10, "r10")).await.expect("commit"), CommitAnswer::Stored);
    assert_eq!(store.commit(&commit(id, 11, "r11")).await.expect("commit"), CommitAnswer::Stored);
    assert_eq!(store.unfiled(10).await.expect("unfiled"), [""; 0]);
    assert_eq!(store.log(id, 1, LogPage::WHOLE).await.expect("log").len(), 11);
}
