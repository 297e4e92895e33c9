//! `bakufu compact`.

use std::fs;
use std::path::Path;

use bytes::Bytes;
use match_orchestrator_store::{
    Claim, Embedded, Filing, GameVersion, Label, NewMatch, Status, Store,
};
use tempfile::TempDir;
use tokio::runtime::Runtime;

use crate::command::{complains, printed};

#[test]
fn a_file_gets_smaller_and_both_sizes_are_told() {
    let folder = TempDir::new().expect("a folder can be made");
    let file = folder.path().join("matches.redb");
    let data = folder.path().to_str().expect("the path is text");
    fill(&file);
    let before = fs::metadata(&file).expect("it is there").len();
    let told = printed(&["compact", "--data", data]);
    let after = fs::metadata(&file).expect("it is there").len();
    assert!(after < before, "{told}");
    for part in ["matches.redb", &format!("({before} bytes)"), &format!("({after} bytes)")] {
        assert!(told.contains(part), "{part:?} is missing in:\n{told}");
    }
    // The file itself can be named as well, and is as small as it gets.
    let told = printed(&["compact", file.to_str().expect("the path is text")]);
    assert_eq!(fs::metadata(&file).expect("it is there").len(), after, "{told}");

    let found = Runtime::new().expect("a runtime starts").block_on(async {
        let store = Embedded::open(&file).expect("the file is sound");
        store.load("m").await.expect("the store answers")
    });
    assert_eq!(found.expect("the match is still there").position, large());
}

#[test]
fn a_file_that_a_server_has_open_is_refused() {
    let folder = TempDir::new().expect("a folder can be made");
    let file = folder.path().join("matches.redb");
    let data = folder.path().to_str().expect("the path is text");
    let store = Embedded::open(&file).expect("a new file");
    complains(1, &["matches.redb", "in use", "stop"], &["compact", "--data", data]);
    drop(store);
    printed(&["compact", "--data", data]);
}

#[test]
fn what_is_no_file_of_matches_is_refused_and_left_alone() {
    let folder = TempDir::new().expect("a folder can be made");
    let data = folder.path().to_str().expect("the path is text");
    complains(64, &["there is no file", "matches.redb", "--data"], &["compact", "--data", data]);
    assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 0);
    let diary = folder.path().join("diary.txt");
    let contents = "a diary\n".repeat(1000);
    fs::write(&diary, &contents).expect("a folder of ours");
    let named = diary.to_str().expect("the path is text");
    complains(1, &["diary.txt", "not a file of this store"], &["compact", named]);
    assert_eq!(fs::read_to_string(&diary).expect("it is there"), contents);
}

fn large() -> Bytes {
    vec![7; 4 << 20].into()
}

/// A match, and much that was there before it.
fn fill(file: &Path) {
    Runtime::new().expect("a runtime starts").block_on(async {
        let store = Embedded::open(file).expect("a new file");
        let version = GameVersion { game: "game".to_owned(), rules_version: "1".to_owned() };
        let label = Label { version, status: Status::Seating };
        let new = NewMatch {
            match_id: "m".to_owned(),
            identity: [0; 32],
            roster: Bytes::from_static(b"roster"),
            position: large(),
            entry: Bytes::from_static(b"entry"),
            listed_at_ms: None,
            filing: Filing { label, due_at_ms: None, news: None },
        };
        assert!(store.create(new).await.expect("create"));
        for number in 0..200 {
            let claim = Claim { match_id: "m".to_owned(), fingerprint: [3; 16] };
            store.claim(&format!("request {number}"), claim).await.expect("claim");
        }
    });
}
