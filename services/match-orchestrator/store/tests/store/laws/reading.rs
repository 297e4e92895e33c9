//! Laws of reading.

use bytes::Bytes;
use match_orchestrator_store::{
    Claim, Commit, CommitAnswer, Error, Filing, Head, Listing, LogPage, NewMatch, Newer,
    RequestKey, Status, Store,
};

use crate::fixtures::{
    changed, commit, entry, everything, filing, head, new_match, next, played_up_to, request,
};

pub(crate) async fn only_a_changed_match_is_loaded_again(store: &dyn Store) {
    played_up_to(store, "m", 3).await;
    let now = store.load("m").await.expect("load").expect("it exists");
    let newer = async |known: Head| store.load_newer("m", &known).await.expect("load newer");
    assert_eq!(newer(head(3)).await, Newer::Same);
    assert_eq!(newer(head(2)).await, Newer::Changed(now.clone()));
    assert_eq!(newer(head(1)).await, Newer::Changed(now.clone()));
    // Whoever must not tell the two apart asks like this.
    assert_eq!(newer(head(3).in_other_words()).await, Newer::Changed(now.clone()));
    assert_eq!(newer(head(2).in_other_words()).await, Newer::Changed(now));
}

pub(crate) async fn a_copy_of_another_timeline_is_told_as_such(store: &dyn Store) {
    played_up_to(store, "m", 3).await;
    let now = store.load("m").await.expect("load").expect("it exists");
    let lost = |commit| Head { commit, identity: [9; 32], rewrites: 0 };
    // From a future that the store has lost, and from beside what it has.
    for known in [head(4), lost(4), lost(3), lost(2), lost(1), lost(u64::MAX)] {
        let newer = store.load_newer("m", &known).await.expect("load newer");
        assert_eq!(newer, Newer::Rewound(now.clone()), "{known:?}");
    }
}

pub(crate) async fn what_is_not_there_is_not_found(store: &dyn Store) {
    assert_eq!(store.load("nowhere").await.expect("load"), None);
    let newer = store.load_newer("nowhere", &head(1)).await;
    assert!(matches!(newer, Err(Error::Missing)), "{newer:?}");
    assert!(store.log("nowhere", 1, LogPage::entries(10)).await.expect("log").is_empty());
    let prior = store.prior_request("nowhere", &request("r")).await.expect("prior request");
    assert_eq!(prior, None);
    assert!(store.listed(None, 10).await.expect("listed").is_empty());
    assert!(store.counts().await.expect("counts").is_empty());
    assert!(store.games().await.expect("games").is_empty());
}

pub(crate) async fn the_log_is_read_in_pieces(store: &dyn Store) {
    // More than nine entries, so that an order by text would be noticed.
    played_up_to(store, "m", 12).await;
    let piece = async |from, max| store.log("m", from, LogPage::entries(max)).await.expect("log");
    let entries = |numbers: std::ops::RangeInclusive<u64>| numbers.map(entry).collect::<Vec<_>>();
    assert_eq!(piece(0, 100).await, entries(1..=12));
    assert_eq!(piece(1, usize::MAX).await, entries(1..=12));
    assert_eq!(piece(1, 3).await, entries(1..=3));
    assert_eq!(piece(9, 3).await, entries(9..=11));
    assert_eq!(piece(12, 3).await, entries(12..=12));
    assert!(piece(13, 3).await.is_empty());
    assert!(piece(u64::MAX, 3).await.is_empty());
    assert!(piece(1, 0).await.is_empty());
}

pub(crate) async fn the_log_is_read_by_bytes(store: &dyn Store) {
    assert!(store.create(new_match("m")).await.expect("create"));
    for number in 2..=40 {
        let entry: Bytes = vec![number as u8; 1000 * number as usize].into();
        let change = Commit { entry, ..commit("m", number, &format!("r{number}")) };
        assert_eq!(store.commit(&change).await.expect("commit"), CommitAnswer::Stored);
    }
    let lengths = async |from, entries_max, bytes_max| {
        let page = store.log("m", from, LogPage { entries_max, bytes_max }).await.expect("log");
        page.iter().map(|entry| entry.len() / 1000).collect::<Vec<usize>>()
    };
    assert_eq!(lengths(2, 100, 9_000).await, [2, 3, 4]);
    assert_eq!(lengths(2, 2, 9_000).await, [2, 3]);
    assert_eq!(lengths(2, 100, 8_999).await, [2, 3]);
    assert_eq!(lengths(30, 100, 1).await, [30], "one comes whatever its size");
    assert_eq!(lengths(2, 100, usize::MAX).await, (2..=40).collect::<Vec<usize>>());
}

