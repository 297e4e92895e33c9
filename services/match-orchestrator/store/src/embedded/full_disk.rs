//! Tests of the store on a disk that is full when they say so.

use std::fs;
use std::io::{self, ErrorKind};
use std::ops::Bound;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use bytes::Bytes;
use redb::backends::FileBackend;
use redb::{BackendError, Database, StorageBackend};
use tempfile::TempDir;

use super::Embedded;
use super::disk::{Disk, LocalFile};
use super::file::{self, OpenError};
use super::permissions::private_options;
use crate::{
    Commit, CommitAnswer, Error, Filing, GameVersion, Identity, Label, LogPage, NewMatch,
    RequestKey, Status, Store,
};

/// What can go wrong with a disk, switched by a test.
#[derive(Debug, Default)]
struct Faults {
    /// Nothing can be written where nothing was before.
    is_full: AtomicBool,
    /// There is room for other files but not for this one.
    has_room_elsewhere: AtomicBool,
    /// Flushing fails as well, as where room is only looked for at that point.
    fails_flushes: AtomicBool,
    /// How far the file was written.
    written_bytes: AtomicU64,
    /// How often the database was opened.
    opened: AtomicU64,
}

impl Faults {
    fn set_full(&self, is_full: bool) {
        self.is_full.store(is_full, Ordering::SeqCst);
    }

    fn is_full(&self) -> bool {
        self.is_full.load(Ordering::SeqCst)
    }

    fn check(&self, is_refused: bool) -> io::Result<()> {
        if is_refused && self.is_full() { Err(ErrorKind::StorageFull.into()) } else { Ok(()) }
    }
}

/// A real file on a disk with faults.
struct FaultyDisk {
    path: PathBuf,
    faults: Arc<Faults>,
}

impl Disk for FaultyDisk {
    fn open(&self) -> Result<Database, OpenError> {
        self.faults.opened.fetch_add(1, Ordering::SeqCst);
        let file = private_options().create(true).truncate(false).open(&self.path);
        let file = FileBackend::new(file.expect("a folder of ours")).expect("a file");
        file::open(FaultyFile { file, faults: Arc::clone(&self.faults) }, &self.path)
    }

    fn try_room(&self) -> io::Result<()> {
        self.faults.check(!self.faults.has_room_elsewhere.load(Ordering::SeqCst))
    }
}

#[derive(Debug)]
struct FaultyFile {
    file: FileBackend,
    faults: Arc<Faults>,
}

impl StorageBackend for FaultyFile {
    fn len(&self) -> io::Result<u64> {
        self.file.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.file.read(offset, out)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        // Growing takes no room yet: the file has a hole until it is written.
        self.file.set_len(len)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.faults.check(self.faults.fails_flushes.load(Ordering::SeqCst))?;
        self.file.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let end = offset + data.len() as u64;
        self.faults.check(end > self.faults.written_bytes.load(Ordering::SeqCst))?;
        self.faults.written_bytes.fetch_max(end, Ordering::SeqCst);
        self.file.write(offset, data)
    }

    fn close(&self) -> io::Result<()> {
        self.file.close()
    }

    fn try_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.file.try_lock_range(start, end)
    }

    fn unlock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.file.unlock_range(start, end)
    }
}

/// A store on such a disk, with one match.
struct Fixture {
    store: Embedded,
    faults: Arc<Faults>,
    path: PathBuf,
    _folder: TempDir,
}

fn filing() -> Filing {
    let version = GameVersion { game: "game".to_owned(), rules_version: "1".to_owned() };
    let label = Label { version, status: Status::Playing };
    Filing { label, due_at_ms: None, news: None }
}

impl Fixture {
    async fn new() -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let path = folder.path().join("store.redb");
        let faults = Arc::new(Faults::default());
        let disk = FaultyDisk { path: path.clone(), faults: Arc::clone(&faults) };
        let store = Embedded::open_on(disk).expect("a new file");
        let new = NewMatch {
            match_id: "m".to_owned(),
            identity: identity(1),
            roster: Bytes::from_static(b"roster"),
            position: position(1),
            entry: entry(1),
            listed_at_ms: None,
            filing: filing(),
        };
        assert!(store.create(new).await.expect("create"));
        Self { store, faults, path, _folder: folder }
    }

    async fn commit(&self, number: u64) -> Result<CommitAnswer, Error> {
        let commit = Commit {
            match_id: "m".to_owned(),
            identity: identity(number),
            parent: identity(number - 1),
            number,
            roster: None,
            position: position(number),
            entry: entry(number),
            request: RequestKey { scope: 1, id: format!("request {number}") },
            fingerprint: [7; 16],
            requests_kept: Duration::from_secs(60),
            rewrites: 0,
            begins_timeline: false,
            filing: filing(),
        };
        self.store.commit(&commit).await
    }

    /// Commits until the disk takes no more, and returns the first number that
    /// was refused.
    async fn fill(&self, first: u64) -> u64 {
        self.faults.set_full(true);
        let mut number = first;
        loop {
            match self.commit(number).await {
                // Room that was free within the file is still used.
                Ok(answer) => assert_eq!(answer, CommitAnswer::Stored),
                Err(error) => {
                    assert!(matches!(error, Error::Unavailable(_)), "{error:?}");
                    return number;
                }
            }
            number += 1;
        }
    }

    async fn holds_up_to(&self, number: u64) {
        let stored = self.store.load("m").await.expect("load").expect("the match");
        assert_eq!((stored.commit, stored.position), (number, position(number)));
        let log = self.store.log("m", 1, LogPage::WHOLE).await.expect("log");
        assert!(log == (1..=number).map(entry).collect::<Vec<_>>(), "the log has every entry");
    }

    fn opened(&self) -> u64 {
        self.faults.opened.load(Ordering::SeqCst)
    }
}

