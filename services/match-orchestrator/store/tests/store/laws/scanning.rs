//! Laws of looking through everything, and of what takes no new matches.

use std::collections::BTreeSet;

use match_orchestrator_store::{GameVersion, NewMatch, Store};

use crate::fixtures::{new_match, played_up_to};

/// Every id that a whole scan returns, in pages of about this size.
pub(crate) async fn scan_all(store: &dyn Store, max: usize) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut cursor: Option<String> = None;
    loop {
        let page = store.scan(cursor.as_deref(), max).await.expect("scan");
        let unique: BTreeSet<&String> = page.match_ids.iter().collect();
        assert_eq!(unique.len(), page.match_ids.len(), "a page holds nothing twice");
        found.extend(page.match_ids);
        cursor = page.next;
        if cursor.is_none() {
            return found;
        }
    }
}

pub(crate) async fn every_match_is_scanned_listed_or_not(store: &dyn Store) {
    assert!(scan_all(store, 10).await.is_empty());
    let mut expected = BTreeSet::new();
    for number in 0..40u64 {
        let match_id = format!("match {number}");
        let listed_at_ms = (number % 2 == 0).then_some(number);
        let new = NewMatch { listed_at_ms, ..new_match(&match_id) };
        assert!(store.create(new).await.expect("create"));
        expected.insert(match_id);
    }
    for id in ["", "}{", "%7D", "%", "*", "a/b", "\r\n", "日本", "x:log"] {
        played_up_to(store, id, 2).await;
        expected.insert(id.to_owned());
    }
    // What else is kept is no match.
    store.put_game("game", "http://game").await.expect("put game");
    for max in [0, 1, 7, 1000] {
        assert_eq!(scan_all(store, max).await, expected, "pages of {max}");
    }
}

pub(crate) async fn a_scan_goes_on_where_it_was_while_matches_come(store: &dyn Store) {
    for number in 0..30 {
        assert!(store.create(new_match(&format!("old {number}"))).await.expect("create"));
    }
    let mut found = BTreeSet::new();
    let mut cursor: Option<String> = None;
    for round in 0.. {
        let page = store.scan(cursor.as_deref(), 5).await.expect("scan");
        found.extend(page.match_ids);
        cursor = page.next;
        if cursor.is_none() {
            break;
        }
        if round < 30 {
            assert!(store.create(new_match(&format!("new {round}"))).await.expect("create"));
        }
    }
    let old = found.iter().filter(|id| id.starts_with("old")).count();
    assert_eq!(old, 30, "{found:?}");
}

pub(crate) async fn drained_versions_are_remembered_until_they_are_taken_back(store: &dyn Store) {
    let version = |game: &str, rules_version: &str| GameVersion {
        game: game.to_owned(),
        rules_version: rules_version.to_owned(),
    };
    assert_eq!(store.drained().await.expect("drained"), []);
    let all = [version("a", ""), version("a", "1"), version("a1", ""), version("日/本", "2/3")];
    for version in all.iter().rev().chain(&all) {
        store.drain(version, true).await.expect("drain");
    }
    assert_eq!(store.drained().await.expect("drained"), all);
    for version in [&all[0], &all[0], &all[3]] {
        store.drain(version, false).await.expect("drain");
    }
    assert_eq!(store.drained().await.expect("drained"), all[1..3]);
}