pub(crate) async fn any_bytes_and_large_ones_come_back_unchanged(store: &dyn Store) {
    let every_byte: Bytes = (0..=255u8).collect();
    let large: Bytes = (0..300_000u32).map(|n| (n % 251) as u8).collect();
    let new = NewMatch {
        roster: every_byte.clone(),
        position: large.clone(),
        entry: every_byte.clone(),
        ..new_match("m")
    };
    assert!(store.create(new).await.expect("create"));
    let change = Commit {
        roster: Some(large.clone()),
        position: every_byte.clone(),
        entry: large.clone(),
        fingerprint: *b"\r\n\0\xff\xfe$-1\r\n*0\r\n\0\0",
        ..commit("m", 2, "r2")
    };
    let fingerprint = change.fingerprint;
    assert_eq!(store.commit(&change).await.expect("commit"), CommitAnswer::Stored);
    let empty = Commit { position: Bytes::new(), entry: Bytes::new(), ..commit("m", 3, "r3") };
    assert_eq!(store.commit(&empty).await.expect("commit"), CommitAnswer::Stored);

    let (stored, log) = everything(store, "m").await;
    let stored = stored.expect("it exists");
    assert!(stored.roster == large && stored.position.is_empty());
    assert!(log == [every_byte, large, Bytes::new()]);
    let prior = store.prior_request("m", &request("r2")).await.expect("prior request");
    assert_eq!(prior.map(|prior| prior.fingerprint), Some(fingerprint));
}

pub(crate) async fn ids_may_hold_any_character(store: &dyn Store) {
    let ids = ["", " ", "a b", "}{", "{}", "a}b", "%7D", "*", "\"'\\", "\r\n", "\0", "日本", "a/b"];
    let mut announcements = store.announcements();
    for (at, id) in (1..).zip(ids) {
        store.follow(id).await.expect("follow");
        let new = NewMatch { listed_at_ms: Some(at), ..new_match(id) };
        assert!(store.create(new).await.expect("create"), "{id:?}");
        let key = RequestKey { scope: 0, id: id.to_owned() };
        let change = Commit { request: key.clone(), ..commit(id, 2, "") };
        assert_eq!(store.commit(&change).await.expect("commit"), CommitAnswer::Stored, "{id:?}");
        assert_eq!(next(&mut announcements).await, changed(id, 2));
        let prior = store.prior_request(id, &key).await.expect("prior request");
        assert_eq!(prior.map(|prior| prior.commit), Some(2), "{id:?}");
        let claim = Claim { match_id: id.to_owned(), fingerprint: [7; 16] };
        assert_eq!(store.claim(id, claim.clone()).await.expect("claim"), claim);
        assert_eq!(store.claim(id, claim.clone()).await.expect("claim"), claim);
        store.put_game(id, id).await.expect("put game");
    }

    for id in ids {
        let filed = Filing { due_at_ms: Some(1), ..filing(Status::Over) };
        assert!(store.file(id, &head(2), &filed).await.expect("file"), "{id:?}");
    }
    let mut sorted: Vec<String> = ids.iter().map(|id| (*id).to_owned()).collect();
    sorted.sort();
    let mut due = Vec::new();
    for partition in 0..store.partitions() {
        let taken = store.take_due(partition, 100, std::time::Duration::from_secs(60)).await;
        due.extend(taken.expect("take due").match_ids);
    }
    due.sort();
    assert_eq!(due, sorted);
    let mut labelled = store.labelled(&filing(Status::Over).label, 100).await.expect("labelled");
    labelled.sort();
    assert_eq!(labelled, sorted);
    let games: Vec<_> = sorted.iter().map(|id| (id.clone(), id.clone())).collect();
    assert_eq!(store.games().await.expect("games"), games);
    let newest_first = (1..)
        .zip(ids)
        .map(|(created_at_ms, id)| Listing { created_at_ms, match_id: id.to_owned() });
    let newest_first: Vec<Listing> = newest_first.collect::<Vec<_>>().into_iter().rev().collect();
    assert_eq!(store.listed(None, 100).await.expect("listed"), newest_first);
}
