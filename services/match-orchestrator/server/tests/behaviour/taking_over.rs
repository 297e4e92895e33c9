//! Replicas that die: what they left undone is taken up by the others.

use std::sync::Arc;

use futures::future::join_all;
use match_orchestrator_server::Reach;
use match_orchestrator_store::Memory;

use crate::bots::{add_bot, outcome};
use crate::table::{Refusing, create, parts, start_toy, start_with};

/// Nobody who is dead says goodbye, or goes on with what is due.
const LIFE: [&str; 3] = ["withdraw", "enroll", "take_due"];

#[tokio::test]
async fn matches_of_bots_whose_replica_died_are_played_by_another_one() {
    let (store, toy) = (Arc::new(Memory::default()), start_toy().await);
    let mortal = Refusing::new(store.clone(), &LIFE);
    let parts_of_one = parts(mortal.clone(), None);
    let stop = parts_of_one.stop.clone();
    let toys = [toy];
    let one = start_with(parts_of_one, &toys, Reach::default()).await;
    let two = start_with(parts(store, None), &toys, Reach::default()).await;

    // Several, so that some are in the share of the dead one.
    let mut client = one.client.clone();
    let mut hosted = Vec::new();
    for _ in 0..8 {
        let fresh = create(&mut client, 2, true).await;
        add_bot(&mut client, &fresh).await;
        hosted.push(fresh);
    }
    // From here on it does nothing by itself: the commits that fill the matches
    // are its last.
    mortal.refuse(true);
    stop.cancel();
    for fresh in &hosted {
        add_bot(&mut client, fresh).await;
    }
    let outcomes = hosted.iter().map(|hosted| {
        let mut client = two.client.clone();
        async move { outcome(&mut client, &hosted.match_id).await }
    });
    let outcomes = tokio::time::timeout(kit_testing::PATIENCE, join_all(outcomes)).await;
    for outcome in outcomes.expect("the other one takes them up in time") {
        assert_eq!(outcome.standings.len(), 2);
    }
}
