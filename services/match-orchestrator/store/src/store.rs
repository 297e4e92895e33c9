//! The [`Store`] trait: compare-and-commit, a log, and announcements.

use async_trait::async_trait;
use bytes::Bytes;
use tokio::sync::broadcast;

/// Where matches live.
///
/// A match is a *roster* (bytes that change rarely), a *position* (bytes that
/// change with every commit), a log with one entry per commit, and the request
/// ids that were used. All of it changes together, in [`Store::commit`], or
/// not at all.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Stores a new match whose log holds its first entry, commit 1. Returns
    /// false, and changes nothing, if a match of this id exists.
    async fn create(&self, new: NewMatch) -> Result<bool, Error>;

    async fn load(&self, match_id: &str) -> Result<Option<Stored>, Error>;

    /// The match as it is now, unless its last commit is still the one that the
    /// caller has; the cheap way to check a cached copy. A match that is gone is
    /// [`Error::Missing`].
    async fn load_newer(&self, match_id: &str, known: &Head) -> Result<Newer, Error>;

    /// Stores a change if the match is still at the commit before it, by number
    /// and by identity, and the request id is new. Everything or nothing, and
    /// durable, as far as the store is configured to be, before it returns.
    /// Announces the change.
    ///
    /// The request id is looked at before the number, so a repetition is
    /// always answered with [`CommitAnswer::Repeated`], however old it is.
    async fn commit(&self, commit: &Commit) -> Result<CommitAnswer, Error>;

    /// The commit that a request id was used for, if it was.
    async fn prior_request(
        &self,
        match_id: &str,
        key: &RequestKey,
    ) -> Result<Option<PriorRequest>, Error>;

    /// Log entries from commit `from` on, in order, at most `max` of them;
    /// none if there is no such match.
    async fn log(&self, match_id: &str, from: u64, max: usize) -> Result<Vec<Bytes>, Error>;

    /// Binds a request id that creates a match to the proposed match id, or
    /// returns what it was bound to before. Bindings last at least a day.
    async fn claim(&self, request_id: &str, proposed: Claim) -> Result<Claim, Error>;

    /// Listed matches, newest first, strictly older than `before` if given. A
    /// listed match may be gone by the time it is loaded.
    async fn listed(&self, before: Option<Listing>, max: usize) -> Result<Vec<Listing>, Error>;

    /// Matches in no particular order, listed or not: some of them, and where
    /// to go on. A page holds about `max` of them, none twice; it may be empty
    /// although more follow.
    ///
    /// Whoever scans to the end gets every match at least once that was there
    /// from the first page to the last, as long as the store stays where it
    /// is: a failover, or slots that move within a cluster, may hide some. A
    /// cursor that can't be read begins anew.
    async fn scan(&self, cursor: Option<&str>, max: usize) -> Result<Scanned, Error>;

    /// Notes that a match needs the orchestrator even when no client calls, or
    /// that it does no longer. Idempotent.
    async fn attend(&self, match_id: &str, wanted: bool) -> Result<(), Error>;

    /// All matches that need the orchestrator even when no client calls,
    /// sorted.
    async fn attended(&self) -> Result<Vec<String>, Error>;

    /// Remembers the address of a game's rules service, in place of an earlier
    /// one.
    async fn put_game(&self, game: &str, address: &str) -> Result<(), Error>;

    /// All remembered games with their addresses, sorted by game.
    async fn games(&self) -> Result<Vec<(String, String)>, Error>;

    /// Notes that a version of a game takes no new matches, or that it does
    /// again. Idempotent.
    async fn drain(&self, version: &GameVersion, drained: bool) -> Result<(), Error>;

    /// All versions that take no new matches, sorted.
    async fn drained(&self) -> Result<Vec<GameVersion>, Error>;

    /// Asks to hear of a match. Once this has returned, every change of it is
    /// announced, wherever it is committed, until [`Store::unfollow`] was
    /// called as often. A store may announce changes of other matches too. If
    /// it fails, nothing has to be undone.
    async fn follow(&self, match_id: &str) -> Result<(), Error>;

    /// Takes back one [`Store::follow`].
    fn unfollow(&self, match_id: &str);

    /// Changes of followed matches from now on. They are hints: whoever
    /// listens reads the log for what happened. A creation is not announced,
    /// since nobody can wait for it.
    ///
    /// The channel is bounded. A receiver that falls behind gets
    /// [`broadcast::error::RecvError::Lagged`], which means the same as
    /// [`Announcement::Gap`].
    fn announcements(&self) -> broadcast::Receiver<Announcement>;

    /// Whether the store answers.
    async fn ping(&self) -> Result<(), Error>;
}

