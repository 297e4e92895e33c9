//! Stores that were set back: a snapshot of Redis is restored while replicas,
//! players and watchers know of later commits.

use std::num::NonZeroUsize;
use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::log_entry::Change;
use kit_proto::bakufu::play::v1::watch_match_response::Message;
use kit_testing::{LogCapture, RedisServer, wait_until};
use match_orchestrator_core::verify::verify;
use match_orchestrator_server::{OrchestratorParts, Reach};
use match_orchestrator_store::{Redis, RedisConfig, Store};
use tonic::{Code, Status, Streaming};

use crate::aborting::export;
use crate::operators::TOKEN;
use crate::table::{
    Hosted, MatchClient, Player, Refusing, Replica, create, parts, start_replica, start_toy,
    start_with, with_token,
};
use crate::verifying::KNOWN;

/// Two replicas, each with its own connections to one Redis.
struct Installation {
    redis: RedisServer,
    replicas: [Replica; 2],
}

impl Installation {
    async fn start() -> Self {
        let (redis, toy) = (RedisServer::start(), start_toy().await);
        let replica = async || {
            let store = Redis::connect(RedisConfig::new(redis.url())).await.expect("connect");
            start_replica(Arc::new(store), &toy, Some(TOKEN)).await
        };
        let replicas = [replica().await, replica().await];
        Self { redis, replicas }
    }

    /// Takes the snapshot to which the store will be set back.
    fn save(&self) {
        assert_eq!(self.redis.command("SAVE"), "+OK");
    }

    /// Sets the store back, and waits until the replicas have it again.
    async fn set_back(&mut self) {
        self.redis.restart();
        for replica in &self.replicas {
            wait_until("the store answers again", async || {
                let mut client = replica.client.clone();
                client.list_matches(play::ListMatchesRequest::default()).await.is_ok()
            })
            .await;
        }
    }

    /// A match of two that has started, its players at different replicas.
    async fn started(&self) -> (Hosted, [Player; 2]) {
        started(&self.replicas[0].client, &self.replicas[1].client).await
    }

    async fn watch(&self, replica: usize, match_id: &str, after: Option<u64>) -> Watching {
        let request = play::WatchMatchRequest {
            match_id: match_id.to_owned(),
            after_revision: after,
            ..Default::default()
        };
        let stream = self.replicas[replica].client.clone().watch_match(request).await;
        Watching(stream.expect("a stream").into_inner())
    }
}

/// A match of two that has started, its players at these replicas.
pub(crate) async fn started(one: &MatchClient, two: &MatchClient) -> (Hosted, [Player; 2]) {
    let hosted = create(&mut one.clone(), 2, false).await;
    let ann = Player::sit(one, &hosted.match_id, "Ann").await;
    let bea = Player::sit(two, &hosted.match_id, "Bea").await;
    let request =
        play::StartMatchRequest { match_id: hosted.match_id.clone(), ..Default::default() };
    let request = with_token(request, &hosted.host_token);
    one.clone().start_match(request).await.expect("a full match");
    (hosted, [ann, bea])
}

pub(crate) struct Watching(pub(crate) Streaming<play::WatchMatchResponse>);

impl Watching {
    /// Watches from the present on, as a spectator.
    pub(crate) async fn of(client: &MatchClient, match_id: &str) -> Self {
        let request =
            play::WatchMatchRequest { match_id: match_id.to_owned(), ..Default::default() };
        Self(client.clone().watch_match(request).await.expect("a stream").into_inner())
    }

    async fn next(&mut self) -> Option<Message> {
        let response = tokio::time::timeout(kit_testing::PATIENCE, self.0.message()).await;
        response.expect("a message in time").expect("no error").and_then(|it| it.message)
    }

    /// Reads on until the match is rewound.
    pub(crate) async fn rewound(&mut self) -> play::Snapshot {
        loop {
            match self.next().await {
                Some(Message::Rewound(snapshot)) => return snapshot,
                Some(Message::Snapshot(_) | Message::Update(_)) => {}
                other => panic!("the stream goes on with {other:?}"),
            }
        }
    }
}

pub(crate) async fn act(player: &Player, label: &str) -> play::Update {
    let action = player.legal(label).await.pop().expect("it can be done");
    player.submit(vec![action]).await.expect("it is legal")
}

/// Everybody chooses and seals. False at the end.
pub(crate) async fn play_round(players: &[Player; 2]) -> bool {
    for player in players {
        act(player, "Choose").await;
        act(player, "Seal").await;
    }
    !players[0].view().await.seats_to_act.is_empty()
}

