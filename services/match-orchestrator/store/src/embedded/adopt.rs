//! Adopting a file: making its tables, and bringing it up to this format.
//!
//! What an earlier format did not know of a match is made up for at once where
//! the file tells it. How to file the match it does not tell; whoever reads
//! matches finds it among those that are not filed.

use redb::{Database, ReadableTable, TableDefinition, TableError, TableHandle, WriteTransaction};

use super::tables;
use crate::time::now_ms;

/// Ids of the matches that need attention, up to format 2.
const ATTENDED: TableDefinition<'_, &str, ()> = TableDefinition::new("attended");

/// Who wrote the file.
pub(super) enum Owner {
    Us,
    /// A later version, in this format.
    Later(u64),
    Others,
}

/// Makes the tables of an empty file, and those that a file of an earlier format
/// lacks; looks who wrote one that is neither.
pub(super) fn adopt(database: &Database) -> Result<Owner, redb::Error> {
    let transaction = database.begin_write()?;
    if is_empty(&transaction)? {
        make_tables(&transaction)?;
        transaction.commit()?;
        return Ok(Owner::Us);
    }
    let owner = match format(&transaction)? {
        Some(1 | 2) => {
            make_tables(&transaction)?;
            make_up(&transaction)?;
            transaction.commit()?;
            return Ok(Owner::Us);
        }
        Some(tables::FORMAT) => Owner::Us,
        Some(other) => Owner::Later(other),
        None => Owner::Others,
    };
    // Nothing is written when nothing was missing: the disk may be full.
    transaction.abort()?;
    Ok(owner)
}

fn is_empty(transaction: &WriteTransaction) -> Result<bool, redb::Error> {
    Ok(transaction.list_tables()?.next().is_none()
        && transaction.list_multimap_tables()?.next().is_none())
}

/// The format that the file says it has, if it is one of ours.
fn format(transaction: &WriteTransaction) -> Result<Option<u64>, redb::Error> {
    if !transaction.list_tables()?.any(|table| table.name() == tables::ABOUT.name()) {
        return Ok(None);
    }
    match transaction.open_table(tables::ABOUT) {
        Ok(about) => Ok(about.get(tables::FORMAT_KEY)?.map(|row| row.value())),
        Err(TableError::Storage(error)) => Err(error.into()),
        // Somebody else's table, which happens to have the same name.
        Err(_) => Ok(None),
    }
}

/// Readers may then rely on every table.
fn make_tables(transaction: &WriteTransaction) -> Result<(), redb::Error> {
    transaction.open_table(tables::ABOUT)?.insert(tables::FORMAT_KEY, tables::FORMAT)?;
    transaction.open_table(tables::POSITIONS)?;
    transaction.open_table(tables::ROSTERS)?;
    transaction.open_table(tables::LOG)?;
    transaction.open_table(tables::IDENTITIES)?;
    transaction.open_table(tables::REWRITES)?;
    transaction.open_table(tables::REQUESTS)?;
    transaction.open_table(tables::REQUESTS_BY_COMMIT)?;
    transaction.open_table(tables::TIMELINES)?;
    transaction.open_table(tables::LISTED)?;
    transaction.open_table(tables::LISTED_AT)?;
    transaction.open_table(tables::FILED)?;
    transaction.open_table(tables::UNFILED)?;
    transaction.open_table(tables::LABELLED)?;
    transaction.open_table(tables::COUNTS)?;
    transaction.open_table(tables::DUE)?;
    transaction.open_table(tables::FEED)?;
    transaction.open_table(tables::GAMES)?;
    transaction.open_table(tables::DRAINED)?;
    transaction.open_table(tables::CLAIMS)?;
    transaction.open_table(tables::CLAIMS_BY_AGE)?;
    Ok(())
}

