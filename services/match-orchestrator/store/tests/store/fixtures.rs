//! Matches and commits to be stored.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bytes::Bytes;
use kit_testing::PATIENCE;
use match_orchestrator_store::{
    Announcement, Commit, CommitAnswer, Filing, GameVersion, Head, Identity, Label, LogPage,
    NewMatch, RequestKey, Status, Store, Stored,
};
use tokio::sync::broadcast;

pub(crate) const FINGERPRINT: [u8; 16] = *b"a fingerprint 16";

/// A match that is not listed.
pub(crate) fn new_match(match_id: &str) -> NewMatch {
    NewMatch {
        match_id: match_id.to_owned(),
        identity: identity(1),
        roster: Bytes::from_static(b"roster 1"),
        position: Bytes::from_static(b"position 1"),
        entry: Bytes::from_static(b"entry 1"),
        listed_at_ms: None,
        filing: filing(Status::Seating),
    }
}

/// A match of some game that is never due.
pub(crate) fn filing(status: Status) -> Filing {
    Filing { label: label(status), due_at_ms: None, news: None }
}

pub(crate) fn label(status: Status) -> Label {
    let version = GameVersion { game: "ga/me".to_owned(), rules_version: "1.0".to_owned() };
    Label { version, status }
}

pub(crate) fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_millis() as u64
}

/// A commit whose contents name its number. The roster stays.
pub(crate) fn commit(match_id: &str, number: u64, request_id: &str) -> Commit {
    Commit {
        match_id: match_id.to_owned(),
        number,
        identity: identity(number),
        parent: identity(number.wrapping_sub(1)),
        roster: None,
        position: position(number),
        entry: entry(number),
        request: request(request_id),
        fingerprint: FINGERPRINT,
        requests_kept: Duration::from_secs(24 * 60 * 60),
        rewrites: 0,
        begins_timeline: false,
        filing: filing(Status::Seating),
    }
}

pub(crate) fn request(id: &str) -> RequestKey {
    RequestKey { scope: 1, id: id.to_owned() }
}

/// The identity of the commit with this number, as if there were only one.
pub(crate) fn identity(number: u64) -> Identity {
    let mut identity = [7; 32];
    identity[..8].copy_from_slice(&number.to_be_bytes());
    identity
}

pub(crate) fn head(commit: u64) -> Head {
    Head { commit, identity: identity(commit), rewrites: 0 }
}

pub(crate) fn position(number: u64) -> Bytes {
    format!("position {number}").into()
}

pub(crate) fn entry(number: u64) -> Bytes {
    format!("entry {number}").into()
}

/// Creates the match and stores commits up to this number, each with a request
/// of its own: `r2`, `r3` and so on.
pub(crate) async fn played_up_to(store: &dyn Store, match_id: &str, number: u64) {
    assert!(store.create(new_match(match_id)).await.expect("create"));
    for number in 2..=number {
        let answer = store.commit(&commit(match_id, number, &format!("r{number}"))).await;
        assert_eq!(answer.expect("commit"), CommitAnswer::Stored);
    }
}

/// The match and its whole log: everything that a refused commit must leave.
pub(crate) async fn everything(store: &dyn Store, match_id: &str) -> (Option<Stored>, Vec<Bytes>) {
    let stored = store.load(match_id).await.expect("load");
    (stored, store.log(match_id, 1, LogPage::WHOLE).await.expect("log"))
}

/// The next announcement, which must come soon.
pub(crate) async fn next(receiver: &mut broadcast::Receiver<Announcement>) -> Announcement {
    tokio::time::timeout(PATIENCE, receiver.recv())
        .await
        .expect("an announcement comes in time")
        .expect("the store lives and the receiver has not lagged")
}

pub(crate) fn changed(match_id: &str, commit: u64) -> Announcement {
    Announcement::Changed { match_id: match_id.to_owned(), head: head(commit) }
}
