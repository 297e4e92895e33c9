//! Who can read the file of the embedded store.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use kit_testing::LogCapture;
use match_orchestrator_store::{Embedded, OpenError};
use tempfile::TempDir;

fn mode(path: &Path) -> u32 {
    fs::metadata(path).expect("it is there").permissions().mode() & 0o777
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).expect("a file of ours");
}

#[test]
fn a_new_file_is_for_its_owner_alone() {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("store.redb");
    let log = LogCapture::new();
    let _captured = log.install();
    let store = Embedded::open(&path).expect("a new file");
    assert_eq!(mode(&path), 0o600);
    drop(store);
    assert_eq!(log.complaints(), [""; 0]);
}

#[test]
fn a_file_that_others_can_read_is_tightened_with_one_warning() {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("store.redb");
    drop(Embedded::open(&path).expect("a new file"));
    for exposed in [0o644, 0o640, 0o602] {
        set_mode(&path, exposed);
        let log = LogCapture::new();
        let captured = log.install();
        drop(Embedded::open(&path).expect("our own file"));
        drop(captured);
        assert_eq!(mode(&path), 0o600);
        let complaints = log.complaints();
        assert_eq!(complaints.len(), 1, "{complaints:?}");
        assert!(complaints[0].contains("store.redb"), "{complaints:?}");
        assert!(complaints[0].contains(&format!("{exposed:o}")), "{complaints:?}");
    }
}

#[test]
fn a_file_of_something_else_keeps_its_permissions() {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("diary.txt");
    fs::write(&path, "a diary\n".repeat(1000)).expect("write");
    set_mode(&path, 0o644);
    let refusal = Embedded::open(&path).err().expect("the file is refused");
    assert!(matches!(refusal, OpenError::Foreign { .. }), "{refusal:?}");
    assert_eq!(mode(&path), 0o644);
}