/// Fills the tables that format 3 brought, as far as the file tells.
fn make_up(transaction: &WriteTransaction) -> Result<(), redb::Error> {
    let mut unfiled = transaction.open_table(tables::UNFILED)?;
    for row in transaction.open_table(tables::ROSTERS)?.iter()? {
        unfiled.insert(row?.0.value(), ())?;
    }
    let mut listed_at = transaction.open_table(tables::LISTED_AT)?;
    for row in transaction.open_table(tables::LISTED)?.iter()? {
        let (listing, _) = row?;
        let (at_ms, match_id) = listing.value();
        listed_at.insert(match_id, at_ms)?;
    }
    // Nobody knows when requests came; they may all be from just now.
    let now_ms = now_ms();
    let mut by_commit = transaction.open_table(tables::REQUESTS_BY_COMMIT)?;
    for row in transaction.open_table(tables::REQUESTS)?.iter()? {
        let (key, prior) = row?;
        let ((match_id, scope, request_id), (commit, _)) = (key.value(), prior.value());
        by_commit.insert((match_id, commit), (now_ms, scope, request_id))?;
    }
    transaction.delete_table(ATTENDED)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use redb::ReadableTableMetadata;
    use redb::backends::InMemoryBackend;

    use super::*;

    /// A file of an earlier format, with a listed match of one request.
    fn earlier(format: u64) -> Database {
        let backend = InMemoryBackend::new();
        let database = Database::builder().create_with_backend(backend).expect("a database");
        let transaction = database.begin_write().expect("begin");
        fill(&transaction, format).expect("a file of ours");
        transaction.commit().expect("commit");
        database
    }

    fn fill(transaction: &WriteTransaction, format: u64) -> Result<(), redb::Error> {
        transaction.open_table(tables::ABOUT)?.insert(tables::FORMAT_KEY, format)?;
        transaction.open_table(tables::POSITIONS)?.insert("m", (2, &b"position"[..]))?;
        transaction.open_table(tables::ROSTERS)?.insert("m", &b"roster"[..])?;
        transaction.open_table(tables::LISTED)?.insert((5, "m"), ())?;
        transaction.open_table(tables::REQUESTS)?.insert(("m", 1, "r2"), (2, &[7; 16]))?;
        transaction.open_table(ATTENDED)?.insert("m", ())?;
        Ok(())
    }

    #[test]
    fn what_earlier_formats_did_not_know_is_made_up_for() {
        for format in [1, 2] {
            let database = earlier(format);
            assert!(matches!(adopt(&database), Ok(Owner::Us)));
            let transaction = database.begin_write().expect("begin");
            let about = transaction.open_table(tables::ABOUT).expect("open");
            let now = about.get(tables::FORMAT_KEY).expect("get").map(|row| row.value());
            assert_eq!(now, Some(tables::FORMAT));
            let unfiled = transaction.open_table(tables::UNFILED).expect("open");
            assert!(unfiled.get("m").expect("get").is_some());
            let listed_at = transaction.open_table(tables::LISTED_AT).expect("open");
            assert_eq!(listed_at.get("m").expect("get").map(|row| row.value()), Some(5));
            let by_commit = transaction.open_table(tables::REQUESTS_BY_COMMIT).expect("open");
            let request = by_commit.get(("m", 2)).expect("get").expect("it is there");
            assert_eq!((request.value().1, request.value().2), (1, "r2"));
            assert!(transaction.list_tables().expect("list").all(|it| it.name() != "attended"));
        }
    }

    #[test]
    fn a_file_is_brought_up_to_this_format_once() {
        let database = earlier(2);
        assert!(matches!(adopt(&database), Ok(Owner::Us)));
        let transaction = database.begin_write().expect("begin");
        transaction.open_table(tables::UNFILED).expect("open").remove("m").expect("remove");
        transaction.commit().expect("commit");
        assert!(matches!(adopt(&database), Ok(Owner::Us)));
        let transaction = database.begin_write().expect("begin");
        assert_eq!(transaction.open_table(tables::UNFILED).expect("open").len().expect("len"), 0);
    }
}