#[tokio::test]
async fn a_match_goes_on_from_where_the_store_has_it_and_its_record_is_true() {
    let mut installation = Installation::start().await;
    let (hosted, players) = installation.started().await;
    let id = &hosted.match_id;
    let mut watching =
        [installation.watch(0, id, None).await, installation.watch(1, id, None).await];
    play_round(&players).await;
    installation.save();
    let kept = players[0].view().await;
    play_round(&players).await;
    act(&players[0], "Choose").await;
    let lost = players[0].view().await;

    installation.set_back().await;
    for stream in &mut watching {
        let snapshot = stream.rewound().await;
        let revision = snapshot.view.expect("a view").revision;
        assert!(revision > lost.revision, "{revision} was not seen before");
    }
    let now = players[0].view().await;
    assert_eq!((&now.state, &now.seats_to_act), (&kept.state, &kept.seats_to_act));
    // What was seen in the lost timeline is stale, and no error that is final.
    let stale = play::SubmitActionsRequest {
        match_id: id.clone(),
        actions: players[0].legal("Choose").await,
        expected_revision: Some(lost.revision),
        ..Default::default()
    };
    let client = &players[0].client;
    let refused = client.clone().submit_actions(players[0].request(stale)).await;
    assert_eq!(refused.expect_err("it is stale").code(), Code::Aborted);
    for replica in 0..2 {
        let mut resumed = installation.watch(replica, id, Some(lost.revision)).await;
        assert!(matches!(resumed.next().await, Some(Message::Rewound(_))));
    }

    while play_round(&players).await {}
    for stream in &mut watching {
        let mut last = None;
        while let Some(message) = stream.next().await {
            last = Some(message);
        }
        let Some(Message::Update(update)) = last else { panic!("no update: {last:?}") };
        assert!(update.outcome.is_some(), "the stream ends with the match");
    }
    for replica in &installation.replicas {
        let record = export(replica, id).await;
        let verified = verify(&record, &*KNOWN).unwrap_or_else(|deviation| panic!("{deviation}"));
        assert_eq!(verified.commits, record.log.len() as u64);
        let is_rewind = |entry: &&play::LogEntry| matches!(entry.change, Some(Change::Rewound(_)));
        assert_eq!(record.log.iter().filter(is_rewind).count(), 1, "it happened once");
    }
}

#[tokio::test]
async fn a_lost_sitting_and_the_next_one_have_different_tokens() {
    let mut installation = Installation::start().await;
    let [one, two] = [0, 1].map(|index| installation.replicas[index].client.clone());
    let hosted = create(&mut one.clone(), 2, false).await;
    installation.save();
    let lost = Player::sit(&one, &hosted.match_id, "Ann").await;
    let lost_elsewhere = Player { client: two.clone(), ..lost.clone() };
    assert_eq!(lost_elsewhere.view().await.viewer, 1, "both replicas know of it");

    installation.set_back().await;
    let next = Player::sit(&two, &hosted.match_id, "Bea").await;
    assert_ne!(next.token, lost.token);
    for player in [&lost, &lost_elsewhere] {
        let request = player.request(play::GetViewRequest { match_id: hosted.match_id.clone() });
        let refused = player.client.clone().get_view(request).await;
        assert_eq!(refused.expect_err("that sitting is lost").code(), Code::Unauthenticated);
    }
    assert_eq!(next.view().await.viewer, 1);
}

#[tokio::test]
async fn a_copy_of_an_end_that_is_lost_tells_nothing() {
    let mut installation = Installation::start().await;
    let (hosted, players) = installation.started().await;
    let id = &hosted.match_id;
    play_round(&players).await;
    installation.save();
    while play_round(&players).await {}
    for replica in &installation.replicas {
        assert!(!export(replica, id).await.server_seed.is_empty());
        look_back(replica, id).await.expect("it is over");
    }

    installation.set_back().await;
    for replica in &installation.replicas {
        let request = play::ExportMatchRequest { match_id: id.clone() };
        let refused = replica.client.clone().export_match(request).await;
        assert_eq!(refused.expect_err("it runs").code(), Code::FailedPrecondition);
        let refused = look_back(replica, id).await;
        assert_eq!(refused.expect_err("it runs").code(), Code::FailedPrecondition);
    }
    while play_round(&players).await {}
    for replica in &installation.replicas {
        look_back(replica, id).await.expect("a replay of what there is, not of what is lost");
    }
}

