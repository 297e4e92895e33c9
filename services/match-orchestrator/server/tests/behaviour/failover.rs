//! Failovers that lose commits, and snapshots that are restored, under load: the store
//! wins, and everybody on both replicas goes on from where it is.

use bytes::Bytes;
use kit_proto::bakufu::play::v1 as play;
use kit_testing::{RedisServer, catch_up, cluster_node, replicate, wait_until};
use tonic::{Code, Status};

use crate::load::{Load, Pair};
use crate::operators::reason;
use crate::rewinding::{look_back, play_round, started};
use crate::story::rewinds;
use crate::table::{Hosted, Player, create};

/// How many matches are played.
const MATCHES: usize = 12;

/// Servers of Redis that lose commits when they are told to.
trait Servers {
    fn url(&self) -> String;

    /// Whether the server that will fail has this match.
    fn is_at_risk(&self, match_id: &str) -> bool;

    /// From here on, what is committed at risk will be lost.
    async fn cut_off(&mut self);

    /// Lets happen what loses commits. Whatever is left goes on soon.
    fn fail(&mut self);
}

/// Whether a server has a match.
fn has(server: &RedisServer, match_id: &str) -> bool {
    server.lines(&format!("KEYS *:match:{match_id}")).len() > 1
}

/// Stops a replica and takes its connection away. What it has received counts, what its
/// master takes in from now on does not.
async fn cut_off(master: &RedisServer, replica: &RedisServer) {
    catch_up(master, replica).await;
    replica.pause();
    assert_eq!(master.command("CLIENT KILL TYPE replica"), ":1");
}

/// A master and its replica, with a sentinel.
struct Guarded {
    master: RedisServer,
    replica: RedisServer,
    sentinel: RedisServer,
}

impl Guarded {
    async fn start() -> Self {
        let start = RedisServer::start;
        let (master, replica) = (start(), start());
        replicate(&master, &replica).await;
        let sentinel = RedisServer::start_sentinel(&master, "main");
        let port = replica.port().to_string();
        wait_until("the sentinel knows the replica", async || {
            sentinel.lines("SENTINEL REPLICAS main").contains(&port)
        })
        .await;
        Self { master, replica, sentinel }
    }
}

impl Servers for Guarded {
    fn url(&self) -> String {
        format!("redis-sentinel://127.0.0.1:{}/main", self.sentinel.port())
    }

    fn is_at_risk(&self, _: &str) -> bool {
        true
    }

    async fn cut_off(&mut self) {
        cut_off(&self.master, &self.replica).await;
    }

    fn fail(&mut self) {
        self.master.stop();
        self.replica.resume();
        // Not before, since a busy machine is silent at times.
        for setting in ["down-after-milliseconds 500", "failover-timeout 2000"] {
            assert_eq!(self.sentinel.command(&format!("SENTINEL SET main {setting}")), "+OK");
        }
    }
}

/// Three masters, the first of which has a replica.
struct Clustered {
    masters: [RedisServer; 3],
    replica: RedisServer,
}

impl Clustered {
    async fn start() -> Self {
        let willing = ["--cluster-replica-validity-factor", "0"];
        let node = || cluster_node(&willing);
        let nodes = [node(), node(), node(), node()];
        for ((node, _), slots) in nodes.iter().zip(["0 8191", "8192 12287", "12288 16383"]) {
            assert_eq!(node.command(&format!("CLUSTER ADDSLOTSRANGE {slots}")), "+OK");
        }
        for (node, bus_port) in &nodes[1..] {
            let meet = format!("CLUSTER MEET 127.0.0.1 {} {bus_port}", node.port());
            assert_eq!(nodes[0].0.command(&meet), "+OK");
        }
        for (node, _) in &nodes {
            let has_met = |line: &String| line == "cluster_known_nodes:4";
            let is_well = |line: &String| line == "cluster_state:ok";
            wait_until("the cluster is complete", async || {
                let info = node.lines("CLUSTER INFO");
                info.iter().any(has_met) && info.iter().any(is_well)
            })
            .await;
        }
        let [one, two, three, replica] = nodes.map(|(node, _)| node);
        let id = &one.lines("CLUSTER MYID")[1];
        assert_eq!(replica.command(&format!("CLUSTER REPLICATE {id}")), "+OK");
        wait_until("the replica follows", async || one.command("WAIT 1 0") == ":1").await;
        let known = format!("slave {id}");
        for node in [&two, &three] {
            wait_until("everybody knows the replica", async || {
                node.lines("CLUSTER NODES").iter().any(|line| line.contains(&known))
            })
            .await;
        }
        Self { masters: [one, two, three], replica }
    }
}

impl Servers for Clustered {
    fn url(&self) -> String {
        let hosts = self.masters.each_ref().map(|node| format!("127.0.0.1:{}", node.port()));
        format!("redis-cluster://{}", hosts.join(","))
    }

    fn is_at_risk(&self, match_id: &str) -> bool {
        !has(&self.masters[1], match_id) && !has(&self.masters[2], match_id)
    }

    async fn cut_off(&mut self) {
        cut_off(&self.masters[0], &self.replica).await;
    }

    fn fail(&mut self) {
        self.masters[0].stop();
        self.replica.resume();
        // Not before, since a busy machine is silent at times.
        for node in [&self.masters[1], &self.masters[2], &self.replica] {
            assert_eq!(node.command("CONFIG SET cluster-node-timeout 1000"), "+OK");
        }
    }
}

/// One server, which is restored from a snapshot.
struct Restored(RedisServer);

impl Servers for Restored {
    fn url(&self) -> String {
        self.0.url()
    }

    fn is_at_risk(&self, _: &str) -> bool {
        true
    }

