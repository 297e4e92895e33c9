//! Permissions of the file: for its owner alone.
//!
//! The file holds the keys that seat tokens are derived from, so whoever can
//! read it can play for everybody.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

use super::OpenError;

/// Permissions of the owner to read and write, and none for others.
#[cfg(unix)]
const OWNER_ONLY: u32 = 0o600;

/// All permissions that others have.
#[cfg(unix)]
const OTHERS: u32 = 0o077;

/// Options that give a file which they make to its owner alone.
pub(super) fn private_options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, OWNER_ONLY);
    options
}

/// Takes the file away from others, if they could read or write it.
#[cfg(unix)]
pub(super) fn tighten(file: &File, path: &Path) -> Result<(), OpenError> {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;

    let mode = || file.metadata().map(|metadata| metadata.permissions().mode() & 0o777);
    tighten_with(path, mode, || file.set_permissions(Permissions::from_mode(OWNER_ONLY)))
}

#[cfg(not(unix))]
pub(super) fn tighten(_: &File, _: &Path) -> Result<(), OpenError> {
    // Folders hand down their access lists there, and those of users are private.
    Ok(())
}

#[cfg(unix)]
fn tighten_with(
    path: &Path,
    mode: impl Fn() -> io::Result<u32>,
    set_owner_only: impl FnOnce() -> io::Result<()>,
) -> Result<(), OpenError> {
    let exposed = |mode, source| OpenError::Exposed { path: path.into(), mode, source };
    let found = mode().map_err(|source| exposed(0, source))?;
    if found & OTHERS == 0 {
        return Ok(());
    }
    set_owner_only().map_err(|source| exposed(found, source))?;
    // Some disks take the change and ignore it.
    if mode().map_err(|source| exposed(found, source))? & OTHERS != 0 {
        let ignored = io::Error::new(io::ErrorKind::Unsupported, "the disk keeps no permissions");
        return Err(exposed(found, ignored));
    }
    let found = format!("{found:o}");
    tracing::warn!(file = %path.display(), found, "others could read the file, and no longer can");
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use std::cell::Cell;

    use super::*;

    const PATH: &str = "matches.redb";

    #[test]
    fn what_can_not_be_tightened_is_an_error_that_says_what_to_do() {
        let refused = || Err(io::ErrorKind::PermissionDenied.into());
        let refusal = tighten_with(Path::new(PATH), || Ok(0o644), refused).expect_err("exposed");
        assert!(matches!(refusal, OpenError::Exposed { mode: 0o644, .. }), "{refusal:?}");
        for part in [PATH, "644", "permission denied", "chown"] {
            assert!(refusal.to_string().contains(part), "{part:?} is missing in {refusal}");
        }
    }

    #[test]
    fn a_disk_that_only_pretends_to_tighten_is_noticed() {
        let refusal = tighten_with(Path::new(PATH), || Ok(0o755), || Ok(()));
        assert!(matches!(refusal, Err(OpenError::Exposed { mode: 0o755, .. })), "{refusal:?}");
    }

    #[test]
    fn what_is_private_is_left_alone() {
        let changes = Cell::new(0);
        let set = || {
            changes.set(changes.get() + 1);
            Ok(())
        };
        tighten_with(Path::new(PATH), || Ok(0o600), set).expect("it is private");
        assert_eq!(changes.get(), 0);
    }
}
