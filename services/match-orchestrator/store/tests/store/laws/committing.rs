//! Laws of compare-and-commit.

use bytes::Bytes;
use futures::future::join_all;
use match_orchestrator_store::{
    Commit, CommitAnswer, PriorRequest, REQUESTS_KEPT_MIN, RequestKey, Status, Store, Stored,
};

use crate::fixtures::{
    FINGERPRINT, commit, entry, everything, filing, new_match, played_up_to, position, request,
};

pub(crate) async fn a_commit_changes_everything_together(store: &dyn Store) {
    assert!(store.create(new_match("m")).await.expect("create"));
    let roster = Bytes::from_static(b"roster 2");
    let change = Commit { roster: Some(roster.clone()), ..commit("m", 2, "r2") };
    assert_eq!(store.commit(&change).await.expect("commit"), CommitAnswer::Stored);

    let expected = Stored { commit: 2, roster, position: position(2) };
    assert_eq!(everything(store, "m").await, (Some(expected), vec![entry(1), entry(2)]));
    let prior = store.prior_request("m", &request("r2")).await.expect("prior request");
    assert_eq!(prior, Some(PriorRequest { commit: 2, fingerprint: FINGERPRINT }));
}

pub(crate) async fn a_roster_is_kept_unless_it_changes(store: &dyn Store) {
    assert!(store.create(new_match("m")).await.expect("create"));
    let roster_after = async |number, roster: Option<&'static [u8]>| {
        let roster = roster.map(Bytes::from_static);
        let change = Commit { roster, ..commit("m", number, &format!("r{number}")) };
        assert_eq!(store.commit(&change).await.expect("commit"), CommitAnswer::Stored);
        store.load("m").await.expect("load").expect("it exists").roster
    };
    assert_eq!(roster_after(2, None).await, "roster 1");
    assert_eq!(roster_after(3, Some(b"")).await, "");
    assert_eq!(roster_after(4, Some(b"roster 4")).await, "roster 4");
    assert_eq!(roster_after(5, None).await, "roster 4");
}

pub(crate) async fn a_commit_on_a_stale_number_changes_nothing(store: &dyn Store) {
    played_up_to(store, "m", 3).await;
    let before = everything(store, "m").await;
    for number in [0, 1, 2, 3, 5, u64::MAX] {
        let roster = Some(Bytes::from_static(b"changed"));
        let stale = Commit { roster, ..commit("m", number, "stale") };
        let answer = store.commit(&stale).await.expect("commit");
        assert_eq!(answer, CommitAnswer::Conflict { current: 3 }, "number {number}");
        assert_eq!(everything(store, "m").await, before, "number {number}");
        let prior = store.prior_request("m", &request("stale")).await.expect("prior request");
        assert_eq!(prior, None, "number {number}");
    }
    // The request was not used up by the attempts.
    let answer = store.commit(&commit("m", 4, "stale")).await.expect("commit");
    assert_eq!(answer, CommitAnswer::Stored);
}

pub(crate) async fn a_commit_on_another_timeline_changes_nothing(store: &dyn Store) {
    played_up_to(store, "m", 3).await;
    let before = everything(store, "m").await;
    // The number fits, but the commit before it is not the one that is there.
    let beside = Commit { parent: [9; 32], ..commit("m", 4, "beside") };
    let answer = store.commit(&beside).await.expect("commit");
    assert_eq!(answer, CommitAnswer::Conflict { current: 3 });
    assert_eq!(everything(store, "m").await, before);
    let answer = store.commit(&commit("m", 4, "beside")).await.expect("commit");
    assert_eq!(answer, CommitAnswer::Stored);
}

pub(crate) async fn a_repeated_request_is_told_its_first_commit(store: &dyn Store) {
    played_up_to(store, "m", 4).await;
    let before = everything(store, "m").await;
    let first = CommitAnswer::Repeated(PriorRequest { commit: 3, fingerprint: FINGERPRINT });
    // With the number it had, with one that is stale, with the one that would
    // fit, and with other contents.
    for number in [3, 2, 5, 99] {
        for fingerprint in [FINGERPRINT, [0; 16]] {
            let repeated = Commit { fingerprint, ..commit("m", number, "r3") };
            assert_eq!(store.commit(&repeated).await.expect("commit"), first, "number {number}");
        }
    }
    assert_eq!(everything(store, "m").await, before);
}