pub(crate) async fn look_back(
    replica: &Replica,
    match_id: &str,
) -> Result<play::GetReplayResponse, Status> {
    let request = play::GetReplayRequest { match_id: match_id.to_owned(), ..Default::default() };
    Ok(replica.client.clone().get_replay(request).await?.into_inner())
}

#[tokio::test]
async fn a_lost_request_that_is_repeated_happens_once() {
    let mut installation = Installation::start().await;
    let (hosted, players) = installation.started().await;
    installation.save();
    let request = play::SubmitActionsRequest {
        match_id: hosted.match_id.clone(),
        actions: players[0].legal("Choose").await[..1].to_vec(),
        request_id: "a-request-that-will-be-lost".to_owned(),
        ..Default::default()
    };
    let clients = [0, 1].map(|replica| installation.replicas[replica].client.clone());
    let submit = async |replica: usize| {
        let request = players[0].request(request.clone());
        let answer = clients[replica].clone().submit_actions(request).await;
        answer.expect("an answer").into_inner().update.expect("an update").revision
    };
    let lost = submit(0).await;
    installation.set_back().await;
    // First where the lost commit is known: nobody else could tell.
    let again = submit(0).await;
    assert!(again > lost, "it is another commit");
    assert_eq!([submit(1).await, submit(0).await], [again; 2]);
}

#[tokio::test]
async fn what_happened_is_written_once() {
    let log = LogCapture::new();
    let _installed = log.install();
    let mut installation = Installation::start().await;
    let (hosted, players) = installation.started().await;
    installation.save();
    play_round(&players).await;
    installation.set_back().await;
    for replica in 0..2 {
        let mut resumed = installation.watch(replica, &hosted.match_id, Some(3)).await;
        assert!(matches!(resumed.next().await, Some(Message::Rewound(_))));
    }
    let complaints = log.complaints();
    let told = complaints.iter().filter(|line| line.contains(&hosted.match_id)).count();
    assert_eq!(told, 1, "{complaints:#?}");
}

#[tokio::test]
async fn a_watcher_of_a_match_that_is_in_no_memory_is_told_without_a_commit() {
    let (mut redis, toy) = (RedisServer::start(), start_toy().await);
    let store = Redis::connect(RedisConfig::new(redis.url())).await.expect("connect");
    let forgetful =
        OrchestratorParts { cached_max: NonZeroUsize::MIN, ..parts(Arc::new(store), None) };
    let replica = start_with(forgetful, &[toy], Reach::default()).await;
    let (hosted, players) = started(&replica.client, &replica.client).await;
    assert_eq!(redis.command("SAVE"), "+OK");
    let mut watching = Watching::of(&replica.client, &hosted.match_id).await;
    play_round(&players).await;
    // Everybody notices the two seals.
    let mut seen = 0;
    for _ in ["the snapshot", "a seal", "a seal"] {
        seen = match watching.next().await {
            Some(Message::Update(update)) => update.revision,
            Some(Message::Snapshot(_)) => seen,
            other => panic!("the stream goes on with {other:?}"),
        };
    }
    // There is room for one.
    let other = create(&mut replica.client.clone(), 2, false).await;
    Player::sit(&replica.client, &other.match_id, "Cid").await;
    redis.restart();
    assert!(watching.rewound().await.view.expect("a view").revision > seen);
}

#[tokio::test]
async fn a_copy_that_could_not_be_compared_at_first_is_dropped_later_without_a_call() {
    let (mut redis, toy) = (RedisServer::start(), start_toy().await);
    let store = Redis::connect(RedisConfig::new(redis.url())).await.expect("connect");
    let inner = Arc::new(store);
    // It can't say for some time whether copies are the newest.
    let vague = Refusing::new(inner.clone(), &["load_newer"]);
    let replica = start_replica(vague.clone(), &toy, None).await;
    let (hosted, players) = started(&replica.client, &replica.client).await;
    assert_eq!(redis.command("SAVE"), "+OK");
    let commit = async || {
        let stored = inner.load(&hosted.match_id).await.ok().flatten();
        stored.map(|stored| stored.commit)
    };
    let kept = commit().await.expect("it is there");
    play_round(&players).await;

    vague.refuse(true);
    redis.restart();
    wait_until("the copy could not be compared", async || vague.refused() > 0).await;
    assert_eq!(commit().await, Some(kept));
    vague.refuse(false);
    wait_until("a new timeline begins", async || commit().await == Some(kept + 1)).await;
}
