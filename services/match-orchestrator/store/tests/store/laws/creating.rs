//! Laws of creation.

use bytes::Bytes;
use futures::future::join_all;
use match_orchestrator_store::{Claim, NewMatch, Store, Stored};

use crate::fixtures::{commit, everything, new_match, played_up_to};

pub(crate) async fn a_match_is_created_once(store: &dyn Store) {
    let first = NewMatch { listed_at_ms: Some(10), ..new_match("m") };
    assert!(store.create(first).await.expect("create"));
    let before = everything(store, "m").await;
    let second = NewMatch {
        roster: Bytes::from_static(b"other"),
        position: Bytes::from_static(b"other"),
        entry: Bytes::from_static(b"other"),
        listed_at_ms: Some(20),
        filing: crate::fixtures::filing(match_orchestrator_store::Status::Over),
        match_id: "m".to_owned(),
        identity: [9; 32],
    };
    assert!(!store.create(second).await.expect("create"));
    assert_eq!(everything(store, "m").await, before);
    let listed = store.listed(None, 10).await.expect("listed");
    assert_eq!(listed.iter().map(|l| l.created_at_ms).collect::<Vec<_>>(), [10]);
}

pub(crate) async fn a_new_match_is_at_commit_one_with_its_first_entry(store: &dyn Store) {
    assert!(store.create(new_match("m")).await.expect("create"));
    let expected = Stored {
        commit: 1,
        roster: Bytes::from_static(b"roster 1"),
        position: Bytes::from_static(b"position 1"),
    };
    let log = vec![Bytes::from_static(b"entry 1")];
    assert_eq!(everything(store, "m").await, (Some(expected), log));
}

pub(crate) async fn matches_do_not_touch_each_other(store: &dyn Store) {
    // Ids that begin alike, and one that ends like a name of something else.
    for id in ["m", "m1", "m:log", "m:requests"] {
        played_up_to(store, id, 2).await;
    }
    let before = everything(store, "m1").await;
    store.commit(&commit("m", 3, "r3")).await.expect("commit");
    assert_eq!(everything(store, "m1").await, before);
    assert_eq!(everything(store, "m").await.1.len(), 3);
    assert_eq!(everything(store, "m:log").await, before);
}

pub(crate) async fn a_claim_stays_bound_to_what_was_claimed_first(store: &dyn Store) {
    let first = Claim { match_id: "m1".to_owned(), fingerprint: [0xff; 16] };
    let second = Claim { match_id: "m2".to_owned(), fingerprint: [0; 16] };
    assert_eq!(store.claim("request", first.clone()).await.expect("claim"), first);
    assert_eq!(store.claim("request", second.clone()).await.expect("claim"), first);
    assert_eq!(store.claim("request", first.clone()).await.expect("claim"), first);
    assert_eq!(store.claim("another request", second.clone()).await.expect("claim"), second);
}

pub(crate) async fn one_of_many_concurrent_claims_wins(store: &dyn Store) {
    let claims = (0..16u8)
        .map(|n| store.claim("request", Claim { match_id: format!("m{n}"), fingerprint: [n; 16] }));
    let bound: Vec<Claim> = join_all(claims).await.into_iter().map(|c| c.expect("claim")).collect();
    assert!(bound.iter().all(|claim| *claim == bound[0]), "{bound:?}");
}
