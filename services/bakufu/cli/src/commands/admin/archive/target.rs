//! Target of an archive: a folder with a file for each record, or a stream.

use std::fs::{self, File};
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};

use kit_proto::bakufu::play::v1::MatchExport;
use prost::Message;
use tempfile::Builder;

use crate::failure::Failure;
use crate::output::Output;

/// What stands for standard output on the command line, and in complaints.
const STREAM: &str = "-";
const STREAM_NAME: &str = "standard output";

pub(super) enum Target<'a, 'b> {
    Folder(PathBuf),
    Stream(&'a mut Output<'b>),
}

/// Where a record is now.
pub(super) enum Kept {
    Written,
    /// It was there.
    Known,
    /// This file is in its place and is not the record.
    Other(PathBuf),
}

impl<'a, 'b> Target<'a, 'b> {
    pub(super) fn open(to: &str, output: &'a mut Output<'b>) -> Result<Self, Failure> {
        if to == STREAM {
            return match io::stdout().is_terminal() {
                true => Err(Failure::ArchiveOnTerminal),
                false => Ok(Self::Stream(output)),
            };
        }
        let folder = PathBuf::from(to);
        match fs::metadata(&folder) {
            Ok(found) if found.is_dir() => Ok(Self::Folder(folder)),
            Ok(_) => Err(unwritten(&folder)(ErrorKind::NotADirectory.into())),
            // Made by whoever knows who may read it.
            Err(error) => Err(unwritten(&folder)(error)),
        }
    }

    pub(super) fn is_folder(&self) -> bool {
        matches!(self, Self::Folder(_))
    }

    /// Writes a record completely, or not at all.
    pub(super) fn keep(&mut self, match_id: &str, record: &MatchExport) -> Result<Kept, Failure> {
        match self {
            Self::Stream(output) => {
                let written = output.bytes(&record.encode_length_delimited_to_vec());
                let written = written.and_then(|()| output.flush());
                written.map_err(unwritten(Path::new(STREAM_NAME)))?;
                Ok(Kept::Written)
            }
            Self::Folder(folder) => {
                // What a server calls a match must not lead to another folder.
                if match_id.is_empty() || !match_id.chars().all(|c| c.is_ascii_alphanumeric()) {
                    return Err(Failure::Nonsense("a match with a strange id"));
                }
                let file = folder.join(format!("{match_id}.bin"));
                keep_file(folder, &file, &record.encode_to_vec()).map_err(unwritten(&file))
            }
        }
    }

    /// Makes sure that what was kept stays, also if the machine stops now.
    pub(super) fn settle(&mut self) -> Result<(), Failure> {
        match self {
            Self::Stream(_) => Ok(()),
            Self::Folder(folder) => {
                let synced = File::open(&*folder).and_then(|opened| opened.sync_all());
                synced.map_err(unwritten(folder))
            }
        }
    }
}

/// The file has its name only once all of it is on the disk.
fn keep_file(folder: &Path, file: &Path, record: &[u8]) -> io::Result<Kept> {
    if let Some(kept) = compare(file, record)? {
        return Ok(kept);
    }
    let mut part = Builder::new().prefix(".").suffix(".part").tempfile_in(folder)?;
    part.write_all(record)?;
    part.as_file().sync_all()?;
    match part.persist_noclobber(file) {
        Ok(_) => Ok(Kept::Written),
        // Somebody else archives at the same time.
        Err(taken) if taken.error.kind() == ErrorKind::AlreadyExists => {
            compare(file, record)?.ok_or(taken.error)
        }
        Err(failed) => Err(failed.error),
    }
}

/// What a file that is there is to the record.
fn compare(file: &Path, record: &[u8]) -> io::Result<Option<Kept>> {
    match fs::read(file) {
        Ok(found) if found == record => Ok(Some(Kept::Known)),
        Ok(_) => Ok(Some(Kept::Other(file.to_owned()))),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn unwritten(place: &Path) -> impl FnOnce(io::Error) -> Failure + use<> {
    let place = place.display().to_string();
    move |source| Failure::Archive { place, source }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_there_is_never_replaced() {
        let folder = tempfile::TempDir::new().expect("a folder can be made");
        let file = folder.path().join("m.bin");
        let keep = |record: &[u8]| keep_file(folder.path(), &file, record).expect("it has room");
        assert!(matches!(keep(b"one"), Kept::Written));
        assert!(matches!(keep(b"one"), Kept::Known));
        assert!(matches!(keep(b"two"), Kept::Other(found) if found == file));
        assert_eq!(fs::read(&file).expect("it is there"), b"one");
        assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 1, "nothing is left");
    }

    #[test]
    fn a_match_with_a_strange_name_is_not_written() {
        let folder = tempfile::TempDir::new().expect("a folder can be made");
        let mut target = Target::Folder(folder.path().join("inner"));
        for name in ["", "../up", "a/b", "."] {
            assert!(target.keep(name, &MatchExport::default()).is_err(), "{name:?}");
        }
        assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 0);
    }
}
