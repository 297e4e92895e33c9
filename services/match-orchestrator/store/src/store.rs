//! The [`Store`] trait: compare-and-commit, a log, and announcements.

use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use tokio::sync::broadcast;

use crate::filing::{Due, FeedItem, Filing, Label, LogPage};

/// Where matches live.
///
/// A match is a *roster* (bytes that change rarely), a *position* (bytes that
/// change with every commit), a log with one entry per commit, and the request
/// ids that were used. It is *filed* under what it is, so that it can be counted
/// and found without being read, and under when it is due next. All of it
/// changes together, in [`Store::commit`], or not at all.
///
/// Matches are spread over partitions. What is due in one is seen to by one
/// replica, as a rule: which, the replicas agree upon as members of the store.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// How many partitions there are, numbered from zero. It never changes.
    fn partitions(&self) -> u32;

    /// Stores a new match whose log holds its first entry, commit 1. Returns
    /// false, and changes nothing, if a match of this id exists.
    async fn create(&self, new: NewMatch) -> Result<bool, Error>;

    async fn load(&self, match_id: &str) -> Result<Option<Stored>, Error>;

    /// The match as it is now, unless its last commit is still the one that the
    /// caller has and it was not rewritten since; the cheap way to check a cached
    /// copy. A match that is gone is [`Error::Missing`].
    async fn load_newer(&self, match_id: &str, known: &Head) -> Result<Newer, Error>;

    /// Stores a change if the match is still at the commit before it, by number
    /// and by identity, was not rewritten since, and the request id is new.
    /// Everything or nothing, and durable, as far as the store is configured to
    /// be, before it returns. Announces the change.
    ///
    /// The request id is looked at before the number, so a repetition is
    /// answered with [`CommitAnswer::Repeated`], as long as the id is kept: for
    /// [`Commit::requests_kept`], and at least for the next
    /// [`crate::REQUESTS_KEPT_MIN`] commits.
    async fn commit(&self, commit: &Commit) -> Result<CommitAnswer, Error>;

    /// Files a match anew, without a commit, if its last one is still the one
    /// that the caller knows. Returns whether it was.
    async fn file(&self, match_id: &str, head: &Head, filing: &Filing) -> Result<bool, Error>;

    /// Removes a match with everything that is known of it, if its last commit
    /// is still the one that the caller knows, and announces that. Returns
    /// whether it was; true as well if there is no such match.
    async fn delete(
        &self,
        match_id: &str,
        head: &Head,
        news: Option<&Bytes>,
    ) -> Result<bool, Error>;

    /// Replaces the roster and some log entries, which stay the same commits, if
    /// the last commit is still the one that the caller knows. Returns whether
    /// it was. For erasing what nobody may keep: from then on the match is
    /// rewritten once more than the caller knows ([`Head::rewrites`]), so that no
    /// copy from before is taken for the match or stored again. The requests of
    /// the commits whose entries are replaced are forgotten: their fingerprints
    /// were made of what is erased. Announces the rewrite.
    async fn rewrite(&self, match_id: &str, head: &Head, rewrite: &Rewrite) -> Result<bool, Error>;

    /// The commit that a request id was used for, if it was.
    async fn prior_request(
        &self,
        match_id: &str,
        key: &RequestKey,
    ) -> Result<Option<PriorRequest>, Error>;

    /// Log entries from commit `from` on, in order, as many as the page holds;
    /// none if there is no such match.
    async fn log(&self, match_id: &str, from: u64, page: LogPage) -> Result<Vec<Bytes>, Error>;

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

    /// Takes up to `max` matches of a partition that are due by the store's own
    /// clock. Each of them comes due again after `again_in`, unless it is filed
    /// anew before: so what nobody could see to is not forgotten, and two that
    /// ask at the same moment do not get the same ones.
    async fn take_due(&self, partition: u32, max: usize, again_in: Duration) -> Result<Due, Error>;

    /// Asks to hear of what comes due in a partition: once this has returned,
    /// [`Announcement::Due`] tells whenever something comes to be due earlier
    /// than everything else there. If it fails, nothing has to be undone.
    async fn follow_due(&self, partition: u32) -> Result<(), Error>;

    /// Takes back [`Store::follow_due`].
    fn unfollow_due(&self, partition: u32);

    /// How many matches are filed under each label.
    async fn counts(&self) -> Result<Vec<(Label, u64)>, Error>;

    /// Some matches that are filed under a label, at most `max`.
    async fn labelled(&self, label: &Label, max: usize) -> Result<Vec<String>, Error>;

    /// Some matches that are filed under nothing, since a version of this store
    /// wrote them that filed none; at most `max`, none if there are none left.
    async fn unfiled(&self, max: usize) -> Result<Vec<String>, Error>;

    /// What others must hear of, from a partition: what came after an item, or
    /// all that is still there, at most `max`. A store forgets the oldest items
    /// when there are many.
    async fn feed(
        &self,
        partition: u32,
        after: Option<&str>,
        max: usize,
    ) -> Result<Vec<FeedItem>, Error>;

    /// Makes a replica a member for some time, by the store's own clock and for no
    /// longer than a minute, and tells all that are, sorted.
    async fn enroll(&self, member: &str, kept: Duration) -> Result<Vec<String>, Error>;

    /// Ends a membership at once.
    async fn withdraw(&self, member: &str) -> Result<(), Error>;

    /// Notes that the store may have been set back: from now on no match goes
    /// on unless a new timeline begins in it ([`CommitAnswer::SetBack`]).
    async fn note_set_back(&self) -> Result<(), Error>;

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
    /// How often the match was rewritten ([`Store::rewrite`]): the same commit
    /// may be told in other words.
    pub rewrites: u32,
}

