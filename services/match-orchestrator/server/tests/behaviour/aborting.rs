//! Matches that an operator ends.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::log_entry::Change;
use kit_proto::bakufu::play::v1::watch_match_response::Message;
use match_orchestrator_store::Memory;
use tonic::Status;

use crate::operators::{TOKEN, by_operator, reason};
use crate::table::{Player, Replica, create, start_replica, start_toy, with_token};

pub(crate) async fn abort(
    replica: &Replica,
    match_id: &str,
    why: &str,
    request_id: &str,
) -> Result<play::Match, Status> {
    let request = by_operator(play::AbortMatchRequest {
        match_id: match_id.to_owned(),
        reason: why.to_owned(),
        request_id: request_id.to_owned(),
    });
    let answer = replica.operator.clone().abort_match(request).await?.into_inner();
    Ok(answer.game_match.expect("the match"))
}

pub(crate) async fn export(replica: &Replica, match_id: &str) -> play::MatchExport {
    let request = play::ExportMatchRequest { match_id: match_id.to_owned() };
    let answer = replica.client.clone().export_match(request).await.expect("an export");
    answer.into_inner().export.expect("the export")
}

#[tokio::test]
async fn an_abort_reaches_watchers_on_another_replica_and_ends_everything() {
    let (store, toy) = (Arc::new(Memory::default()), start_toy().await);
    let one = start_replica(store.clone(), &toy, Some(TOKEN)).await;
    let mut two = start_replica(store, &toy, Some(TOKEN)).await;
    let match_id = create(&mut two.client, 2, true).await.match_id;
    let ann = Player::sit(&two.client, &match_id, "Ann").await;
    Player::sit(&two.client, &match_id, "Bea").await;
    kit_testing::wait_until("the match has started", async || {
        !ann.view().await.seats_to_act.is_empty()
    })
    .await;
    let before = ann.view().await;
    let choice = ann.legal("Choose").await;
    let request = ann.request(play::WatchMatchRequest {
        match_id: match_id.clone(),
        after_revision: Some(before.revision),
        ..Default::default()
    });
    let mut stream = two.client.watch_match(request).await.expect("a stream").into_inner();

    let ended = abort(&one, &match_id, "stuck", "abort-request-id-1").await.expect("aborted");
    assert_eq!(ended.status(), play::MatchStatus::Over);
    assert_eq!(ended.aborted, Some(play::Aborted { reason: "stuck".to_owned() }));
    assert!(ended.outcome.as_ref().is_some_and(|outcome| outcome.standings.is_empty()));
    assert!(ended.seats_to_act.is_empty());

    let first = stream.message().await.expect("no error").expect("an update");
    let Some(Message::Update(update)) = first.message else { panic!("no update: {first:?}") };
    assert_eq!(update.revision, before.revision + 1);
    assert_eq!(update.outcome, ended.outcome);
    assert_eq!(update.game_match, Some(ended.clone()));
    assert!(stream.message().await.expect("no error").is_none(), "the stream is over");

    let refused = ann.submit(vec![choice[0].clone()]).await.expect_err("it is over");
    assert_eq!(reason(&refused).name(), "MATCH_OVER");
    assert!(refused.message().contains("an operator has ended it"), "{}", refused.message());
    let view = ann.view().await;
    assert_eq!((view.outcome, view.state), (ended.outcome, before.state), "nothing is uncovered");
}

#[tokio::test]
async fn an_abort_that_is_repeated_gets_its_first_answer() {
    let (store, toy) = (Arc::new(Memory::default()), start_toy().await);
    let mut one = start_replica(store.clone(), &toy, Some(TOKEN)).await;
    let two = start_replica(store, &toy, Some(TOKEN)).await;
    let match_id = create(&mut one.client, 2, false).await.match_id;
    let id = "abort-request-id-1";
    let first = abort(&one, &match_id, "stuck", id).await.expect("aborted");
    for replica in [&one, &two] {
        assert_eq!(abort(replica, &match_id, "stuck", id).await.expect("the same"), first);
        let other = abort(replica, &match_id, "bored", id).await.expect_err("another content");
        assert_eq!(reason(&other).name(), "REQUEST_ID_REUSED");
        let again = abort(replica, &match_id, "stuck", "").await.expect_err("it is over");
        assert_eq!(reason(&again).name(), "MATCH_OVER");
    }
    let export = export(&two, &match_id).await;
    assert_eq!(export.log.len(), 2, "created and aborted, once");
    let stuck = play::Aborted { reason: "stuck".to_owned() };
    assert_eq!(export.log[1].change, Some(Change::Aborted(stuck)));
    assert_eq!(export.server_seed.len(), 32);
}

#[tokio::test]
async fn a_match_whose_game_has_ended_it_can_not_be_aborted() {
    let store = Arc::new(Memory::default());
    let mut replica = start_replica(store, &start_toy().await, Some(TOKEN)).await;
    let hosted = create(&mut replica.client, 2, true).await;
    for _ in 0..2 {
        let request =
            play::AddBotRequest { match_id: hosted.match_id.clone(), ..Default::default() };
        let request = with_token(request, &hosted.host_token);
        replica.client.add_bot(request).await.expect("a bot");
    }
    let current = async || {
        let request = play::GetMatchRequest { match_id: hosted.match_id.clone() };
        let answer = replica.client.clone().get_match(request).await.expect("the match");
        answer.into_inner().game_match.expect("the match")
    };
    kit_testing::wait_until("the bots have played", async || {
        current().await.status() == play::MatchStatus::Over
    })
    .await;
    let before = current().await;
    let refused = abort(&replica, &hosted.match_id, "late", "").await.expect_err("it is over");
    assert_eq!(reason(&refused).name(), "MATCH_OVER");
    assert_eq!(current().await, before);
    assert_eq!(before.aborted, None);
}

#[tokio::test]
async fn an_abort_needs_a_match_and_a_reason() {
    let store = Arc::new(Memory::default());
    let mut replica = start_replica(store, &start_toy().await, Some(TOKEN)).await;
    let match_id = create(&mut replica.client, 2, false).await.match_id;
    let long = "x".repeat(201);
    for why in ["", "  ", "two\nlines", &long] {
        let refused = abort(&replica, &match_id, why, "").await.expect_err("a bad reason");
        assert_eq!(reason(&refused).name(), "MALFORMED", "{why:?}");
    }
    let short = abort(&replica, &match_id, "stuck", "guess-me").await.expect_err("a short id");
    assert_eq!(reason(&short).name(), "MALFORMED");
    for nowhere in ["x", &"0".repeat(32)] {
        let refused = abort(&replica, nowhere, "stuck", "").await.expect_err("no match");
        assert_eq!(reason(&refused).name(), "UNKNOWN_MATCH");
    }
    let longest = "ü".repeat(200);
    abort(&replica, &match_id, &longest, "").await.expect("a good reason");
}
