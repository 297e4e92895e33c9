//! Laws of reading.

use bytes::Bytes;
use match_orchestrator_store::{
    Claim, Commit, CommitAnswer, Error, Head, Listing, NewMatch, Newer, RequestKey, Store,
};

use crate::fixtures::{
    changed, commit, entry, everything, head, new_match, next, played_up_to, request,
};

pub(crate) async fn only_a_changed_match_is_loaded_again(store: &dyn Store) {
    played_up_to(store, "m", 3).await;
    let now = store.load("m").await.expect("load").expect("it exists");
    let newer = async |known: Head| store.load_newer("m", &known).await.expect("load newer");
    assert_eq!(newer(head(3)).await, Newer::Same);
    assert_eq!(newer(head(2)).await, Newer::Changed(now.clone()));
    assert_eq!(newer(head(1)).await, Newer::Changed(now));
}

pub(crate) async fn a_copy_of_another_timeline_is_told_as_such(store: &dyn Store) {
    played_up_to(store, "m", 3).await;
    let now = store.load("m").await.expect("load").expect("it exists");
    let lost = |commit| Head { commit, identity: [9; 32] };
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
    assert!(store.log("nowhere", 1, 10).await.expect("log").is_empty());
    let prior = store.prior_request("nowhere", &request("r")).await.expect("prior request");
    assert_eq!(prior, None);
    assert!(store.listed(None, 10).await.expect("listed").is_empty());
    assert!(store.attended().await.expect("attended").is_empty());
    assert!(store.games().await.expect("games").is_empty());
}

pub(crate) async fn the_log_is_read_in_pieces(store: &dyn Store) {
    // More than nine entries, so that an order by text would be noticed.
    played_up_to(store, "m", 12).await;
    let piece = async |from, max| store.log("m", from, max).await.expect("log");
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
        store.attend(id, true).await.expect("attend");
        store.put_game(id, id).await.expect("put game");
    }

    let mut sorted: Vec<String> = ids.iter().map(|id| (*id).to_owned()).collect();
    sorted.sort();
    assert_eq!(store.attended().await.expect("attended"), sorted);
    let games: Vec<_> = sorted.iter().map(|id| (id.clone(), id.clone())).collect();
    assert_eq!(store.games().await.expect("games"), games);
    let newest_first = (1..)
        .zip(ids)
        .map(|(created_at_ms, id)| Listing { created_at_ms, match_id: id.to_owned() });
    let newest_first: Vec<Listing> = newest_first.collect::<Vec<_>>().into_iter().rev().collect();
    assert_eq!(store.listed(None, 100).await.expect("listed"), newest_first);
}
