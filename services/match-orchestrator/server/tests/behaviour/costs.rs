//! Costs of a move.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use bytes::Bytes;
use kit_conformance::toy::{Action, Card, ToyWire};
use kit_rules_server::Wire;
use match_orchestrator_server::Reach;
use prost::Message;

use crate::rules_pod::RulesPod;
use crate::table::{Counting, Player, create, start_orchestrator, start_reaching, start_toy};

/// A match of two in which everything is counted.
struct CountedMatch {
    store: Arc<Counting>,
    pod: RulesPod,
    ann: Player,
    bea: Player,
}

impl CountedMatch {
    async fn start() -> Self {
        let (store, pod) = (Arc::new(Counting::default()), RulesPod::of("1"));
        let toy = format!("http://{}", pod.address);
        let mut client = start_reaching(store.clone(), &[toy], Reach::default()).await;
        let hosted = create(&mut client, 2, true).await;
        let ann = Player::sit(&client, &hosted.match_id, "Ann").await;
        let bea = Player::sit(&client, &hosted.match_id, "Bea").await;
        kit_testing::wait_until("the match has started", async || {
            !ann.view().await.seats_to_act.is_empty()
        })
        .await;
        Self { store, pod, ann, bea }
    }

    /// The store round trips and rules calls of a submission of Ann's.
    async fn cost(&self, action: Bytes, is_legal: bool) -> (u64, u64) {
        let spent = || (self.store.round_trips.load(Ordering::SeqCst), self.pod.calls());
        let before = spent();
        assert_eq!(self.ann.submit(vec![action]).await.is_ok(), is_legal);
        let after = spent();
        (after.0 - before.0, after.1 - before.1)
    }
}

fn choose(card: u32) -> Bytes {
    let card = Card::new(card).expect("cards are numbered from 1 to 7");
    ToyWire::action_to_proto(&Action::Choose(card)).encode_to_vec().into()
}

#[tokio::test]
async fn a_move_costs_one_store_round_trip_and_one_rules_call() {
    let counted = CountedMatch::start().await;
    let choice = counted.ann.legal("Choose").await.remove(0);
    assert_eq!(counted.cost(choice, true).await, (1, 1));
    let choice = counted.bea.legal("Choose").await.remove(0);
    let (trips, calls) = (counted.store.round_trips.load(Ordering::SeqCst), counted.pod.calls());
    counted.bea.submit(vec![choice]).await.expect("a listed action is accepted");
    assert_eq!(counted.store.round_trips.load(Ordering::SeqCst) - trips, 1);
    assert_eq!(counted.pod.calls() - calls, 1);
}

#[tokio::test]
async fn how_long_a_secret_step_takes_does_not_tell_what_it_was() {
    let counted = CountedMatch::start().await;
    let hand: Vec<Bytes> = counted.ann.legal("Choose").await;
    let (mut accepted, mut refused) = (BTreeSet::new(), BTreeSet::new());
    for card in (1..=7).map(choose) {
        let is_held = hand.contains(&card);
        let cost = counted.cost(card, is_held).await;
        if is_held {
            accepted.insert(cost);
            let back = counted.ann.legal("Take").await.remove(0);
            counted.ann.submit(vec![back]).await.expect("a card can be taken back");
        } else {
            refused.insert(cost);
        }
    }
    assert_eq!(accepted.len(), 1, "every choice takes the same trips and calls: {accepted:?}");
    assert_eq!(refused.len(), 1, "and so does every refusal: {refused:?}");
}

#[tokio::test]
async fn how_much_a_planning_seat_gets_does_not_tell_what_it_plans() {
    let counted = CountedMatch::start().await;
    let ann = &counted.ann;
    let hand = ann.legal("Choose").await;
    assert!(hand.len() > 1, "there is something to choose from");
    let mut sizes = BTreeSet::new();
    for card in hand {
        sizes.insert(ann.answer_bytes(card).await);
        let back = ann.legal("Take").await.remove(0);
        sizes.insert(ann.answer_bytes(back).await);
    }
    assert_eq!(sizes.len(), 1, "answer, view, list and board: {sizes:?}");
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