/// Which commit it is, and thereby all that were before it: a number alone is
/// counted again by a store that was set back. What it is made of is up to the
/// caller.
pub type Identity = [u8; 32];

/// A commit that is the last one, as far as somebody knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// Its number.
    pub commit: u64,
    pub identity: Identity,
}

/// What has become of a match since somebody looked at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Newer {
    /// Nothing.
    Same,
    /// It has gone on.
    Changed(Stored),
    /// What the caller has is not in its log: the store was set back, by a
    /// disaster that its persistence does not cover. This is what it has.
    Rewound(Stored),
}

/// A match to be created.
#[derive(Clone, Debug)]
pub struct NewMatch {
    pub match_id: String,
    /// The identity of commit 1.
    pub identity: Identity,
    /// The bytes that change rarely.
    pub roster: Bytes,
    /// The bytes that change with every commit.
    pub position: Bytes,
    /// The log entry of commit 1.
    pub entry: Bytes,
    /// When it was created, in milliseconds since 1970, if it is to be listed.
    pub listed_at_ms: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The number of the last commit.
    pub commit: u64,
    /// The bytes that change rarely.
    pub roster: Bytes,
    /// The bytes that change with every commit.
    pub position: Bytes,
}

#[derive(Clone, Debug)]
pub struct Commit {
    pub match_id: String,
    /// The number of this commit: one more than the match is at.
    pub number: u64,
    pub identity: Identity,
    /// The identity of the commit before. A commit that was stored without one,
    /// by an earlier version, is known by its number.
    pub parent: Identity,
    /// The new roster, if it changes.
    pub roster: Option<Bytes>,
    /// The new position.
    pub position: Bytes,
    /// The log entry.
    pub entry: Bytes,
    pub request: RequestKey,
    /// A digest of the request's content.
    pub fingerprint: [u8; 16],
    /// Whether the match is over, so that its retention begins.
    pub finished: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommitAnswer {
    /// It is stored.
    Stored,
    /// The match is at another commit than the one before, which may have the
    /// same number. Nothing was changed.
    Conflict {
        /// The number of the last commit.
        current: u64,
    },
    /// The request id was used before. Nothing was changed.
    Repeated(PriorRequest),
    /// There is no such match.
    Missing,
}

/// A request id in its scope: ids of different seats never collide.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RequestKey {
    /// Who sent it: a seat number, or zero for everybody else.
    pub scope: u8,
    pub id: String,
}

/// What a request id was used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PriorRequest {
    pub commit: u64,
    /// The digest of its content.
    pub fingerprint: [u8; 16],
}

/// What the request id of a creation is bound to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    pub match_id: String,
    /// The digest of the request's content.
    pub fingerprint: [u8; 16],
}

/// The place of a match in the list; newer is larger.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Listing {
    /// When it was created, in milliseconds since 1970.
    pub created_at_ms: u64,
    pub match_id: String,
}

/// Some matches of a scan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scanned {
    /// Ids of matches, each once.
    pub match_ids: Vec<String>,
    /// Where to go on; nothing at the end.
    pub next: Option<String>,
}

impl Scanned {
    /// A page of a scan in the order of ids, whose cursor is the last one. One
    /// that is not full is the last.
    pub(crate) fn in_order(match_ids: Vec<String>, max: usize) -> Self {
        let next = match_ids.last().filter(|_| match_ids.len() >= max.max(1)).cloned();
        Self { match_ids, next }
    }
}

/// A version of a game's rules.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GameVersion {
    pub game: String,
    /// The rules version. What an empty one means is up to the caller.
    pub rules_version: String,
}

/// A hint that something changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Announcement {
    /// The last commit of a match is this one.
    Changed { match_id: String, head: Head },
    /// Hints may have been missed: look at everything that matters to you.
    Gap,
}

/// Why a store could not answer.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It can't be reached or did not answer in time. A commit may have
    /// happened; repeating it with the same request tells.
    #[error("the store can't be reached")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// What it holds can't be read.
    #[error("the store holds something unreadable: {0}")]
    Corrupt(String),
    /// There is no such match.
    #[error("there is no such match in the store")]
    Missing,
}
