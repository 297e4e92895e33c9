//! The embedded store on a file that somebody else wrote into.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use fastrand::Rng;
use match_orchestrator_store::{Embedded, Error, NewMatch, OpenError, Store, Stored};
use tempfile::TempDir;

use crate::fixtures::{commit, everything, new_match, played_up_to};

/// How often a file is damaged in some way at some place.
const TRIALS: usize = 120;

/// Where the roots of the file end. What is damaged there can change the
/// meaning of everything.
const HEADER_BYTES: usize = 320;

/// Where flags and sizes end that have no checksum, so every bit is tried.
const UNCHECKED_BYTES: usize = 32;

/// How many bytes are left out where a checksum covers them.
const CHECKED_STEP: usize = 5;

const PAGE_BYTES: usize = 4096;

const MATCHES: usize = 10;

const COMMITS: u64 = 12;

/// What is known about a match.
type Known = (Option<Stored>, Vec<Bytes>);

/// A file, and the contents that it may be read as.
struct Original {
    folder: TempDir,
    bytes: Vec<u8>,
    truths: Vec<BTreeMap<String, Known>>,
}

impl Original {
    /// A file that was closed in order.
    async fn closed() -> Self {
        let (folder, path) = fresh();
        let store = Embedded::open(&path).expect("a new file");
        fill(&store).await;
        let truths = vec![contents(&store).await];
        drop(store);
        let bytes = fs::read(&path).expect("a file of ours");
        Self { folder, bytes, truths }
    }

    /// A file as a crash leaves it. Damage to its last transaction looks as if
    /// the crash had been in the middle of it.
    async fn crashed() -> Self {
        let (folder, path) = fresh();
        let store = Embedded::open(&path).expect("a new file");
        fill(&store).await;
        let before = contents(&store).await;
        let last = commit("match 0", COMMITS + 1, "the last");
        store.commit(&last).await.expect("commit");
        let truths = vec![contents(&store).await, before];
        let bytes = fs::read(&path).expect("a file of ours");
        Self { folder, bytes, truths }
    }

    /// Whether the store refuses these bytes. If it does not, every answer must
    /// be right or a refusal as well.
    async fn is_refused(&self, damaged: &[u8], what: &str) -> bool {
        let path = self.folder.path().join("damaged.redb");
        fs::write(&path, damaged).expect("a folder of ours");
        let store = match Embedded::open(&path) {
            Ok(store) => store,
            Err(OpenError::Damaged { cause, .. }) => {
                assert!(!cause.is_empty(), "{what}");
                return true;
            }
            Err(OpenError::Foreign { .. }) => return true,
            Err(other) => panic!("{what}: {other:?}"),
        };
        let right = |truth: &BTreeMap<String, Known>, found: &Found| {
            truth.iter().all(|(id, known)| match &found[id] {
                Ok(answer) => answer == known,
                Err(error) => matches!(error, Error::Corrupt(_)),
            })
        };
        let found = look(&store).await;
        assert!(self.truths.iter().any(|truth| right(truth, &found)), "{what}: {found:?}");
        false
    }
}

type Found = BTreeMap<String, Result<Known, Error>>;

fn fresh() -> (TempDir, PathBuf) {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("store.redb");
    (folder, path)
}

async fn fill(store: &Embedded) {
    for id in ids() {
        played_up_to(store, &id, COMMITS).await;
    }
    // Larger than a page.
    let large = NewMatch { entry: vec![7; 3 * PAGE_BYTES].into(), ..new_match("large") };
    assert!(store.create(large).await.expect("create"));
}

fn ids() -> impl Iterator<Item = String> {
    (0..MATCHES).map(|index| format!("match {index}"))
}

async fn contents(store: &Embedded) -> BTreeMap<String, Known> {
    let mut contents = BTreeMap::new();
    for id in ids().chain(["large".to_owned()]) {
        let known = everything(store, &id).await;
        contents.insert(id, known);
    }
    contents
}

async fn look(store: &Embedded) -> Found {
    let mut found = BTreeMap::new();
    for id in ids().chain(["large".to_owned()]) {
        let known = match store.load(&id).await {
            Ok(stored) => store
                .log(&id, 1, match_orchestrator_store::LogPage::WHOLE)
                .await
                .map(|log| (stored, log)),
            Err(error) => Err(error),
        };
        found.insert(id, known);
    }
    found
}

