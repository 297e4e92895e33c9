//! Opening the file, and refusing what is not ours.

use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use redb::{
    Database, DatabaseError, ReadableTable, StorageError, TableError, TableHandle, WriteTransaction,
};

use super::tables;

/// How much of the file is kept in memory. Positions and the ends of logs are
/// small; what is cached beyond them is left to the operating system.
const CACHE_BYTES_MAX: usize = 64 << 20;

/// The length of the mark with which a redb file begins.
const MARK_BYTES: usize = 9;

/// Why the file of an [`super::Embedded`] store can't be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another process, or another store of this one, has the file open.
    #[error("{} is in use by another process; a file serves one process at a time", path.display())]
    Locked { path: PathBuf },
    /// The file holds something else.
    #[error("{} is not a file of this store; nothing in it was changed", path.display())]
    Foreign { path: PathBuf },
    /// A later version wrote the file.
    #[error("{} has format {found}, but this version knows only format {known}", path.display())]
    Format {
        path: PathBuf,
        found: u64,
        /// The format that this version writes.
        known: u64,
    },
    /// The file can't be read or written.
    #[error("{} can't be opened", path.display())]
    Failed {
        path: PathBuf,
        /// What the disk, or the file, had to say.
        #[source]
        source: redb::Error,
    },
}

/// Opens or makes the file and makes sure that all tables are there.
pub(super) fn open(path: &Path) -> Result<Database, OpenError> {
    let database = match open_or_make(path) {
        Err(OpenError::Foreign { .. }) if set_aside_if_unfinished(path) => open_or_make(path)?,
        other => other?,
    };
    let owner = adopt(&database).map_err(|source| OpenError::Failed { path: path.into(), source });
    match owner? {
        Owner::Us => Ok(database),
        Owner::Later(found) => {
            Err(OpenError::Format { path: path.into(), found, known: tables::FORMAT })
        }
        Owner::Others => Err(OpenError::Foreign { path: path.into() }),
    }
}

fn open_or_make(path: &Path) -> Result<Database, OpenError> {
    let opened = Database::builder().set_cache_size(CACHE_BYTES_MAX).create(path);
    opened.map_err(|error| match error {
        DatabaseError::DatabaseAlreadyOpen => OpenError::Locked { path: path.into() },
        DatabaseError::Storage(StorageError::Io(io)) if io.kind() == ErrorKind::InvalidData => {
            OpenError::Foreign { path: path.into() }
        }
        other => OpenError::Failed { path: path.into(), source: other.into() },
    })
}

/// A process that is killed while it makes the file leaves one whose mark at
/// the beginning is still blank. Nothing was ever stored in it, but in case it
/// is somebody else's file after all, it is moved and not overwritten.
fn set_aside_if_unfinished(path: &Path) -> bool {
    let mut mark = [0xff; MARK_BYTES];
    let read = fs::File::open(path).and_then(|mut file| file.read_exact(&mut mark));
    let mut aside = path.as_os_str().to_owned();
    aside.push(".unfinished");
    read.is_ok() && mark == [0; MARK_BYTES] && fs::rename(path, &aside).is_ok()
}

/// Who wrote the file.
enum Owner {
    Us,
    Later(u64),
    Others,
}

/// Makes the tables of an empty file; looks who wrote one that is not empty.
fn adopt(database: &Database) -> Result<Owner, redb::Error> {
    let transaction = database.begin_write()?;
    let names: Vec<String> =
        transaction.list_tables()?.map(|table| table.name().to_owned()).collect();
    let is_empty = names.is_empty() && transaction.list_multimap_tables()?.next().is_none();
    if !is_empty && !names.iter().any(|name| name == tables::ABOUT.name()) {
        transaction.abort()?;
        return Ok(Owner::Others);
    }
    let found = if is_empty {
        transaction.open_table(tables::ABOUT)?.insert(tables::FORMAT_KEY, tables::FORMAT)?;
        Some(tables::FORMAT)
    } else {
        format(&transaction)?
    };
    match found {
        Some(1 | tables::FORMAT) => {
            // Format 1 lacks a table, which is made like those of a new file.
            transaction.open_table(tables::ABOUT)?.insert(tables::FORMAT_KEY, tables::FORMAT)?;
            make_tables(&transaction)?;
            transaction.commit()?;
            Ok(Owner::Us)
        }
        other => {
            transaction.abort()?;
            Ok(other.map_or(Owner::Others, Owner::Later))
        }
    }
}

/// The format that the file says it has, if it is one of ours.
fn format(transaction: &WriteTransaction) -> Result<Option<u64>, redb::Error> {
    match transaction.open_table(tables::ABOUT) {
        Ok(about) => Ok(about.get(tables::FORMAT_KEY)?.map(|row| row.value())),
        Err(TableError::Storage(error)) => Err(error.into()),
        // Somebody else's table, which happens to have the same name.
        Err(_) => Ok(None),
    }
}

/// Readers may then rely on every table.
fn make_tables(transaction: &WriteTransaction) -> Result<(), redb::Error> {
    transaction.open_table(tables::POSITIONS)?;
    transaction.open_table(tables::ROSTERS)?;
    transaction.open_table(tables::LOG)?;
    transaction.open_table(tables::IDENTITIES)?;
    transaction.open_table(tables::REQUESTS)?;
    transaction.open_table(tables::LISTED)?;
    transaction.open_table(tables::ATTENDED)?;
    transaction.open_table(tables::GAMES)?;
    transaction.open_table(tables::DRAINED)?;
    transaction.open_table(tables::CLAIMS)?;
    transaction.open_table(tables::CLAIMS_BY_AGE)?;
    Ok(())
}
