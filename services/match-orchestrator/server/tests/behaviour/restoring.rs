//! Operators who note that the store was restored: matches go on in new timelines.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::log_entry::Change;
use match_orchestrator_core::verify::verify;
use match_orchestrator_store::{Memory, Store};
use tonic::{Code, Status, Streaming};

use crate::aborting::{abort, export};
use crate::operators::{TOKEN, by_operator};
use crate::rewinding::{Watching, play_round, started};
use crate::table::{Player, Replica, create, start_replica, start_toy};
use crate::verifying::KNOWN;

pub(crate) async fn note_restored(replica: &Replica) {
    let request = by_operator(play::NoteRestoredRequest {});
    replica.operator.clone().note_restored(request).await.expect("it is noted");
}

/// How many timelines were begun in a match that is over, whose record is true.
pub(crate) async fn rewinds(replica: &Replica, match_id: &str) -> usize {
    let record = export(replica, match_id).await;
    let verified = verify(&record, &*KNOWN).unwrap_or_else(|deviation| panic!("{deviation}"));
    assert_eq!(verified.commits, record.log.len() as u64);
    let is_rewind = |entry: &&play::LogEntry| matches!(entry.change, Some(Change::Rewound(_)));
    record.log.iter().filter(is_rewind).count()
}

#[tokio::test]
async fn every_running_match_goes_on_in_one_new_timeline_and_new_ones_in_their_first() {
    let (store, toy) = (Arc::new(Memory::default()), start_toy().await);
    let one = start_replica(store.clone(), &toy, Some(TOKEN)).await;
    let two = start_replica(store, &toy, Some(TOKEN)).await;
    let (before, players) = started(&one.client, &two.client).await;
    play_round(&players).await;
    let mut watching = [
        Watching::of(&one.client, &before.match_id).await,
        Watching::of(&two.client, &before.match_id).await,
    ];
    let seen = players[0].view().await;

    note_restored(&one).await;
    let (after, new_players) = started(&two.client, &one.client).await;
    while play_round(&players).await {}
    while play_round(&new_players).await {}
    for stream in &mut watching {
        let view = stream.rewound().await.view.expect("a view");
        assert!(view.revision > seen.revision, "{} was not seen before", view.revision);
    }
    assert_eq!(rewinds(&one, &before.match_id).await, 1);
    assert_eq!(rewinds(&two, &after.match_id).await, 0);
}

#[tokio::test]
async fn a_match_that_has_not_started_can_still_be_joined_and_ended() {
    let store = Arc::new(Memory::default());
    let replica = start_replica(store, &start_toy().await, Some(TOKEN)).await;
    let hosted = create(&mut replica.client.clone(), 2, false).await;
    let other = create(&mut replica.client.clone(), 2, false).await;
    note_restored(&replica).await;
    Player::sit(&replica.client, &hosted.match_id, "Ann").await;
    for id in [&hosted.match_id, &other.match_id] {
        abort(&replica, id, "enough", "").await.expect("it was not over");
        assert_eq!(rewinds(&replica, id).await, 1);
    }
}

/// Why a stream ends.
async fn end(mut stream: Streaming<play::WatchMatchResponse>) -> Status {
    loop {
        let heard = tokio::time::timeout(kit_testing::PATIENCE, stream.message()).await;
        match heard.expect("a message in time") {
            Ok(Some(_)) => {}
            Ok(None) => panic!("it ends without a reason"),
            Err(status) => return status,
        }
    }
}

#[tokio::test]
async fn a_stream_ends_with_the_sitting_that_it_was_opened_for() {
    let store = Arc::new(Memory::default());
    let replica = start_replica(store.clone(), &start_toy().await, Some(TOKEN)).await;
    let hosted = create(&mut replica.client.clone(), 2, false).await;
    let watch = async |player: &Player| {
        let match_id = hosted.match_id.clone();
        let request = play::WatchMatchRequest { match_id, ..Default::default() };
        let stream = player.client.clone().watch_match(player.request(request)).await;
        stream.expect("a stream").into_inner()
    };
    let before = store.snapshot();
    let ann = Player::sit(&replica.client, &hosted.match_id, "Ann").await;
    let stream = watch(&ann).await;
    let leaving =
        play::LeaveSeatRequest { match_id: hosted.match_id.clone(), ..Default::default() };
    replica.client.clone().leave_seat(ann.request(leaving)).await.expect("anyone may leave");
    assert_eq!(end(stream).await.code(), Code::Unauthenticated, "the seat is left");

    let bea = Player::sit(&replica.client, &hosted.match_id, "Bea").await;
    let stream = watch(&bea).await;
    store.restore(&before);
    store.note_set_back().await.expect("memory does not fail");
    assert_eq!(end(stream).await.code(), Code::Unauthenticated, "the seat is lost");
}
