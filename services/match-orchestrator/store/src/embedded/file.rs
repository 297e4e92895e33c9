//! Opening the file, and refusing what is damaged or not ours.
//!
//! Every page that is in use is compared with its checksum before anything is
//! believed, because the database does not do so when it reads. That is one pass
//! over the file at every start: 0.7 seconds for 270 MB in the memory of the
//! system, which are 300 matches of 300 commits. A wrong answer would cost more.
//! What the pass can't tell is damage to the last transaction of a process that
//! crashed from a transaction that the crash interrupted; both are undone.

use std::cell::Cell;
use std::fs::{self, File};
use std::io::{self, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use redb::{Database, RepairSession, StorageBackend};
use tracing::warn;

use super::adopt::{Owner, adopt};
use super::failure::catching;
use super::tables;

/// How much of the file is kept in memory. Positions and the ends of logs are
/// small; what is cached beyond them is left to the operating system.
const CACHE_BYTES_MAX: usize = 64 << 20;

/// The length of the mark with which a redb file begins.
const MARK_BYTES: usize = 9;

/// The length of a redb page. The first holds the mark and the roots.
const PAGE_BYTES: usize = 4096;

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
    /// Something in the file is not what was written.
    #[error(
        "{} is damaged ({cause}): put a backup in its place, or move it away to begin with an \
         empty one",
        path.display()
    )]
    Damaged { path: PathBuf, cause: String },
    /// Others can read the file, which holds secrets.
    #[error(
        "{} can be read by others (mode {mode:o}), which can't be changed ({source}): give it to \
         the user of this process with chown, or move it to a disk that keeps permissions",
        path.display()
    )]
    Exposed { path: PathBuf, mode: u32, source: io::Error },
    /// The file can't be read or written.
    #[error("{} can't be opened", path.display())]
    Failed {
        path: PathBuf,
        /// What the disk, or the file, had to say.
        #[source]
        source: redb::Error,
    },
}

/// Opens the file, or makes the database if it is empty, and makes sure that it
/// is sound, ours, and has all tables.
pub(super) fn open(file: impl StorageBackend, path: &Path) -> Result<Database, OpenError> {
    let opened = catching(|| {
        let database = open_sound(file, path)?;
        let owner = adopt(&database).map_err(|error| failed(path, error))?;
        Ok((database, owner))
    });
    let (database, owner) = opened.unwrap_or_else(|panic| Err(damaged(path, panic)))?;
    match owner {
        Owner::Us => Ok(database),
        Owner::Later(found) => {
            Err(OpenError::Format { path: path.into(), found, known: tables::FORMAT })
        }
        Owner::Others => Err(OpenError::Foreign { path: path.into() }),
    }
}

/// Opens the file and looks at every page that is in use.
fn open_sound(file: impl StorageBackend, path: &Path) -> Result<Database, OpenError> {
    let is_checked = Rc::new(Cell::new(false));
    let note_repair = {
        let is_checked = Rc::clone(&is_checked);
        move |_: &mut RepairSession| is_checked.set(true)
    };
    let mut builder = Database::builder();
    builder.set_cache_size(CACHE_BYTES_MAX).set_repair_callback(note_repair);
    let mut database =
        builder.create_with_backend(file).map_err(|error| failed(path, error.into()))?;
    // After a crash the database has looked at all of it by itself.
    if !is_checked.get() {
        let is_clean = database.check_integrity().map_err(|error| failed(path, error.into()))?;
        if !is_clean {
            warn!(file = %path.display(), "the list of free pages was damaged, and is made anew");
        }
    }
    Ok(database)
}

/// What an error of the database says about the file.
pub(super) fn failed(path: &Path, error: redb::Error) -> OpenError {
    match error {
        redb::Error::DatabaseAlreadyOpen => OpenError::Locked { path: path.into() },
        redb::Error::Io(io) if io.kind() == ErrorKind::InvalidData => {
            OpenError::Foreign { path: path.into() }
        }
        redb::Error::Io(io) if io.kind() == ErrorKind::UnexpectedEof => {
            damaged(path, "it ends too early".to_owned())
        }
        redb::Error::Corrupted(cause) => damaged(path, cause),
        // This store never wrote another version.
        redb::Error::UpgradeRequired(_) => damaged(path, error.to_string()),
        source => OpenError::Failed { path: path.into(), source },
    }
}

pub(super) fn damaged(path: &Path, cause: String) -> OpenError {
    OpenError::Damaged { path: path.into(), cause }
}

/// A process that is killed while it makes the file leaves one whose mark at
/// the beginning is still blank, and nothing behind the first page. Nothing was
/// ever stored in it, but in case it is somebody else's file after all, it is
/// moved and not overwritten.
pub(super) fn set_aside_if_unfinished(path: &Path) -> bool {
    let mut aside = path.as_os_str().to_owned();
    aside.push(".unfinished");
    is_unfinished(path).unwrap_or(false) && fs::rename(path, &aside).is_ok()
}

fn is_unfinished(path: &Path) -> io::Result<bool> {
    let mut file = BufReader::new(File::open(path)?);
    let mut first_page = [0; PAGE_BYTES];
    file.read_exact(&mut first_page)?;
    if first_page[..MARK_BYTES] != [0; MARK_BYTES] {
        return Ok(false);
    }
    for byte in file.bytes() {
        if byte? != 0 {
            return Ok(false);
        }
    }
    Ok(true)
}
