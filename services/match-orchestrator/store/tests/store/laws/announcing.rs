//! Laws of announcements.

use match_orchestrator_store::Store;

use crate::fixtures::{changed, commit, new_match, next, played_up_to};

pub(crate) async fn every_commit_is_announced_in_order(store: &dyn Store) {
    let mut announcements = store.announcements();
    store.follow("m").await.expect("follow");
    played_up_to(store, "m", 20).await;
    // The first is commit 2: a creation is not announced.
    for number in 2..=20 {
        assert_eq!(next(&mut announcements).await, changed("m", number));
    }
}

pub(crate) async fn nothing_is_announced_that_was_not_stored(store: &dyn Store) {
    played_up_to(store, "m", 3).await;
    let mut announcements = store.announcements();
    store.follow("m").await.expect("follow");
    store.follow("nowhere").await.expect("follow");
    // Announcements of the past may still be on their way. The marker comes
    // after all of them.
    store.commit(&commit("m", 4, "marker")).await.expect("commit");
    while next(&mut announcements).await != changed("m", 4) {}

    store.commit(&commit("m", 4, "stale")).await.expect("commit");
    store.commit(&commit("m", 5, "r3")).await.expect("commit");
    store.commit(&commit("nowhere", 2, "r2")).await.expect("commit");
    store.commit(&commit("m", 5, "r5")).await.expect("commit");
    assert_eq!(next(&mut announcements).await, changed("m", 5));
}

pub(crate) async fn every_listener_hears_every_followed_match(store: &dyn Store) {
    let mut listeners: Vec<_> = (0..3).map(|_| store.announcements()).collect();
    for id in ["a", "b"] {
        store.follow(id).await.expect("follow");
        assert!(store.create(new_match(id)).await.expect("create"));
        store.commit(&commit(id, 2, "r2")).await.expect("commit");
    }
    for listener in &mut listeners {
        let mut heard = [next(listener).await, next(listener).await];
        // Different matches may use different connections.
        heard.sort_by_key(|announcement| format!("{announcement:?}"));
        assert_eq!(heard, [changed("a", 2), changed("b", 2)]);
    }
}

pub(crate) async fn a_match_is_followed_until_nobody_follows_it(store: &dyn Store) {
    let mut announcements = store.announcements();
    for _ in 0..2 {
        store.follow("m").await.expect("follow");
    }
    store.unfollow("m");
    played_up_to(store, "m", 2).await;
    assert_eq!(next(&mut announcements).await, changed("m", 2));
    store.unfollow("m");
    store.follow("m").await.expect("follow");
    store.commit(&commit("m", 3, "r3")).await.expect("commit");
    assert_eq!(next(&mut announcements).await, changed("m", 3));
}

pub(crate) async fn a_store_answers_a_ping(store: &dyn Store) {
    store.ping().await.expect("ping");
}
