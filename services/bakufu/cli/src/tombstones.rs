//! Tombstones: the sittings that were erased, kept beside the backups, which still
//! have the names.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use kit_proto::bakufu::play::v1 as play;

use crate::failure::Failure;
use crate::private_folder::{make_private_folder, open_to_append};

/// One erased sitting. It tells nothing of who sat there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Tombstone {
    pub(crate) match_id: String,
    pub(crate) commit: u64,
}

/// A file to which erased sittings are added, each once.
pub(crate) struct Tombstones {
    path: PathBuf,
    file: File,
    known: BTreeSet<Tombstone>,
}

impl Tombstones {
    /// Opens the file before anything is erased, so that nothing is that can't be
    /// written down.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        let failed = |source| Failure::File { file: path.to_owned(), source };
        if let Some(folder) = path.parent() {
            make_private_folder(folder).map_err(failed)?;
        }
        let mut file = open_to_append(path).map_err(failed)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(failed)?;
        let known = parse(path, &text)?.into_iter().collect();
        Ok(Self { path: path.to_owned(), file, known })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds what is not there yet, and sees that it is on the disk.
    pub(crate) fn add(&mut self, erased: &[Tombstone]) -> Result<(), Failure> {
        let fresh = erased.iter().filter(|it| self.known.insert((*it).clone()));
        let lines: String = fresh.map(|it| format!("{}:{}\n", it.match_id, it.commit)).collect();
        let written = self.file.write_all(lines.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|source| Failure::File { file: self.path.clone(), source })
    }
}

/// All sittings in a file.
pub(crate) fn read(path: &Path) -> Result<Vec<Tombstone>, Failure> {
    let text = std::fs::read_to_string(path)
        .map_err(|source| Failure::TombstoneFile { file: path.to_owned(), source })?;
    parse(path, &text)
}

fn parse(path: &Path, text: &str) -> Result<Vec<Tombstone>, Failure> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let read = |(line, text): (usize, &str)| {
        text.parse().map_err(|_| Failure::NoTombstone { file: path.to_owned(), line })
    };
    lines.map(read).collect()
}

/// A text that names no sitting.
#[derive(Debug, thiserror::Error)]
#[error("a sitting is the id of a match, a colon and the number of a commit")]
pub(crate) struct NoSitting;

impl FromStr for Tombstone {
    type Err = NoSitting;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (match_id, commit) = text.trim().rsplit_once(':').ok_or(NoSitting)?;
        let is_plain = match_id.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if match_id.is_empty() || !is_plain {
            return Err(NoSitting);
        }
        let commit = commit.parse().map_err(|_| NoSitting)?;
        Ok(Self { match_id: match_id.to_owned(), commit })
    }
}

impl From<play::Sitting> for Tombstone {
    fn from(play::Sitting { match_id, commit }: play::Sitting) -> Self {
        Self { match_id, commit }
    }
}

impl From<Tombstone> for play::Sitting {
    fn from(Tombstone { match_id, commit }: Tombstone) -> Self {
        Self { match_id, commit }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn stone(match_id: &str, commit: u64) -> Tombstone {
        Tombstone { match_id: match_id.to_owned(), commit }
    }

    #[test]
    fn each_sitting_is_written_once_for_the_user_alone() {
        let temporary = tempfile::TempDir::new().expect("a folder can be made");
        let file = temporary.path().join("new/erased");
        let mut first = Tombstones::open(&file).expect("a folder of ours");
        first.add(&[stone("a", 2), stone("b", 3), stone("a", 2)]).expect("a file of ours");
        let mut second = Tombstones::open(&file).expect("a file of ours");
        second.add(&[stone("b", 3), stone("c", 4)]).expect("a file of ours");
        assert_eq!(fs::read_to_string(&file).expect("it is ours"), "a:2\nb:3\nc:4\n");
        assert_eq!(read(&file).expect("it is ours"), [stone("a", 2), stone("b", 3), stone("c", 4)]);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(&file).expect("it is there").permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }

    #[test]
    fn what_names_no_sitting_is_refused_by_its_line() {
        let temporary = tempfile::TempDir::new().expect("a folder can be made");
        let file = temporary.path().join("erased");
        for wrong in ["a", "a:", ":2", "a:-1", "a b:2", "a:2:x", "\u{fc}:2"] {
            fs::write(&file, format!("a:2\n\n{wrong}\n")).expect("a folder of ours");
            for refused in [read(&file).map(drop), Tombstones::open(&file).map(drop)] {
                let line = match refused {
                    Err(Failure::NoTombstone { line, .. }) => line,
                    other => panic!("{wrong:?}: {other:?}"),
                };
                assert_eq!(line, 3, "{wrong:?}");
            }
        }
    }
}
