//! Games that take no new matches, on every replica and for as long as it is
//! wanted.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use match_orchestrator_store::{GameVersion, Memory, Store};
use tonic::Status;

use crate::operators::{TOKEN, by_operator, reason};
use crate::rules_pod::{Names, RulesPod};
use crate::table::{
    MatchClient, Player, Replica, create, start_operated, start_replica, start_toy,
};

const GAME: &str = "envelopes";

async fn drain(
    replica: &Replica,
    rules_version: &str,
    drained: bool,
) -> Result<play::DrainGameResponse, Status> {
    let (game, rules_version) = (GAME.to_owned(), rules_version.to_owned());
    let request = by_operator(play::DrainGameRequest { game, rules_version, drained });
    Ok(replica.operator.clone().drain_game(request).await?.into_inner())
}

async fn try_create(
    client: &MatchClient,
    request_id: &str,
) -> Result<play::CreateMatchResponse, Status> {
    let request = play::CreateMatchRequest {
        game: GAME.to_owned(),
        seats: 2,
        request_id: request_id.to_owned(),
        ..Default::default()
    };
    Ok(client.clone().create_match(request).await?.into_inner())
}

async fn is_refused(client: &MatchClient) -> bool {
    match try_create(client, "").await {
        Ok(_) => false,
        Err(status) => {
            assert_eq!(reason(&status).name(), "GAME_DRAINED");
            assert!(status.message().contains("drained"), "{}", status.message());
            true
        }
    }
}

#[tokio::test]
async fn a_drained_game_takes_no_new_matches_on_any_replica_and_running_ones_go_on() {
    let (store, toy) = (Arc::new(Memory::default()), start_toy().await);
    let one = start_replica(store.clone(), &toy, Some(TOKEN)).await;
    let two = start_replica(store.clone(), &toy, None).await;
    let hosted = create(&mut two.client.clone(), 2, true).await;
    let ann = Player::sit(&two.client, &hosted.match_id, "Ann").await;

    let answer = drain(&one, "", true).await.expect("drained");
    assert!(answer.all_drained && answer.new_matches_get.is_empty(), "{answer:?}");
    assert!(is_refused(&one.client).await, "at once where it was said");
    kit_testing::wait_until("the other replica knows", async || is_refused(&two.client).await)
        .await;
    let three = start_replica(store, &toy, None).await;
    assert!(is_refused(&three.client).await, "a replica that starts knows from the start");

    // What exists can still be filled, started and played.
    Player::sit(&two.client, &hosted.match_id, "Bea").await;
    kit_testing::wait_until("the match has started", async || {
        !ann.view().await.seats_to_act.is_empty()
    })
    .await;
    ann.submit(vec![ann.legal("Choose").await.remove(0)]).await.expect("the match goes on");

    let answer = drain(&one, "", false).await.expect("taken back");
    assert!(!answer.all_drained && !answer.new_matches_get.is_empty(), "{answer:?}");
    assert!(!is_refused(&one.client).await);
    kit_testing::wait_until("the others know", async || {
        !is_refused(&two.client).await && !is_refused(&three.client).await
    })
    .await;
}

#[tokio::test]
async fn a_creation_from_before_the_drain_is_still_answered() {
    let store = Arc::new(Memory::default());
    let replica = start_replica(store, &start_toy().await, Some(TOKEN)).await;
    let request_id = "a-request-id-of-16-or-more";
    let first = try_create(&replica.client, request_id).await.expect("created");
    drain(&replica, "", true).await.expect("drained");
    let again = try_create(&replica.client, request_id).await.expect("the first answer");
    assert_eq!(again, first);
    let late = try_create(&replica.client, "another-request-id-of-16").await;
    assert_eq!(reason(&late.expect_err("refused")).name(), "GAME_DRAINED");
    drain(&replica, "", false).await.expect("taken back");
    try_create(&replica.client, "another-request-id-of-16").await.expect("created now");
}

#[tokio::test]
async fn one_version_is_drained_and_the_whole_game_goes_before_it() {
    let store = Arc::new(Memory::default());
    let replica = start_replica(store, &start_toy().await, Some(TOKEN)).await;
    let created = try_create(&replica.client, "").await.expect("created");
    let version = created.game_match.expect("the match").rules_version;

    let answer = drain(&replica, &version, true).await.expect("drained");
    assert_eq!((answer.all_drained, answer.drained_versions), (false, vec![version.clone()]));
    assert!(is_refused(&replica.client).await, "there is no other version");
    drain(&replica, "", true).await.expect("drained");
    let refused = drain(&replica, &version, false).await.expect_err("the game is drained");
    assert_eq!(reason(&refused).name(), "GAME_DRAINED");
    let answer = drain(&replica, "", false).await.expect("taken back");
    assert_eq!((answer.all_drained, answer.drained_versions), (false, vec![]));
    assert_eq!(answer.new_matches_get, version);
    assert!(!is_refused(&replica.client).await);
}

