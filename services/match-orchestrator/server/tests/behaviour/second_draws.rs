//! No draw is ever made a second time: whatever is retried, refused, raced or
//! lost, a commit meets the same entropy, and no other commit does.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bytes::Bytes;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::MatchExport;
use kit_proto::bakufu::play::v1::log_entry::Change;
use kit_service::Reason;
use kit_testing::wait_until;
use match_orchestrator_draws::{MatchKey, Numbers};
use match_orchestrator_server::Reach;
use sha2::{Digest, Sha256};
use tonic::Status;

use crate::aborting::export;
use crate::operators::reason;
use crate::rules_pod::{Asked, RulesPod};
use crate::table::{
    CommitFault, Counting, Hosted, Player, Replica, create, start_operated, with_token,
};

/// Two replicas, one rules pod that writes down what it is asked, and a store
/// that fails as it is told.
struct Storm {
    store: Arc<Counting>,
    pod: RulesPod,
    replicas: [Replica; 2],
    hosted: Hosted,
    players: Vec<Player>,
    /// Every action that was ever offered.
    known: BTreeSet<Bytes>,
    requests: u32,
}

impl Storm {
    async fn gather() -> Self {
        let (store, pod) = (Arc::new(Counting::default()), RulesPod::of("1"));
        let replicas = [replica(&store, &pod).await, replica(&store, &pod).await];
        let hosted = create(&mut replicas[0].client.clone(), 2, false).await;
        let mut players = Vec::new();
        for (name, seed) in [("Ann", "ann's own seed"), ("Bea", "")] {
            let request = play::SitDownRequest {
                match_id: hosted.match_id.clone(),
                name: name.to_owned(),
                seed: Bytes::from_static(seed.as_bytes()),
                ..Default::default()
            };
            let client = replicas[0].client.clone();
            let answer = client.clone().sit_down(request).await.expect("a seat").into_inner();
            let (match_id, token) = (hosted.match_id.clone(), answer.seat_token);
            players.push(Player { client, match_id, token });
        }
        let known = BTreeSet::new();
        Self { store, pod, replicas, hosted, players, known, requests: 0 }
    }

    /// One of the replicas dies and another takes its place.
    async fn restart(&mut self, index: usize) {
        self.replicas[index] = replica(&self.store, &self.pod).await;
    }

    async fn start(&mut self) {
        self.store.fail(&[CommitFault::Lost, CommitFault::Lost]);
        for attempt in 0.. {
            let request = play::StartMatchRequest {
                match_id: self.hosted.match_id.clone(),
                request_id: "start-it-only-once".to_owned(),
            };
            let request = with_token(request, &self.hosted.host_token);
            match self.replicas[attempt % 2].client.clone().start_match(request).await {
                Ok(_) => return,
                Err(status) => assert_unavailable(&status),
            }
        }
    }

    /// Submits through one replica and then the other until it is stored.
    async fn insist(&mut self, seat: usize, action: Bytes, faults: &[CommitFault]) {
        self.requests += 1;
        self.store.fail(faults);
        let request = play::SubmitActionsRequest {
            match_id: self.hosted.match_id.clone(),
            actions: vec![action],
            request_id: format!("request-number-{:04}", self.requests),
            ..Default::default()
        };
        for attempt in 0.. {
            let request = self.players[seat].request(request.clone());
            match self.replicas[attempt % 2].client.clone().submit_actions(request).await {
                Ok(_) => return,
                Err(status) => assert_unavailable(&status),
            }
        }
    }

    async fn refused(&self, seat: usize, actions: Vec<Bytes>) -> Status {
        self.players[seat].submit(actions).await.expect_err("it is not allowed")
    }

    /// Both players choose, with refusals in between.
    async fn choose(&mut self, faults: &[CommitFault]) {
        for seat in 0..2 {
            let choices = self.players[seat].legal("Choose").await;
            self.known.extend(choices.clone());
            let twice = vec![choices[0].clone(), choices[0].clone()];
            assert_eq!(reason(&self.refused(seat, twice).await).name(), "RULE_VIOLATION");
            self.insist(seat, choices[0].clone(), faults).await;
            let again = self.refused(seat, vec![choices[0].clone()]).await;
            assert_eq!(reason(&again).name(), "RULE_VIOLATION");
        }
    }

    /// Both players seal at the same moment, each at another replica.
    async fn seal_at_once(&mut self) {
        let mut seals = Vec::new();
        for player in &self.players {
            seals.push(player.legal("Seal").await.remove(0));
        }
        let calls = self.pod.calls();
        self.pod.hold(true);
        let both = (0..2).map(|seat| {
            let player =
                Player { client: self.replicas[seat].client.clone(), ..self.players[seat].clone() };
            let seal = seals[seat].clone();
            async move { player.submit(vec![seal]).await }
        });
        let release = async {
            let both_wait = async || self.pod.calls() >= calls + 2;
            wait_until("both are being computed", both_wait).await;
            self.pod.hold(false);
        };
        let (answers, ()) = tokio::join!(futures::future::join_all(both), release);
        assert!(answers.iter().all(Result::is_ok), "both seals happen: {answers:?}");
    }

