//! What a move costs.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::table::{Counting, Player, create, start_orchestrator, start_toy};

#[tokio::test]
async fn a_move_costs_one_store_round_trip() {
    let store = Arc::new(Counting::default());
    let mut client = start_orchestrator(store.clone(), &start_toy().await).await;
    let hosted = create(&mut client, 2, true).await;
    let ann = Player::sit(&client, &hosted.match_id, "Ann").await;
    let bea = Player::sit(&client, &hosted.match_id, "Bea").await;
    kit_testing::wait_until("the match has started", async || {
        !ann.view().await.seats_to_act.is_empty()
    })
    .await;
    for player in [&ann, &bea] {
        let choice = player.legal("Choose").await.remove(0);
        let before = store.round_trips.load(Ordering::SeqCst);
        player.submit(vec![choice]).await.expect("a listed action is accepted");
        assert_eq!(store.round_trips.load(Ordering::SeqCst) - before, 1);
    }
}

#[tokio::test]
async fn a_refusal_changes_nothing_and_names_the_rule() {
    let store = Arc::new(Counting::default());
    let mut client = start_orchestrator(store.clone(), &start_toy().await).await;
    let hosted = create(&mut client, 2, true).await;
    let ann = Player::sit(&client, &hosted.match_id, "Ann").await;
    Player::sit(&client, &hosted.match_id, "Bea").await;
    kit_testing::wait_until("the match has started", async || {
        !ann.view().await.seats_to_act.is_empty()
    })
    .await;
    let before = ann.view().await;
    let choice = ann.legal("Choose").await.remove(0);
    // Choosing twice is illegal, so the legal first half must not happen either.
    let refused = ann.submit(vec![choice.clone(), choice]).await.expect_err("a refusal");
    let reason = kit_service::Reason::from_status(&refused).expect("a reason of ours");
    let kit_service::Reason::RuleViolation { rule, action_index, .. } = reason else {
        panic!("not a rule violation: {reason:?}");
    };
    assert!(rule.starts_with("ENV-"), "{rule}");
    assert_eq!(action_index, Some(1));
    assert_eq!(ann.view().await, before);
}
