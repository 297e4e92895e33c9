//! A store in one local file, for a server without anything beside it.
//!
//! Every change goes through one writer thread, which stores whatever waits in
//! a single transaction and answers only after the file is flushed. So what was
//! answered survives the end of the process at any point, and of the machine
//! as far as its disk keeps what it was told to flush. Reads see the last
//! stored transaction and never wait for the writer.
//!
//! When the disk fails or is full, changes are refused until one gets through
//! again, reads go on if the disk lets them, and so does the process.
//!
//! A match that is deleted, and request ids and claims that nobody may repeat any
//! more, make room in the file for what comes later. Until then their bytes, and
//! those that a rewrite replaced, may still be in it, where no reader gets. What
//! is free goes back to the disk with [`compact()`].

mod adopt;
mod compact;
mod disk;
mod failure;
mod file;
#[cfg(test)]
mod full_disk;
mod open_file;
mod permissions;
mod read;
mod tables;
mod write;
mod writer;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use redb::ReadTransaction;
use tokio::sync::broadcast;

use self::disk::{Disk, LocalFile};
use self::open_file::OpenFile;
use self::writer::Writer;
use crate::members::Members;
use crate::time::now_ms;
use crate::{
    ANNOUNCEMENTS_MAX, Announcement, Claim, Commit, CommitAnswer, Due, Error, FeedItem, Filing,
    GameVersion, Head, Label, Listing, LogPage, NewMatch, Newer, PriorRequest, RequestKey, Rewrite,
    Scanned, Store, Stored,
};

pub use self::compact::{Compacted, compact};
pub use self::file::OpenError;

/// Keeps matches in a redb file that belongs to one process at a time.
pub struct Embedded {
    // Dropped first: it ends the writer thread, which shares the file.
    writer: Writer,
    file: Arc<OpenFile>,
    announcements: broadcast::Sender<Announcement>,
    members: Members,
}

impl Embedded {
    /// Opens the file, or makes a new one, which its owner alone can read. This
    /// checks the whole file, which takes a while if it is large. Dropping the
    /// store waits for changes that are being written and gives the file free.
    ///
    /// # Errors
    /// If another process has the file open, if the file is something else or
    /// damaged, if others can read it and that can't be changed, or if the disk
    /// fails.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, OpenError> {
        let path = path.as_ref();
        match Self::open_on(LocalFile::at(path)?) {
            Err(OpenError::Foreign { .. }) if file::set_aside_if_unfinished(path) => {
                Self::open_on(LocalFile::at(path)?)
            }
            other => other,
        }
    }

    fn open_on(disk: impl Disk + 'static) -> Result<Self, OpenError> {
        let file = Arc::new(OpenFile::open(disk)?);
        let (announcements, _) = broadcast::channel(ANNOUNCEMENTS_MAX);
        let writer = Writer::start(Arc::clone(&file), announcements.clone());
        Ok(Self { writer, file, announcements, members: Members::default() })
    }

    /// Reads on a thread where waiting for the disk hurts nobody.
    async fn read<T: Send + 'static>(
        &self,
        look: impl FnOnce(&ReadTransaction) -> Result<T, redb::Error> + Send + 'static,
    ) -> Result<T, Error> {
        let file = Arc::clone(&self.file);
        match tokio::task::spawn_blocking(move || file.read(look)).await {
            Ok(result) => result.map_err(Error::from),
            Err(ended) => Err(Error::Unavailable(ended.into())),
        }
    }
}

#[async_trait]
impl Store for Embedded {
    fn partitions(&self) -> u32 {
        1
    }

    async fn create(&self, new: NewMatch) -> Result<bool, Error> {
        self.writer.write(move |transaction| write::create(transaction, &new)).await
    }

    async fn load(&self, match_id: &str) -> Result<Option<Stored>, Error> {
        let match_id = match_id.to_owned();
        self.read(move |transaction| read::stored(transaction, &match_id)).await
    }

    async fn load_newer(&self, match_id: &str, known: &Head) -> Result<Newer, Error> {
        let (match_id, known) = (match_id.to_owned(), *known);
        let newer = self.read(move |transaction| read::newer(transaction, &match_id, &known));
        newer.await?.ok_or(Error::Missing)
    }

    async fn commit(&self, commit: &Commit) -> Result<CommitAnswer, Error> {
        let commit = commit.clone();
        self.writer.write(move |transaction| write::commit(transaction, &commit, now_ms())).await
    }

    async fn prior_request(
        &self,
        match_id: &str,
        key: &RequestKey,
    ) -> Result<Option<PriorRequest>, Error> {
        let (match_id, key) = (match_id.to_owned(), key.clone());
        self.read(move |transaction| read::prior_request(transaction, &match_id, &key)).await
    }

    async fn log(&self, match_id: &str, from: u64, page: LogPage) -> Result<Vec<Bytes>, Error> {
        let match_id = match_id.to_owned();
        self.read(move |transaction| read::log(transaction, &match_id, from, page)).await
    }

