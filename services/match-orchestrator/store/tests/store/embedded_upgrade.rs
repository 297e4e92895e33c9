//! Files of the embedded store that an earlier version has written.

use std::fs;
use std::io::Read;
use std::path::PathBuf;

use flate2::read::GzDecoder;
use match_orchestrator_store::{
    Commit, CommitAnswer, Embedded, Filing, Head, LogPage, RequestKey, Status, Store,
};
use tempfile::TempDir;

use crate::embedded_deletion::rows;
use crate::fixtures::{commit, filing, label};

/// What release 0.1.0 has written: one match of nine commits, without
/// identities.
const RELEASED: &[u8] = include_bytes!("../../../server/tests/released/file.redb.gz");
const TOLD: &str = include_str!("../../../server/tests/released/file.txt");

/// Its last commit, as whoever loads it would name it.
const HEAD: Head = Head { commit: 9, identity: [9; 32], rewrites: 0 };

fn match_id() -> &'static str {
    TOLD.lines().next().expect("the first line is the match")
}

fn unpacked() -> (TempDir, PathBuf) {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("store.redb");
    let mut bytes = Vec::new();
    GzDecoder::new(RELEASED).read_to_end(&mut bytes).expect("it was packed");
    fs::write(&path, bytes).expect("a folder of our own");
    (folder, path)
}

/// The tenth commit of the match.
fn next_commit() -> Commit {
    Commit { parent: HEAD.identity, ..commit(match_id(), 10, "r10") }
}

#[tokio::test]
async fn a_match_of_the_last_release_is_filed_by_whoever_reads_it() {
    let (_folder, path) = unpacked();
    let store = Embedded::open(&path).expect("a file of ours");
    assert_eq!(store.counts().await.expect("counts"), []);
    let log = store.log(match_id(), 1, LogPage::WHOLE).await.expect("log");
    assert_eq!(log.len() as u64, HEAD.commit);
    drop(store);

    // It is brought up to this format once, and still not filed.
    let store = Embedded::open(&path).expect("a file of ours");
    assert_eq!(store.unfiled(10).await.expect("unfiled"), [match_id()]);
    assert_eq!(store.unfiled(0).await.expect("unfiled"), [""; 0]);
    let due = Filing { due_at_ms: Some(1), ..filing(Status::Playing) };
    assert!(!store.file(match_id(), &Head { commit: 8, ..HEAD }, &due).await.expect("file"));
    assert!(store.file(match_id(), &HEAD, &due).await.expect("file"));
    assert_eq!(store.unfiled(10).await.expect("unfiled"), [""; 0]);
    assert_eq!(store.counts().await.expect("counts"), [(label(Status::Playing), 1)]);
    let taken = store.take_due(0, 10, std::time::Duration::from_secs(60)).await.expect("due");
    assert_eq!(taken.match_ids, [match_id()]);
    assert_eq!(store.commit(&next_commit()).await.expect("commit"), CommitAnswer::Stored);
}

#[tokio::test]
async fn a_match_of_the_last_release_is_filed_by_its_next_commit() {
    let (_folder, path) = unpacked();
    let store = Embedded::open(&path).expect("a file of ours");
    assert_eq!(store.commit(&next_commit()).await.expect("commit"), CommitAnswer::Stored);
    assert_eq!(store.unfiled(10).await.expect("unfiled"), [""; 0]);
    assert_eq!(store.counts().await.expect("counts"), [(label(Status::Seating), 1)]);
    let key = RequestKey { scope: 1, id: "the-last-request-of-ann".to_owned() };
    let prior = store.prior_request(match_id(), &key).await.expect("prior request");
    assert_eq!(prior.map(|prior| prior.commit), Some(9), "nothing is forgotten");
}

#[tokio::test]
async fn a_match_of_the_last_release_is_set_back_like_any_other() {
    let (_folder, path) = unpacked();
    let store = Embedded::open(&path).expect("a file of ours");
    store.note_set_back().await.expect("note");
    drop(store);
    let store = Embedded::open(&path).expect("a file of ours");
    assert_eq!(store.commit(&next_commit()).await.expect("commit"), CommitAnswer::SetBack);
    // Filing it makes nothing of it that it is not.
    let filed = store.file(match_id(), &HEAD, &filing(Status::Playing)).await;
    assert!(filed.expect("file"));
    assert_eq!(store.commit(&next_commit()).await.expect("commit"), CommitAnswer::SetBack);
    let begins = Commit { begins_timeline: true, ..next_commit() };
    assert_eq!(store.commit(&begins).await.expect("commit"), CommitAnswer::Stored);
}

#[tokio::test]
async fn a_match_of_the_last_release_is_deleted_as_a_whole() {
    let (_folder, path) = unpacked();
    let store = Embedded::open(&path).expect("a file of ours");
    assert!(store.delete(match_id(), &HEAD, None).await.expect("delete"));
    drop(store);
    let mut left = rows(&path);
    // What is not of the match.
    for table in ["about", "claims", "claims_by_age", "games", "drained"] {
        left.remove(table);
    }
    assert!(left.is_empty(), "{left:?}");
}
