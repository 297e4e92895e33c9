//! Compacting the file of the embedded store.

use std::fs;

use match_orchestrator_store::{Compacted, Embedded, OpenError, Store, compact};
use tempfile::TempDir;

use crate::fixtures::{commit, everything, played_up_to};

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
