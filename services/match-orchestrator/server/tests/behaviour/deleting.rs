//! Matches that somebody deletes: who may, and who hears of it.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use match_orchestrator_store::Memory;
use tonic::{Code, Status};

use crate::aborting::abort;
use crate::operators::{TOKEN, by_operator, reason};
use crate::rewinding::{Watching, started};
use crate::table::{
    Hosted, MatchClient, Player, Replica, create, start_replica, start_toy, with_token,
};

/// Two replicas on one store.
async fn two_replicas() -> [Replica; 2] {
    let (store, toy) = (Arc::new(Memory::default()), start_toy().await);
    let one = start_replica(store.clone(), &toy, Some(TOKEN)).await;
    [one, start_replica(store, &toy, Some(TOKEN)).await]
}

async fn delete(client: &MatchClient, match_id: &str, token: &str) -> Result<(), Status> {
    let request = play::DeleteMatchRequest { match_id: match_id.to_owned() };
    client.clone().delete_match(with_token(request, token)).await.map(drop)
}

async fn remove(replica: &Replica, match_id: &str) -> Result<(), Status> {
    let request = by_operator(play::RemoveMatchRequest { match_id: match_id.to_owned() });
    replica.operator.clone().remove_match(request).await.map(drop)
}

/// Why a match can't be had from a replica; nothing if it can.
async fn missing(client: &MatchClient, match_id: &str) -> Option<String> {
    let request = play::GetMatchRequest { match_id: match_id.to_owned() };
    let answer = client.clone().get_match(request).await;
    answer.err().map(|status| reason(&status).name().to_owned())
}

/// How a stream ends, whatever it tells before.
async fn end(mut watching: Watching) -> Result<(), Status> {
    let end = async {
        while watching.0.message().await?.is_some() {}
        Ok(())
    };
    tokio::time::timeout(kit_testing::PATIENCE, end).await.expect("the stream ends in time")
}

#[tokio::test]
async fn a_host_deletes_a_match_that_has_not_started_and_watchers_everywhere_are_told() {
    let [one, two] = two_replicas().await;
    let request = play::CreateMatchRequest {
        game: "envelopes".to_owned(),
        seats: 2,
        listed: true,
        ..Default::default()
    };
    let created = one.client.clone().create_match(request).await.expect("a match").into_inner();
    let id = created.game_match.expect("the match").match_id;
    let ann = Player::sit(&two.client, &id, "Ann").await;
    let watching = [Watching::of(&one.client, &id).await, Watching::of(&two.client, &id).await];

    delete(&one.client, &id, &created.host_token).await.expect("it has not started");
    for stream in watching {
        let ended = end(stream).await.expect_err("the match is gone");
        assert_eq!((ended.code(), reason(&ended).name()), (Code::NotFound, "UNKNOWN_MATCH"));
    }
    for replica in [&one, &two] {
        assert_eq!(missing(&replica.client, &id).await.as_deref(), Some("UNKNOWN_MATCH"));
        let again = delete(&replica.client, &id, &created.host_token).await;
        assert_eq!(again.expect_err("it is gone").code(), Code::NotFound);
        let listed = play::ListMatchesRequest::default();
        let listed = replica.client.clone().list_matches(listed).await.expect("a list");
        assert!(listed.into_inner().matches.is_empty());
        assert_eq!(open_matches(replica).await, 0, "it holds no version back");
    }
    let request = ann.request(play::LeaveSeatRequest { match_id: id, ..Default::default() });
    let refused = two.client.clone().leave_seat(request).await.expect_err("the seat is gone");
    assert_eq!(refused.code(), Code::NotFound);
}

async fn open_matches(replica: &Replica) -> u64 {
    let request = by_operator(play::ListGameVersionsRequest::default());
    let answer = replica.operator.clone().list_game_versions(request).await.expect("versions");
    answer.into_inner().versions.iter().map(|version| version.open_matches).sum()
}

#[tokio::test]
async fn once_a_match_has_started_only_an_operator_deletes_it() {
    let [one, two] = two_replicas().await;
    let (Hosted { match_id, host_token }, _) = started(&one.client, &two.client).await;
    let refused = delete(&two.client, &match_id, &host_token).await.expect_err("it runs");
    let told = (refused.code(), reason(&refused).name().to_owned());
    assert_eq!(told, (Code::FailedPrecondition, "ALREADY_STARTED".to_owned()));
    let watching = Watching::of(&two.client, &match_id).await;
    remove(&one, &match_id).await.expect("operators always may");
    assert_eq!(end(watching).await.expect_err("it is gone").code(), Code::NotFound);

    let (Hosted { match_id, host_token }, _) = started(&one.client, &two.client).await;
    abort(&one, &match_id, "enough", "").await.expect("it runs");
    let refused = delete(&two.client, &match_id, &host_token).await.expect_err("it is over");
    assert_eq!(reason(&refused).name(), "MATCH_OVER");
    remove(&two, &match_id).await.expect("operators always may");
    for replica in [&one, &two] {
        assert_eq!(missing(&replica.client, &match_id).await.as_deref(), Some("UNKNOWN_MATCH"));
    }
    assert_eq!(remove(&one, &match_id).await.expect_err("it is gone").code(), Code::NotFound);
}

#[tokio::test]
async fn neither_a_stranger_nor_a_seat_deletes_a_match() {
    let [one, two] = two_replicas().await;
    let hosted = create(&mut one.client.clone(), 2, false).await;
    let other = create(&mut one.client.clone(), 2, false).await;
    let ann = Player::sit(&one.client, &hosted.match_id, "Ann").await;
    for token in [&ann.token, &other.host_token, TOKEN] {
        let refused = delete(&two.client, &hosted.match_id, token).await.expect_err("no host");
        let is_refused = matches!(refused.code(), Code::PermissionDenied | Code::Unauthenticated);
        assert!(is_refused, "{refused}");
    }
    let request = play::DeleteMatchRequest { match_id: hosted.match_id.clone() };
    let refused = one.client.clone().delete_match(request).await.expect_err("no token");
    assert_eq!(refused.code(), Code::Unauthenticated);
    assert_eq!(missing(&two.client, &hosted.match_id).await, None, "it is still there");
}
