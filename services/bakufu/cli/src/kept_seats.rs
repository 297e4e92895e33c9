//! The tokens of the seats that the user plays, so that the user can come back.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::private_folder::{make_private_folder, write_secret};

/// A folder with one file per seat.
pub(crate) struct KeptSeats(PathBuf);

impl KeptSeats {
    pub(crate) fn new(data: &Path) -> Self {
        Self(data.join("seats"))
    }

    /// Keeps the token of a seat for the user alone.
    pub(crate) fn keep(&self, match_id: &str, seat: u32, token: &str) -> Result<(), Failure> {
        let failed = |source| Failure::Folder { folder: self.0.clone(), source };
        self.write(match_id, seat, token).map_err(failed)
    }

    /// The token of a seat, or of the first one in the match if none is named.
    pub(crate) fn find(&self, match_id: &str, seat: Option<u32>) -> Option<String> {
        /// No game has more seats.
        const SEATS_MAX: u32 = 8;
        let seats = seat.map_or(1..=SEATS_MAX, |seat| seat..=seat);
        seats.filter_map(|seat| fs::read_to_string(self.file(match_id, seat)?).ok()).next()
    }

    fn write(&self, match_id: &str, seat: u32, token: &str) -> io::Result<()> {
        let file = self.file(match_id, seat).ok_or(io::ErrorKind::InvalidInput)?;
        make_private_folder(&self.0)?;
        write_secret(&file, token.as_bytes())
    }

    /// What a server calls a match must not lead to another folder.
    fn file(&self, match_id: &str, seat: u32) -> Option<PathBuf> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let is_name = !match_id.is_empty() && match_id.chars().all(is_plain);
        is_name.then(|| self.0.join(format!("{match_id}-{seat}.token")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_seat_is_found_by_its_number_or_as_the_first() {
        let folder = tempfile::TempDir::new().expect("a folder can be made");
        let seats = KeptSeats::new(folder.path());
        assert_eq!(seats.find("m1", None), None);
        seats.keep("m1", 3, "three").expect("the folder takes files");
        seats.keep("m1", 2, "two").expect("the folder takes files");
        seats.keep("m1", 2, "2").expect("a file can be replaced");
        assert_eq!(seats.find("m1", Some(3)).as_deref(), Some("three"));
        assert_eq!(seats.find("m1", None).as_deref(), Some("2"));
        assert_eq!(seats.find("m1", Some(1)), None);
        assert_eq!(seats.find("m2", None), None);
    }

    #[test]
    fn a_match_with_a_strange_name_is_not_kept() {
        let folder = tempfile::TempDir::new().expect("a folder can be made");
        let seats = KeptSeats::new(folder.path());
        for name in ["", "../up", "a/b", "a.b"] {
            assert!(seats.keep(name, 1, "token").is_err(), "{name:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_can_read_a_kept_seat() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::TempDir::new().expect("a folder can be made");
        KeptSeats::new(folder.path()).keep("m1", 1, "token").expect("the folder takes files");
        let mode = |name: &str| {
            let metadata = fs::metadata(folder.path().join(name)).expect("it is there");
            metadata.permissions().mode() & 0o777
        };
        assert_eq!([mode("seats"), mode("seats/m1-1.token")], [0o700, 0o600]);
    }
}
