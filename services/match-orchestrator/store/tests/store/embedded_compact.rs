//! Compacting the file of the embedded store.

use std::fs;

use bytes::Bytes;
use match_orchestrator_store::{Commit, Compacted, Embedded, OpenError, Rewrite, Store, compact};
use tempfile::TempDir;

use crate::fixtures::{commit, everything, head, played_up_to};

#[tokio::test]
async fn a_compacted_file_is_smaller_and_holds_everything() {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("store.redb");
    let store = Embedded::open(&path).expect("a new file");
    played_up_to(&store, "m", 5).await;
    // Positions replace each other, so most of what is written is soon free.
    for number in 6..40 {
        let mut large = commit("m", number, &number.to_string());
        large.position = vec![7; 200_000].into();
        store.commit(&large).await.expect("commit");
    }
    store.commit(&commit("m", 40, "40")).await.expect("commit");
    let before = everything(&store, "m").await;
    let refusal = compact(&path).expect_err("the file is in use");
    assert!(matches!(refusal, OpenError::Locked { .. }), "{refusal:?}");
    drop(store);

    let bytes_before = fs::metadata(&path).expect("it is there").len();
    let compacted = compact(&path).expect("our own file");
    let bytes_after = fs::metadata(&path).expect("it is there").len();
    assert_eq!(compacted, Compacted { bytes_before, bytes_after });
    assert!(bytes_after < bytes_before, "{compacted:?}");
    let store = Embedded::open(&path).expect("our own file");
    assert_eq!(everything(&store, "m").await, before);
}

#[tokio::test]
async fn a_compacted_file_holds_nothing_of_what_was_erased() {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("store.redb");
    let store = Embedded::open(&path).expect("a new file");
    let ids: Vec<String> = (0..60).map(|number| format!("match {number}")).collect();
    for (number, id) in ids.iter().enumerate() {
        played_up_to(&store, id, 3).await;
        let entry = "SECRET".repeat(1 + 50 * number).into();
        store.commit(&Commit { entry, ..commit(id, 4, "r4") }).await.expect("commit");
    }
    for (number, id) in ids.iter().enumerate() {
        let entries = vec![(4, Bytes::from("erased".repeat(1 + 20 * number)))];
        let rewrite = Rewrite { roster: Bytes::from_static(b"roster"), entries };
        let is_done = match number % 2 {
            0 => store.rewrite(id, &head(4), &rewrite).await,
            _ => store.delete(id, &head(4), None).await,
        };
        assert!(is_done.expect("erase"));
    }
    drop(store);
    let secrets = || {
        let bytes = fs::read(&path).expect("a file of ours");
        bytes.windows(6).filter(|window| *window == b"SECRET").count()
    };
    assert!(secrets() > 0, "free pages are not wiped");
    compact(&path).expect("our own file");
    assert_eq!(secrets(), 0);
}

#[test]
fn what_is_no_store_is_not_compacted_and_nothing_is_made() {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("store.redb");
    let refusal = compact(&path).expect_err("it is not there");
    assert!(matches!(refusal, OpenError::Failed { .. }), "{refusal:?}");
    assert!(!path.exists());
    for contents in ["", "a diary"] {
        fs::write(&path, contents).expect("a folder of ours");
        let refusal = compact(&path).expect_err("it is something else");
        let is_foreign = matches!(refusal, OpenError::Foreign { .. } | OpenError::Damaged { .. });
        assert!(is_foreign, "{refusal:?}");
        assert_eq!(fs::read_to_string(&path).expect("it is there"), contents);
    }
}