    async fn cut_off(&mut self) {
        assert_eq!(self.0.command("SAVE"), "+OK");
    }

    fn fail(&mut self) {
        self.0.restart();
    }
}

/// Matches that go through it without any load, each to lose one thing.
struct Losers {
    /// Loses its end.
    ended: (Hosted, [Player; 2]),
    /// Loses a request.
    asked: (Hosted, [Player; 2]),
    /// Loses a player who sat down.
    joined: Hosted,
}

/// What they are about to lose.
struct Losses {
    /// The revision that answered the request.
    revision: u64,
    sitting: Player,
}

impl Losers {
    async fn open(pair: &Pair, servers: &impl Servers) -> Self {
        let [one, two] = &pair.clients();
        let playing = async || loop {
            let (hosted, players) = started(one, two).await;
            if servers.is_at_risk(&hosted.match_id) {
                break (hosted, players);
            }
        };
        let (ended, asked) = (playing().await, playing().await);
        play_round(&ended.1).await;
        let joined = loop {
            let hosted = create(&mut one.clone(), 2, false).await;
            if servers.is_at_risk(&hosted.match_id) {
                break hosted;
            }
        };
        Self { ended, asked, joined }
    }

    /// Lets them commit what will be lost. Both replicas know of all of it.
    async fn commit(&self, pair: &Pair) -> Losses {
        let (hosted, players) = &self.ended;
        while play_round(players).await {}
        for replica in &pair.replicas {
            pair.record(&hosted.match_id).await;
            look_back(replica, &hosted.match_id).await.expect("it is over");
        }
        let revision = self.ask(pair, 0, self.choice().await).await.expect("it is legal");
        let sitting = Player::sit(&pair.clients()[0], &self.joined.match_id, "Ann").await;
        Losses { revision, sitting }
    }

    async fn choice(&self) -> Bytes {
        self.asked.1[0].legal("Choose").await.remove(0)
    }

    async fn ask(&self, pair: &Pair, replica: usize, action: Bytes) -> Result<u64, Status> {
        let (hosted, players) = &self.asked;
        let request = players[0].request(play::SubmitActionsRequest {
            match_id: hosted.match_id.clone(),
            actions: vec![action],
            request_id: "a-request-that-will-be-lost".to_owned(),
            ..Default::default()
        });
        let answer = pair.clients()[replica].clone().submit_actions(request).await?;
        Ok(answer.into_inner().update.expect("an update").revision)
    }

    /// Checks what they are told, and plays them to the end.
    async fn recover(&self, pair: &Pair, losses: &Losses) {
        let match_id = &self.ended.0.match_id;
        for replica in &pair.replicas {
            let request = play::ExportMatchRequest { match_id: match_id.clone() };
            let exported = replica.client.clone().export_match(request).await;
            assert_eq!(reason(&exported.expect_err("it runs")).name(), "NOT_OVER");
            let replayed = look_back(replica, match_id).await;
            assert_eq!(reason(&replayed.expect_err("it runs")).name(), "NOT_OVER");
        }
        let choice = self.choice().await;
        let again = self.ask(pair, 1, choice.clone()).await.expect("it is legal again");
        assert!(again > losses.revision, "it is another commit");
        for replica in [0, 1] {
            assert_eq!(self.ask(pair, replica, choice.clone()).await.expect("the same"), again);
        }
        let [one, two] = pair.clients();
        let next = Player::sit(&two, &self.joined.match_id, "Bea").await;
        assert_ne!(next.token, losses.sitting.token);
        for client in [one, two] {
            let lost = Player { client, ..losses.sitting.clone() };
            let request = lost.request(play::GetViewRequest { match_id: lost.match_id.clone() });
            let refused = lost.client.clone().get_view(request).await;
            assert_eq!(refused.expect_err("it is lost").code(), Code::Unauthenticated);
        }
        let [ann, _] = &self.asked.1;
        ann.submit(vec![ann.legal("Seal").await.remove(0)]).await.expect("it is legal");
        let bea = &self.asked.1[1];
        for label in ["Choose", "Seal"] {
            bea.submit(vec![bea.legal(label).await.remove(0)]).await.expect("it is legal");
        }
        for (hosted, players) in [&self.ended, &self.asked] {
            while play_round(players).await {}
            assert_eq!(rewinds(&pair.record(&hosted.match_id).await.log), 1);
        }
    }
}

/// Lets servers lose commits under load, and checks that nobody is misled.
async fn goes_on_from_where_the_store_is(mut servers: impl Servers) {
    let pair = Pair::start(&servers.url()).await;
    let load = Load::start(&pair, MATCHES).await;
    let losers = Losers::open(&pair, &servers).await;
    let at_risk: Vec<String> =
        load.match_ids().filter(|id| servers.is_at_risk(id)).map(str::to_owned).collect();
    servers.cut_off().await;
    load.play_up_to(2).await;
    let losses = losers.commit(&pair).await;
    let before = pair.drawn_from();
    servers.fail();
    for client in pair.clients() {
        wait_until("the store answers again", async || {
            let listed = client.clone().list_matches(play::ListMatchesRequest::default()).await;
            listed.is_ok()
        })
        .await;
    }
    losers.recover(&pair, &losses).await;
    load.finish(&pair, &before, |id| at_risk.iter().any(|it| it == id)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failover_by_a_sentinel_that_loses_commits_misleads_nobody() {
    goes_on_from_where_the_store_is(Guarded::start().await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failover_within_a_cluster_that_loses_commits_misleads_nobody() {
    goes_on_from_where_the_store_is(Clustered::start().await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_snapshot_that_is_restored_under_load_misleads_nobody() {
    goes_on_from_where_the_store_is(Restored(RedisServer::start())).await;
}