#[tokio::test]
async fn new_matches_take_another_version_if_the_newest_is_drained() {
    let (old, new) = (RulesPod::of("1.9"), RulesPod::of("1.10"));
    let names = Names::default();
    names.lead("old", &[&old]);
    names.lead("new", &[&new]);
    let addresses = ["http://old:7100".to_owned(), "http://new:7100".to_owned()];
    let store = Arc::new(Memory::default());
    let replica = start_operated(store, &addresses, names.reach(), Some(TOKEN)).await;
    let created = async || {
        let answer = try_create(&replica.client, "").await.expect("a match");
        answer.game_match.expect("the match").rules_version
    };
    let statuses = async || {
        let request = by_operator(play::ListGameVersionsRequest::default());
        let answer = replica.operator.clone().list_game_versions(request).await;
        answer.expect("the versions").into_inner().versions
    };
    kit_testing::wait_until("both are there", async || {
        statuses().await.iter().map(|version| version.pods_ready).collect::<Vec<_>>() == [1, 1]
    })
    .await;
    assert_eq!(created().await, "1.10");
    let answer = drain(&replica, "1.10", true).await.expect("drained");
    assert_eq!(answer.new_matches_get, "1.9");
    assert_eq!(created().await, "1.9");

    let told: Vec<_> = statuses()
        .await
        .into_iter()
        .map(|it| (it.rules_version, it.drained, it.takes_new_matches, it.open_matches))
        .collect();
    assert_eq!(told, [("1.10".to_owned(), true, false, 1), ("1.9".to_owned(), false, true, 1)]);
    drain(&replica, "1.10", false).await.expect("taken back");
    assert_eq!(created().await, "1.10");
}

#[tokio::test]
async fn drains_of_one_game_leave_those_of_another_alone() {
    let store = Arc::new(Memory::default());
    for version in ["", "3"] {
        let (game, rules_version) = ("go".to_owned(), version.to_owned());
        store.drain(&GameVersion { game, rules_version }, true).await.expect("it is stored");
    }
    let before = store.drained().await.expect("both");
    let replica = start_replica(store.clone(), &start_toy().await, Some(TOKEN)).await;
    let answer = drain(&replica, "", true).await.expect("drained");
    assert_eq!((answer.all_drained, answer.drained_versions), (true, vec![]), "of this game");
    let versions = async |game: &str| {
        let request = by_operator(play::ListGameVersionsRequest { game: game.to_owned() });
        let answer = replica.operator.clone().list_game_versions(request).await;
        let answer = answer.expect("the versions").into_inner();
        assert!(answer.versions.iter().all(|version| version.drained), "{answer:?}");
        let games: Vec<_> = answer.versions.into_iter().map(|version| version.game).collect();
        (answer.drained_games, games)
    };
    assert_eq!(versions(GAME).await, (vec![GAME.to_owned()], vec![GAME.to_owned()]));
    assert_eq!(versions("go").await, (vec!["go".to_owned()], vec!["go".to_owned()]));

    let answer = drain(&replica, "", false).await.expect("taken back");
    assert_eq!((answer.all_drained, answer.drained_versions), (false, vec![]));
    assert_eq!(store.drained().await.expect("both"), before, "the other one is as it was");
}

#[tokio::test]
async fn a_drain_can_be_taken_back_where_nobody_has_seen_the_version() {
    let store = Arc::new(Memory::default());
    let (game, rules_version) = (GAME.to_owned(), "0.1".to_owned());
    store.drain(&GameVersion { game, rules_version }, true).await.expect("it is stored");
    let replica = start_replica(store.clone(), &start_toy().await, Some(TOKEN)).await;
    let answer = drain(&replica, "0.1", false).await.expect("taken back");
    assert_eq!(answer.drained_versions, Vec::<String>::new());
    assert_eq!(store.drained().await.expect("none"), vec![]);
}

#[tokio::test]
async fn what_is_not_there_can_not_be_drained() {
    let store = Arc::new(Memory::default());
    let mut replica = start_replica(store, &start_toy().await, Some(TOKEN)).await;
    let refused = drain(&replica, "99", true).await.expect_err("no such version");
    assert_eq!(reason(&refused).name(), "MALFORMED");
    let request = play::DrainGameRequest { game: "go".to_owned(), ..Default::default() };
    let refused = replica.operator.drain_game(by_operator(request)).await.expect_err("no game");
    assert_eq!(reason(&refused).name(), "UNKNOWN_GAME");
}