/// Damages the bytes, and says how.
fn damage(bytes: &mut Vec<u8>, random: &mut Rng) -> String {
    let used: Vec<usize> = (0..bytes.len() / PAGE_BYTES)
        .filter(|page| bytes[page * PAGE_BYTES..][..PAGE_BYTES].iter().any(|byte| *byte != 0))
        .collect();
    let mut page = || used[random.usize(..used.len())] * PAGE_BYTES;
    let (start, other) = (page(), page());
    let offset = start + random.usize(..PAGE_BYTES);
    match random.usize(..6) {
        0 | 1 => {
            bytes[offset] ^= 1 << random.usize(..8);
            format!("a bit of byte {offset}")
        }
        2 => {
            let count = random.usize(1..=512).min(bytes.len() - offset);
            random.fill(&mut bytes[offset..offset + count]);
            format!("{count} bytes from byte {offset}")
        }
        3 => {
            bytes[start..start + PAGE_BYTES].fill(0);
            format!("a page of zeros at byte {start}")
        }
        4 => {
            bytes.copy_within(other..other + PAGE_BYTES, start);
            format!("the page at byte {other} at byte {start}")
        }
        _ => {
            let length = if random.bool() { offset } else { random.usize(1..bytes.len()) };
            bytes.truncate(length.max(1));
            format!("the end from byte {length}")
        }
    }
}

async fn no_damage_gives_a_wrong_answer(original: &Original, seed: u64) {
    let mut random = Rng::with_seed(seed);
    let mut refused = 0;
    for trial in 0..TRIALS {
        let mut bytes = original.bytes.clone();
        let what = damage(&mut bytes, &mut random);
        let what = format!("seed {seed}, trial {trial}: {what}");
        refused += usize::from(original.is_refused(&bytes, &what).await);
    }
    assert!(refused > TRIALS / 4, "{refused} of {TRIALS} were noticed");
}

async fn no_bit_of_the_header_gives_a_wrong_answer(original: &Original) {
    let unchecked = (0..UNCHECKED_BYTES).flat_map(|offset| (0..8).map(move |bit| (offset, bit)));
    let checked = (UNCHECKED_BYTES..HEADER_BYTES).step_by(CHECKED_STEP);
    for (offset, bit) in unchecked.chain(checked.map(|offset| (offset, offset % 8))) {
        let mut bytes = original.bytes.clone();
        bytes[offset] ^= 1 << bit;
        original.is_refused(&bytes, &format!("bit {bit} of byte {offset}")).await;
    }
}

#[tokio::test]
async fn damage_to_a_file_that_was_closed_is_named_or_harmless() {
    no_damage_gives_a_wrong_answer(&Original::closed().await, 1).await;
}

#[tokio::test]
async fn damage_to_a_file_after_a_crash_is_named_or_harmless() {
    no_damage_gives_a_wrong_answer(&Original::crashed().await, 2).await;
}

#[tokio::test]
async fn a_damaged_header_of_a_file_that_was_closed_is_named_or_harmless() {
    no_bit_of_the_header_gives_a_wrong_answer(&Original::closed().await).await;
}

#[tokio::test]
async fn a_damaged_header_of_a_file_after_a_crash_is_named_or_harmless() {
    no_bit_of_the_header_gives_a_wrong_answer(&Original::crashed().await).await;
}

#[tokio::test]
async fn every_byte_of_a_log_entry_is_checked_and_the_file_stays_refused() {
    let original = Original::closed().await;
    let mut bytes = original.bytes.clone();
    // Wherever it is: pages that are free now may hold it too.
    let starts = (0..bytes.len()).filter(|start| original.bytes[*start..].starts_with(b"entry 7"));
    for start in starts {
        bytes[start + 6] = b'8';
    }
    let path = original.folder.path().join("damaged.redb");
    fs::write(&path, &bytes).expect("a folder of ours");
    for _ in 0..2 {
        let refusal = refusal(&path);
        assert!(matches!(refusal, OpenError::Damaged { .. }), "{refusal:?}");
        for part in ["damaged.redb is damaged", "backup"] {
            assert!(refusal.to_string().contains(part), "{refusal}");
        }
    }
}

#[tokio::test]
async fn a_file_without_its_first_page_does_not_become_an_empty_store() {
    let original = Original::closed().await;
    let path = original.folder.path().join("damaged.redb");
    for zeros in [9, HEADER_BYTES, PAGE_BYTES] {
        let mut bytes = original.bytes.clone();
        bytes[..zeros].fill(0);
        fs::write(&path, &bytes).expect("a folder of ours");
        let refusal = refusal(&path);
        assert!(matches!(refusal, OpenError::Foreign { .. }), "{refusal:?}");
    }
}

fn refusal(path: &Path) -> OpenError {
    Embedded::open(path).err().expect("the file is refused")
}
