//! What a deleted match leaves in the file of the embedded store.

use std::collections::BTreeMap;
use std::path::Path;

use match_orchestrator_store::{Commit, CommitAnswer, Embedded, Filing, NewMatch, Status, Store};
use redb::{Database, ReadableDatabase, ReadableTableMetadata, TableHandle};
use tempfile::TempDir;

use crate::fixtures::{commit, filing, head, new_match};

/// How many rows the tables of a file have, without those that have none.
pub(crate) fn rows(path: &Path) -> BTreeMap<String, u64> {
    let database = Database::open(path).expect("a file of ours");
    let transaction = database.begin_read().expect("begin");
    let tables = transaction.list_tables().expect("list").map(|table| {
        let name = table.name().to_owned();
        (name, transaction.open_untyped_table(table).expect("open").len().expect("len"))
    });
    tables.filter(|(_, rows)| *rows > 0).collect()
}

#[tokio::test]
async fn a_deleted_match_leaves_no_row() {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("store.redb");
    let store = Embedded::open(&path).expect("a new file");
    store.note_set_back().await.expect("note");
    drop(store);
    let before = rows(&path);

    let store = Embedded::open(&path).expect("our own file");
    let due = Filing { due_at_ms: Some(1), ..filing(Status::Playing) };
    let new = NewMatch { listed_at_ms: Some(5), filing: due.clone(), ..new_match("m") };
    assert!(store.create(new).await.expect("create"));
    for number in 2..=5 {
        let change = Commit { filing: due.clone(), ..commit("m", number, &format!("r{number}")) };
        assert_eq!(store.commit(&change).await.expect("commit"), CommitAnswer::Stored);
    }
    drop(store);
    assert!(rows(&path).len() > 10, "it is in many tables: {:?}", rows(&path));

    let store = Embedded::open(&path).expect("our own file");
    assert!(store.delete("m", &head(5), None).await.expect("delete"));
    drop(store);
    assert_eq!(rows(&path), before);
}
