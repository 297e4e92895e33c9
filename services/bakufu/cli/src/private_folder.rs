//! Folders and files for the user alone.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// Makes a folder, and those that it is in, for the user alone. What is there
/// already keeps its permissions, because somebody chose them.
pub(crate) fn make_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Writes a secret to a file that nobody else can read, not even if others
/// could read the file that was there before.
pub(crate) fn write_secret(path: &Path, secret: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    tighten(&file)?;
    file.write_all(secret)
}

/// Opens a file to be read and added to, which nobody else can read.
pub(crate) fn open_to_append(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    tighten(&file)?;
    Ok(file)
}

#[cfg(unix)]
fn tighten(file: &File) -> io::Result<()> {
    file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))
}

#[cfg(not(unix))]
fn tighten(_: &File) -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).expect("it is there").permissions().mode() & 0o777
    }

    #[test]
    fn a_folder_that_is_made_is_for_the_user_alone_and_others_stay_as_they_are() {
        let temporary = tempfile::TempDir::new().expect("a folder can be made");
        let there = temporary.path().join("there");
        fs::create_dir(&there).expect("a folder of ours");
        fs::set_permissions(&there, PermissionsExt::from_mode(0o755)).expect("a folder of ours");
        let made = there.join("new/folder");
        make_private_folder(&made).expect("a folder of ours");
        assert_eq!([mode(&there), mode(&there.join("new")), mode(&made)], [0o755, 0o700, 0o700]);
        make_private_folder(&made).expect("it is there already");
    }

    #[test]
    fn a_secret_in_a_file_that_others_could_read_is_for_the_user_alone() {
        let temporary = tempfile::TempDir::new().expect("a folder can be made");
        let file = temporary.path().join("secret");
        fs::write(&file, "a longer secret").expect("a folder of ours");
        fs::set_permissions(&file, PermissionsExt::from_mode(0o644)).expect("a file of ours");
        write_secret(&file, b"secret").expect("a folder of ours");
        assert_eq!(mode(&file), 0o600);
        assert_eq!(fs::read_to_string(&file).expect("it is ours"), "secret");
    }
}