    /// The second player knows that its seal lets new cards be dealt, and would
    /// like to know which before it seals.
    async fn peek(&mut self) {
        let seal = self.players[0].legal("Seal").await.remove(0);
        self.insist(0, seal, &[CommitFault::Unanswered, CommitFault::Lost]).await;
        let seal = self.players[1].legal("Seal").await.remove(0);
        let before = self.players[1].view().await;
        let mut answers = BTreeSet::new();
        for wish in &self.known {
            let status = self.refused(1, vec![seal.clone(), wish.clone()]).await;
            assert_eq!(reason(&status).name(), "NOT_AWAITED");
            answers.insert((status.message().to_owned(), status.details().to_vec()));
        }
        assert!(self.known.len() > 3, "there are cards to wish for");
        assert_eq!(answers.len(), 1, "one that is drawn is refused like one that is not");
        assert_eq!(self.players[1].view().await, before);
        self.insist(1, seal, &[CommitFault::Unanswered, CommitFault::Unanswered]).await;
    }
}

#[tokio::test]
async fn nothing_makes_a_commit_draw_a_second_time() {
    let mut storm = Storm::gather().await;
    storm.start().await;
    storm.choose(&[CommitFault::Lost, CommitFault::Lost]).await;
    storm.seal_at_once().await;
    storm.restart(0).await;
    storm.choose(&[CommitFault::Unanswered, CommitFault::Lost]).await;
    storm.peek().await;
    storm.restart(1).await;
    storm
        .choose(&[CommitFault::Lost, CommitFault::Lost, CommitFault::Unanswered, CommitFault::Lost])
        .await;
    storm.seal_at_once().await;

    let record = export(&storm.replicas[0], &storm.hosted.match_id).await;
    let asked = storm.pod.asked();
    let key = key(&record);
    let tries = tries_per_commit(&record, &key, &asked);
    draws_follow(&record, &key);
    let several =
        |wanted: fn(&[&Asked]) -> usize| tries.values().filter(|tries| wanted(tries) > 1).count();
    assert!(several(|tries| tries.len()) > 8, "most commits were tried more than once");
    let actions =
        |tries: &[&Asked]| tries.iter().map(|it| &it.actions).collect::<BTreeSet<_>>().len();
    assert!(several(actions) > 5, "refused tries had other actions than the one that was taken");
    let seats = |tries: &[&Asked]| tries.iter().map(|it| it.seat).collect::<BTreeSet<_>>().len();
    assert!(several(seats) >= 2, "two seats raced for the same commit");
}

async fn replica(store: &Arc<Counting>, pod: &RulesPod) -> Replica {
    let address = format!("http://{}", pod.address);
    start_operated(store.clone(), &[address], Reach::default(), None).await
}

fn assert_unavailable(status: &Status) {
    let reason = reason(status);
    assert!(matches!(reason, Reason::StoreUnavailable { .. }), "{reason:?}");
}

fn key(record: &MatchExport) -> MatchKey {
    let seed = record.server_seed[..].try_into().expect("32 bytes");
    let match_id = &record.game_match.as_ref().expect("the match").match_id;
    MatchKey::derive(&seed, record.seat_seeds.iter().map(|seed| &seed[..]), match_id)
}

/// What the rules were asked for each commit. All tries for one commit bring
/// its entropy and the state before it, and no entropy belongs to two commits.
fn tries_per_commit<'a>(
    record: &MatchExport,
    key: &MatchKey,
    asked: &'a [Asked],
) -> BTreeMap<u64, Vec<&'a Asked>> {
    let commits = 1..=record.log.len() as u64;
    let numbers: BTreeMap<Bytes, u64> = commits
        .clone()
        .map(|commit| (Bytes::copy_from_slice(&key.entropy(commit)), commit))
        .collect();
    assert_eq!(numbers.len(), record.log.len(), "every commit has an entropy of its own");
    let mut tries: BTreeMap<u64, Vec<&Asked>> = BTreeMap::new();
    // The first one tried the options, before there was a match.
    assert_eq!(asked[0].seat, 0);
    assert!(!numbers.contains_key(&asked[0].entropy), "the trial tells nothing of the match");
    for asked in &asked[1..] {
        let commit = numbers.get(&asked.entropy).expect("the entropy of a commit of the match");
        let before = &record.log[*commit as usize - 2].state_sha256;
        let hash = if asked.seat == 0 { Vec::new() } else { Sha256::digest(&asked.state).to_vec() };
        assert_eq!(hash, before[..], "commit {commit} is computed from the one before");
        tries.entry(*commit).or_default().push(asked);
    }
    for entry in &record.log {
        if let Some(Change::Acted(acted)) = &entry.change {
            let taken =
                |tried: &&&Asked| (tried.seat, &tried.actions) == (acted.seat, &acted.actions);
            assert!(tries[&entry.commit].iter().find(taken).is_some(), "it was computed");
        }
    }
    tries
}

/// The draws of the log are those of the entropy of their commits.
fn draws_follow(record: &MatchExport, key: &MatchKey) {
    let mut drawn = 0;
    for entry in &record.log {
        let mut numbers = Numbers::new(&key.entropy(entry.commit));
        for draw in &entry.draws {
            let sides = draw.sides.try_into().expect("there are sides");
            assert_eq!(numbers.below(sides), draw.value, "commit {}", entry.commit);
            drawn += 1;
        }
    }
    assert!(drawn > 0, "cards were dealt");
}
