//! Secret acts: nobody else can notice them, on any replica.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::watch_match_response::Message;
use match_orchestrator_store::Memory;

use crate::table::{MatchClient, Player, create, start_orchestrator, start_toy};

async fn two_players(first: &mut MatchClient, second: &MatchClient) -> (Player, Player) {
    let hosted = create(first, 2, true).await;
    let ann = Player::sit(first, &hosted.match_id, "Ann").await;
    let bea = Player::sit(second, &hosted.match_id, "Bea").await;
    kit_testing::wait_until("the match has started", async || {
        !ann.view().await.seats_to_act.is_empty() && !bea.view().await.seats_to_act.is_empty()
    })
    .await;
    (ann, bea)
}

#[tokio::test]
async fn a_secret_act_moves_only_the_own_revision() {
    let mut client = start_orchestrator(Arc::new(Memory::default()), &start_toy().await).await;
    let (ann, bea) = two_players(&mut client.clone(), &client).await;
    let (ann_before, bea_before) = (ann.view().await, bea.view().await);
    let spectator_before = spectator(&mut client, &ann.match_id).await;

    ann.submit(vec![ann.legal("Choose").await.remove(0)]).await.expect("a legal act");

    assert_eq!(ann.view().await.revision, ann_before.revision + 1);
    assert_eq!(bea.view().await, bea_before);
    assert_eq!(spectator(&mut client, &ann.match_id).await, spectator_before);
}

#[tokio::test]
async fn seats_that_plan_at_the_same_moment_on_two_replicas_both_succeed() {
    let store = Arc::new(Memory::default());
    let toy = start_toy().await;
    let mut one = start_orchestrator(store.clone(), &toy).await;
    let two = start_orchestrator(store, &toy).await;
    let (ann, bea) = two_players(&mut one, &two).await;
    let (first, second) =
        (ann.legal("Choose").await.remove(0), bea.legal("Choose").await.remove(0));
    let (ann_done, bea_done) = tokio::join!(ann.submit(vec![first]), bea.submit(vec![second]));
    assert!(ann_done.is_ok() && bea_done.is_ok(), "{ann_done:?} {bea_done:?}");
}

#[tokio::test]
async fn a_watcher_learns_of_a_seal_but_not_of_what_came_before_it() {
    let mut client = start_orchestrator(Arc::new(Memory::default()), &start_toy().await).await;
    let (ann, bea) = two_players(&mut client.clone(), &client).await;
    let request = bea.request(play::WatchMatchRequest {
        match_id: bea.match_id.clone(),
        after_revision: Some(bea.view().await.revision),
        sentences: true,
        views: false,
    });
    let mut stream = client.watch_match(request).await.expect("a stream").into_inner();

    let (choices, expected) = (ann.legal("Choose").await, bea.view().await.revision + 1);
    ann.submit(vec![choices[0].clone()]).await.expect("choose");
    ann.submit(ann.legal("Take").await).await.expect("take back");
    ann.submit(vec![choices[1].clone()]).await.expect("choose again");
    ann.submit(ann.legal("Seal").await).await.expect("seal");

    let first = stream.message().await.expect("no error").expect("an update");
    let Some(Message::Update(update)) = first.message else {
        panic!("not an update: {first:?}");
    };
    assert_eq!(update.revision, expected, "the hidden steps are no revisions");
    assert_eq!(update.sentences.len(), 1, "{:?}", update.sentences);
    assert!(update.sentences[0].contains("seal"), "{:?}", update.sentences);
}

async fn spectator(client: &mut MatchClient, match_id: &str) -> play::View {
    let request = play::GetViewRequest { match_id: match_id.to_owned() };
    client.get_view(request).await.expect("a view").into_inner().view.expect("the view")
}
