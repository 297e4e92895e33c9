//! The file of the embedded store: reopened, refused, set aside.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use bytes::Bytes;
use match_orchestrator_store::{Claim, Embedded, Filing, NewMatch, OpenError, Status, Store};
use redb::{Database, TableDefinition};
use tempfile::TempDir;

use crate::fixtures::{everything, filing, head, label, new_match, played_up_to, request};

fn fresh() -> (TempDir, PathBuf) {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("store.redb");
    (folder, path)
}

fn refusal(path: &PathBuf) -> OpenError {
    Embedded::open(path).err().expect("the file is refused")
}

#[tokio::test]
async fn a_reopened_file_holds_everything() {
    let (_folder, path) = fresh();
    let store = Embedded::open(&path).expect("a new file");
    played_up_to(&store, "m", 5).await;
    let listed = NewMatch { listed_at_ms: Some(7), ..new_match("listed") };
    assert!(store.create(listed).await.expect("create"));
    let claim = Claim { match_id: "m".to_owned(), fingerprint: [3; 16] };
    store.claim("request", claim.clone()).await.expect("claim");
    let news = Some(Bytes::from_static(b"news"));
    let filed = Filing { due_at_ms: Some(1), news, ..filing(Status::Playing) };
    assert!(store.file("m", &head(5), &filed).await.expect("file"));
    store.put_game("game", "address").await.expect("put game");
    let before = everything(&store, "m").await;
    drop(store);

    let store = Embedded::open(&path).expect("our own file");
    assert_eq!(everything(&store, "m").await, before);
    let prior = store.prior_request("m", &request("r5")).await.expect("prior request");
    assert_eq!(prior.map(|prior| prior.commit), Some(5));
    let other = Claim { match_id: "other".to_owned(), fingerprint: [4; 16] };
    assert_eq!(store.claim("request", other).await.expect("claim"), claim);
    assert_eq!(store.listed(None, 10).await.expect("listed").len(), 1);
    let due = store.take_due(0, 10, Duration::from_secs(60)).await.expect("take due");
    assert_eq!(due.match_ids, ["m"]);
    let counts = store.counts().await.expect("counts");
    assert_eq!(counts, [(label(Status::Seating), 1), (label(Status::Playing), 1)]);
    assert_eq!(store.feed(0, None, 10).await.expect("feed").len(), 1);
    assert_eq!(store.games().await.expect("games").len(), 1);
}

#[tokio::test]
async fn a_file_in_use_is_refused() {
    let (_folder, path) = fresh();
    let store = Embedded::open(&path).expect("a new file");
    let refusal = refusal(&path);
    assert!(matches!(refusal, OpenError::Locked { .. }), "{refusal:?}");
    assert!(refusal.to_string().contains("store.redb"), "{refusal}");
    drop(store);
    Embedded::open(&path).expect("the file is free again");
}

#[test]
fn a_file_of_something_else_is_refused_and_left_alone() {
    let (_folder, path) = fresh();
    let contents = "a diary, and nobody's database\n".repeat(1000);
    fs::write(&path, &contents).expect("write");
    let refusal = refusal(&path);
    assert!(matches!(refusal, OpenError::Foreign { .. }), "{refusal:?}");
    assert_eq!(fs::read_to_string(&path).expect("read"), contents);
}

#[test]
fn a_database_of_something_else_is_refused() {
    for name in ["customers", "about"] {
        let (_folder, path) = fresh();
        let database = Database::create(&path).expect("a new database");
        let transaction = database.begin_write().expect("begin");
        let table: TableDefinition<'_, &str, &str> = TableDefinition::new(name);
        transaction.open_table(table).expect("open").insert("k", "v").expect("insert");
        transaction.commit().expect("commit");
        drop(database);
        let refusal = refusal(&path);
        assert!(matches!(refusal, OpenError::Foreign { .. }), "{name}: {refusal:?}");
    }
}

#[test]
fn a_file_of_a_later_format_is_refused() {
    let (_folder, path) = fresh();
    drop(Embedded::open(&path).expect("a new file"));
    let database = Database::create(&path).expect("it is a database");
    let transaction = database.begin_write().expect("begin");
    let about: TableDefinition<'_, &str, u64> = TableDefinition::new("about");
    let key = "match-orchestrator-store format";
    transaction.open_table(about).expect("open").insert(key, 4).expect("insert");
    transaction.commit().expect("commit");
    drop(database);
    let refusal = refusal(&path);
    assert!(matches!(refusal, OpenError::Format { found: 4, known: 3, .. }), "{refusal:?}");
}

#[test]
fn a_file_that_was_never_finished_is_set_aside() {
    let (folder, path) = fresh();
    fs::write(&path, [0; 8192]).expect("write");
    drop(Embedded::open(&path).expect("a new file takes its place"));
    let aside = folder.path().join("store.redb.unfinished");
    assert_eq!(fs::metadata(aside).expect("it was kept").len(), 8192);
}

#[test]
fn a_folder_that_is_not_there_is_a_failure_that_names_the_file() {
    let (folder, _) = fresh();
    let refusal = refusal(&folder.path().join("nowhere").join("store.redb"));
    assert!(matches!(refusal, OpenError::Failed { .. }), "{refusal:?}");
    assert!(refusal.to_string().contains("nowhere"), "{refusal}");
}