    async fn claim(&self, request_id: &str, proposed: Claim) -> Result<Claim, Error> {
        let request_id = request_id.to_owned();
        let change = move |transaction: &_| {
            write::claims::claim(transaction, &request_id, proposed, now_ms())
        };
        self.writer.write(change).await
    }

    async fn listed(&self, before: Option<Listing>, max: usize) -> Result<Vec<Listing>, Error> {
        self.read(move |transaction| read::listed(transaction, before.as_ref(), max)).await
    }

    async fn scan(&self, cursor: Option<&str>, max: usize) -> Result<Scanned, Error> {
        let after = cursor.map(str::to_owned);
        self.read(move |transaction| read::scan(transaction, after.as_deref(), max)).await
    }

    async fn file(&self, match_id: &str, head: &Head, filing: &Filing) -> Result<bool, Error> {
        let (match_id, head, filing) = (match_id.to_owned(), *head, filing.clone());
        let change = move |transaction: &_| write::refile(transaction, &match_id, &head, &filing);
        self.writer.write(change).await
    }

    async fn delete(
        &self,
        match_id: &str,
        head: &Head,
        news: Option<&Bytes>,
    ) -> Result<bool, Error> {
        let (match_id, head, news) = (match_id.to_owned(), *head, news.cloned());
        let change =
            move |transaction: &_| write::delete(transaction, &match_id, &head, news.as_ref());
        self.writer.write(change).await
    }

    async fn rewrite(&self, match_id: &str, head: &Head, rewrite: &Rewrite) -> Result<bool, Error> {
        let (match_id, head, rewrite) = (match_id.to_owned(), *head, rewrite.clone());
        let change = move |transaction: &_| write::rewrite(transaction, &match_id, &head, &rewrite);
        self.writer.write(change).await
    }

    async fn take_due(
        &self,
        _partition: u32,
        max: usize,
        again_in: Duration,
    ) -> Result<Due, Error> {
        // Most of the time nothing is due, and then nothing is written.
        let next_at_ms = self.read(read::filing::next_due).await?;
        let looked_at_ms = now_ms();
        if next_at_ms.is_none_or(|at_ms| at_ms > looked_at_ms) {
            return Ok(Due { match_ids: Vec::new(), now_ms: looked_at_ms, next_at_ms });
        }
        let change =
            move |transaction: &_| write::filing::take_due(transaction, max, again_in, now_ms());
        self.writer.write(change).await
    }

    async fn follow_due(&self, _partition: u32) -> Result<(), Error> {
        // Everything is announced.
        Ok(())
    }

    fn unfollow_due(&self, _partition: u32) {}

    async fn counts(&self) -> Result<Vec<(Label, u64)>, Error> {
        self.read(read::filing::counts).await
    }

    async fn labelled(&self, label: &Label, max: usize) -> Result<Vec<String>, Error> {
        let label = label.clone();
        self.read(move |transaction| read::filing::labelled(transaction, &label, max)).await
    }

    async fn unfiled(&self, max: usize) -> Result<Vec<String>, Error> {
        self.read(move |transaction| read::filing::unfiled(transaction, max)).await
    }

    async fn feed(
        &self,
        _partition: u32,
        after: Option<&str>,
        max: usize,
    ) -> Result<Vec<FeedItem>, Error> {
        let after = after.map(str::to_owned);
        self.read(move |transaction| read::filing::feed(transaction, after.as_deref(), max)).await
    }

    async fn enroll(&self, member: &str, kept: Duration) -> Result<Vec<String>, Error> {
        // Whoever has the file open is in this process.
        Ok(self.members.enroll(member, kept))
    }

    async fn withdraw(&self, member: &str) -> Result<(), Error> {
        self.members.withdraw(member);
        Ok(())
    }

    async fn note_set_back(&self) -> Result<(), Error> {
        self.writer.write(write::timelines::note_set_back).await
    }

    async fn put_game(&self, game: &str, address: &str) -> Result<(), Error> {
        let (game, address) = (game.to_owned(), address.to_owned());
        self.writer
            .write(move |transaction| write::games::put_game(transaction, &game, &address))
            .await
    }

    async fn games(&self) -> Result<Vec<(String, String)>, Error> {
        self.read(read::games).await
    }

    async fn drain(&self, version: &GameVersion, drained: bool) -> Result<(), Error> {
        let version = version.clone();
        self.writer
            .write(move |transaction| write::games::drain(transaction, &version, drained))
            .await
    }

    async fn drained(&self) -> Result<Vec<GameVersion>, Error> {
        self.read(read::drained).await
    }

    async fn follow(&self, _match_id: &str) -> Result<(), Error> {
        // Everything is announced.
        Ok(())
    }

    fn unfollow(&self, _match_id: &str) {}

    fn announcements(&self) -> broadcast::Receiver<Announcement> {
        self.announcements.subscribe()
    }

    async fn ping(&self) -> Result<(), Error> {
        // A read would not notice that the disk takes nothing more.
        if self.file.is_failing() {
            return self.writer.write(write::count_recovery).await;
        }
        self.read(|transaction| read::last_commit(transaction, "").map(|_| ())).await
    }
}
