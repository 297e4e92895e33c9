//! Giving the room that a file does not need back to the disk.

use std::fs;
use std::path::Path;

use super::disk::{Disk, LocalFile};
use super::failure::catching;
use super::file::{self, OpenError};

/// The size of a file before and after it was compacted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compacted {
    pub bytes_before: u64,
    pub bytes_after: u64,
}

/// Makes the file of an [`super::Embedded`] store as small as what it holds.
/// Nothing is lost if that is interrupted.
///
/// # Errors
/// If the file is not there, or can't be opened for any of the reasons for
/// which [`super::Embedded::open`] can't, or if the disk fails.
pub fn compact(path: impl AsRef<Path>) -> Result<Compacted, OpenError> {
    let path = path.as_ref();
    let size = || match fs::metadata(path) {
        Ok(metadata) => Ok(metadata.len()),
        Err(error) => Err(file::failed(path, error.into())),
    };
    // Before it is opened, which may change its length.
    let bytes_before = size()?;
    if bytes_before == 0 {
        // Opening would make a store of it.
        return Err(OpenError::Foreign { path: path.into() });
    }
    let mut database = LocalFile::existing(path)?.open()?;
    let compacted = catching(|| {
        database.compact().map_err(|error| file::failed(path, error.into()))?;
        // Closing is part of it: only then is the end of the file cut off.
        drop(database);
        size()
    });
    let bytes_after = compacted.unwrap_or_else(|panic| Err(file::damaged(path, panic)))?;
    Ok(Compacted { bytes_before, bytes_after })
}