fn identity(number: u64) -> Identity {
    [number as u8; 32]
}

fn position(number: u64) -> Bytes {
    format!("position {number}").repeat(100).into()
}

fn entry(number: u64) -> Bytes {
    format!("entry {number}").repeat(2000).into()
}

#[tokio::test]
async fn a_full_disk_refuses_changes_until_it_has_room_again_and_loses_nothing() {
    let fixture = Fixture::new().await;
    let mut next = 2;
    for _ in 0..3 {
        let refused = fixture.fill(next).await;
        assert!(fixture.store.ping().await.is_err(), "a ping tells");
        assert!(fixture.commit(refused).await.is_err(), "it is still full");
        assert!(fixture.store.ping().await.is_err(), "a ping still tells");
        // Whoever reads is not bothered.
        fixture.holds_up_to(refused - 1).await;

        fixture.faults.set_full(false);
        assert_eq!(fixture.commit(refused).await.expect("room"), CommitAnswer::Stored);
        fixture.store.ping().await.expect("all is well");
        fixture.holds_up_to(refused).await;
        next = refused + 1;
    }
    let Fixture { store, path, _folder, .. } = fixture;
    drop(store);
    let store = Embedded::open(&path).expect("the file is sound");
    assert_eq!(store.load("m").await.expect("load").expect("the match").commit, next - 1);
}

#[tokio::test]
async fn a_ping_finds_out_by_itself_that_there_is_room_again() {
    let fixture = Fixture::new().await;
    let refused = fixture.fill(2).await;
    assert!(fixture.store.ping().await.is_err());
    fixture.faults.set_full(false);
    fixture.store.ping().await.expect("there is room");
    fixture.holds_up_to(refused - 1).await;
}

#[tokio::test]
async fn the_file_is_opened_again_once_however_often_a_full_disk_is_tried() {
    let fixture = Fixture::new().await;
    assert_eq!(fixture.opened(), 1);
    let refused = fixture.fill(2).await;
    for _ in 0..10 {
        assert!(fixture.commit(refused).await.is_err());
        assert!(fixture.store.ping().await.is_err());
    }
    assert_eq!(fixture.opened(), 2);
    fixture.faults.set_full(false);
    fixture.commit(refused).await.expect("room");
    assert_eq!(fixture.opened(), 2);
}

#[tokio::test]
async fn a_file_that_can_not_grow_fails_although_the_disk_has_room() {
    let fixture = Fixture::new().await;
    fixture.faults.has_room_elsewhere.store(true, Ordering::SeqCst);
    let refused = fixture.fill(2).await;
    assert!(fixture.commit(refused).await.is_err());
    fixture.holds_up_to(refused - 1).await;
    fixture.faults.set_full(false);
    assert_eq!(fixture.commit(refused).await.expect("room"), CommitAnswer::Stored);
    fixture.holds_up_to(refused).await;
}

#[tokio::test]
async fn a_disk_that_can_not_even_flush_stops_everything_until_it_can() {
    let fixture = Fixture::new().await;
    fixture.faults.fails_flushes.store(true, Ordering::SeqCst);
    fixture.faults.set_full(true);
    let refusal = fixture.commit(2).await;
    assert!(matches!(refusal, Err(Error::Unavailable(_))), "{refusal:?}");
    let refusal = fixture.store.load("m").await;
    assert!(matches!(refusal, Err(Error::Unavailable(_))), "{refusal:?}");
    assert!(fixture.store.ping().await.is_err());

    fixture.faults.set_full(false);
    // Nobody knows what became of the commit; repeating it tells.
    let answer = fixture.commit(2).await.expect("the disk is back");
    assert!(matches!(answer, CommitAnswer::Stored | CommitAnswer::Repeated(_)), "{answer:?}");
    fixture.holds_up_to(2).await;
}

#[tokio::test]
async fn looking_for_what_is_due_writes_nothing_while_nothing_is() {
    let fixture = Fixture::new().await;
    fixture.faults.fails_flushes.store(true, Ordering::SeqCst);
    fixture.faults.set_full(true);
    for _ in 0..10 {
        let due = fixture.store.take_due(0, 10, Duration::ZERO).await.expect("only a look");
        assert_eq!((due.match_ids.len(), due.next_at_ms), (0, None));
    }
    assert_eq!(fixture.opened(), 1);
}

#[test]
fn room_is_tried_beside_the_file_and_leaves_nothing() {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("store.redb");
    let file = LocalFile::at(&path).expect("a new file");
    file.try_room().expect("there is room");
    // Something that is left there is no obstacle.
    fs::write(folder.path().join("store.redb.room"), "left").expect("a folder of ours");
    file.try_room().expect("there is room");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder of ours").count(), 1);
}