pub(crate) async fn a_request_id_counts_in_its_scope_only(store: &dyn Store) {
    assert!(store.create(new_match("m")).await.expect("create"));
    assert!(store.create(new_match("other")).await.expect("create"));
    // The last two would be the same if scope and id were just put together.
    let keys = [(0, "id"), (1, "id"), (255, "id"), (1, "1/id"), (11, "/id")];
    for (number, (scope, id)) in (2..).zip(keys) {
        let key = RequestKey { scope, id: id.to_owned() };
        let change = Commit { request: key.clone(), ..commit("m", number, "") };
        assert_eq!(store.commit(&change).await.expect("commit"), CommitAnswer::Stored, "{key:?}");
        let prior = store.prior_request("m", &key).await.expect("prior request");
        assert_eq!(prior.map(|prior| prior.commit), Some(number), "{key:?}");
        assert_eq!(store.prior_request("other", &key).await.expect("prior request"), None);
    }
}

pub(crate) async fn one_of_many_concurrent_commits_is_stored(store: &dyn Store) {
    assert!(store.create(new_match("m")).await.expect("create"));
    for number in 2..12 {
        let rivals: Vec<Commit> =
            (0..8).map(|rival| commit("m", number, &format!("{number}-{rival}"))).collect();
        let answers: Vec<CommitAnswer> = join_all(rivals.iter().map(|rival| store.commit(rival)))
            .await
            .into_iter()
            .map(|answer| answer.expect("commit"))
            .collect();
        let stored = answers.iter().filter(|answer| **answer == CommitAnswer::Stored).count();
        let lost = CommitAnswer::Conflict { current: number };
        assert_eq!(stored, 1, "{answers:?}");
        assert_eq!(answers.iter().filter(|answer| **answer == lost).count(), 7, "{answers:?}");
    }
    assert_eq!(everything(store, "m").await.1, (1..12).map(entry).collect::<Vec<_>>());
}

pub(crate) async fn concurrent_commits_of_many_matches_are_all_stored(store: &dyn Store) {
    let ids: Vec<String> = (0..32).map(|n| format!("match {n}")).collect();
    join_all(ids.iter().map(|id| played_up_to(store, id, 6))).await;
    for id in &ids {
        let (stored, log) = everything(store, id).await;
        assert_eq!(stored.map(|stored| (stored.commit, stored.position)), Some((6, position(6))));
        assert_eq!(log, (1..=6).map(entry).collect::<Vec<_>>());
    }
}

pub(crate) async fn a_commit_to_nothing_is_missing(store: &dyn Store) {
    for number in [0, 1, 2] {
        let answer = store.commit(&commit("nowhere", number, "r")).await.expect("commit");
        assert_eq!(answer, CommitAnswer::Missing);
    }
    assert_eq!(everything(store, "nowhere").await, (None, vec![]));
    assert!(store.create(new_match("nowhere")).await.expect("create"));
}

pub(crate) async fn commits_after_the_end_are_still_possible(store: &dyn Store) {
    assert!(store.create(new_match("m")).await.expect("create"));
    let last = Commit { filing: filing(Status::Over), ..commit("m", 2, "r2") };
    assert_eq!(store.commit(&last).await.expect("commit"), CommitAnswer::Stored);
    let answer = store.commit(&commit("m", 3, "r3")).await.expect("commit");
    assert_eq!(answer, CommitAnswer::Stored);
    assert_eq!(everything(store, "m").await.1.len(), 3);
}

pub(crate) async fn old_requests_are_forgotten_and_the_last_ones_never(store: &dyn Store) {
    assert!(store.create(new_match("m")).await.expect("create"));
    let last = REQUESTS_KEPT_MIN + 60;
    for number in 2..=last {
        // Nobody repeats anything, so that nothing is kept for its age.
        let requests_kept = std::time::Duration::ZERO;
        let change = Commit { requests_kept, ..commit("m", number, &format!("r{number}")) };
        assert_eq!(store.commit(&change).await.expect("commit"), CommitAnswer::Stored);
    }
    let is_kept = async |number: u64| {
        let key = request(&format!("r{number}"));
        store.prior_request("m", &key).await.expect("prior request").is_some()
    };
    for number in [2, 10, 50] {
        assert!(!is_kept(number).await, "{number}");
    }
    for number in [61, 62, 500, last] {
        assert!(is_kept(number).await, "{number}");
    }
    // With an age to keep them for, none is forgotten.
    let change = commit("m", last + 1, "r");
    assert_eq!(store.commit(&change).await.expect("commit"), CommitAnswer::Stored);
    assert!(is_kept(61).await);
}