impl Head {
    /// The same commit in words that the store does not have: whoever asks for what is
    /// newer gets the match even if nothing is, and so no faster than otherwise.
    #[must_use]
    pub fn in_other_words(self) -> Self {
        Self { rewrites: u32::MAX, ..self }
    }
}

/// What has become of a match since somebody looked at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Newer {
    /// Nothing.
    Same,
    /// It has gone on, or was rewritten.
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
    pub filing: Filing,
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
    /// How often the match was rewritten, as far as the caller knows.
    pub rewrites: u32,
    /// The new roster, if it changes.
    pub roster: Option<Bytes>,
    /// The new position.
    pub position: Bytes,
    /// The log entry.
    pub entry: Bytes,
    pub request: RequestKey,
    /// A digest of the request's content.
    pub fingerprint: [u8; 16],
    /// How long a request id must be kept before it may be forgotten.
    pub requests_kept: Duration,
    /// Whether a new timeline begins with it, so that it may follow a set-back.
    pub begins_timeline: bool,
    pub filing: Filing,
}

/// What stands in place of what was stored.
#[derive(Clone, Debug)]
pub struct Rewrite {
    pub roster: Bytes,
    /// Numbers of commits, ascending, and their new entries.
    pub entries: Vec<(u64, Bytes)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommitAnswer {
    /// It is stored.
    Stored,
    /// The match is at another commit than the one before, which may have the
    /// same number, or it was rewritten. Nothing was changed.
    Conflict {
        /// The number of the last commit.
        current: u64,
    },
    /// The request id was used before. Nothing was changed.
    Repeated(PriorRequest),
    /// It would fit, but the store may have lost what came after the last commit,
    /// and somebody may have seen it. A new timeline has to begin first. Nothing
    /// was changed.
    SetBack,
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
    /// The last commit of a match is this one, or the match was rewritten.
    Changed { match_id: String, head: Head },
    /// A match is gone.
    Deleted { match_id: String },
    /// Something in this partition is due earlier than what was there before: at
    /// this time, in milliseconds since 1970.
    Due { partition: u32, at_ms: u64 },
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
