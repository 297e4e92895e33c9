//! The disk that the file is on.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use redb::Database;
use redb::backends::FileBackend;

use super::file::{self, OpenError};
use super::permissions;

/// How much room there must be before it is written again after a failure: more
/// than most transactions take.
const ROOM_BYTES: usize = 1 << 20;

/// A place for one database. In tests it can be full.
pub(super) trait Disk: Send + Sync {
    /// Opens the database, which nobody has open.
    fn open(&self) -> Result<Database, OpenError>;

    /// Tries to write something beside the database. That is cheap, and unlike
    /// a transaction that fails it does not force the database to be opened
    /// again.
    fn try_room(&self) -> io::Result<()>;
}

/// A file on a disk of this machine.
pub(super) struct LocalFile {
    path: PathBuf,
    /// Opened once, so that it stays the same file when the database is opened
    /// again, whatever the path leads to by then.
    file: File,
}

impl LocalFile {
    /// The file at the path, or a new one.
    pub(super) fn at(path: &Path) -> Result<Self, OpenError> {
        Self::with(path, permissions::private_options().create(true).truncate(false))
    }

    /// The file at the path, which must be there.
    pub(super) fn existing(path: &Path) -> Result<Self, OpenError> {
        Self::with(path, &permissions::private_options())
    }

    fn with(path: &Path, options: &fs::OpenOptions) -> Result<Self, OpenError> {
        let file = options.open(path).map_err(|error| file::failed(path, error.into()))?;
        Ok(Self { path: path.into(), file })
    }

    fn room_path(&self) -> PathBuf {
        let mut name = self.path.as_os_str().to_owned();
        name.push(".room");
        name.into()
    }
}

impl Disk for LocalFile {
    fn open(&self) -> Result<Database, OpenError> {
        let failed = |error: redb::Error| file::failed(&self.path, error);
        let file = self.file.try_clone().map_err(|error| failed(error.into()))?;
        let file = FileBackend::new(file).map_err(|error| failed(error.into()))?;
        let database = file::open(file, &self.path)?;
        // Not earlier: what is not ours is left as it is.
        permissions::tighten(&self.file, &self.path)?;
        Ok(database)
    }

    fn try_room(&self) -> io::Result<()> {
        let path = self.room_path();
        // One that is there was left by a process that ended, or is somebody's
        // link, which must not be followed.
        fs::remove_file(&path).ok();
        let mut room = match permissions::private_options().create_new(true).open(&path) {
            Ok(room) => room,
            // The folder takes no other file of ours, which says nothing about this one.
            Err(error) if is_about_folder(&error) => return Ok(()),
            Err(error) => return Err(error),
        };
        let written = room.write_all(&vec![0; ROOM_BYTES]).and_then(|()| room.sync_all());
        drop(room);
        fs::remove_file(&path).ok();
        written
    }
}

fn is_about_folder(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::AlreadyExists)
}
