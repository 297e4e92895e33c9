//! Stores that break a promise, now and then.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use bytes::Bytes;
use match_orchestrator_store::{
    Claim, Commit, CommitAnswer, Error, Head, Layer, Listing, LogPage, Newer, Store,
};

/// Every so many commits the store lies.
const LIES_EVERY: u64 = 5;

/// What a store gets wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StoreLie {
    /// Says that a commit is stored, and drops it.
    LosesCommits,
    /// Says that a commit is stored, and stores it when the next one comes.
    StoresLate,
    /// Stores a commit a second time, under the next number.
    StoresTwice,
    /// Does not know which requests were answered.
    ForgetsRequests,
    /// Gives log entries out in another order.
    ReordersLog,
    /// Says that an old copy of a match is the newest.
    ServesOldCopies,
    /// Binds a request that creates a match to whatever comes last.
    ForgetsClaims,
    /// Leaves matches out of the list.
    ForgetsListings,
    /// Comes back as it was earlier, and takes everything as if it had not.
    IsSetBackInSilence,
}

impl StoreLie {
    pub(crate) const ALL: [Self; 9] = [
        Self::LosesCommits,
        Self::StoresLate,
        Self::StoresTwice,
        Self::ForgetsRequests,
        Self::ReordersLog,
        Self::ServesOldCopies,
        Self::ForgetsClaims,
        Self::ForgetsListings,
        Self::IsSetBackInSilence,
    ];
}

/// A store that tells one kind of lie.
pub(crate) struct Liar {
    store: Arc<dyn Store>,
    lie: StoreLie,
    commits: AtomicU64,
    late: Mutex<Option<Commit>>,
}

impl Liar {
    pub(crate) fn new(store: Arc<dyn Store>, lie: StoreLie) -> Self {
        Self { store, lie, commits: AtomicU64::new(1), late: Mutex::new(None) }
    }

    async fn store_twice(&self, commit: &Commit) -> Result<CommitAnswer, Error> {
        let answer = self.store.commit(commit).await?;
        let mut second = commit.clone();
        second.number += 1;
        second.parent = commit.identity;
        second.request.id.push_str("-again");
        self.store.commit(&second).await?;
        Ok(answer)
    }
}

#[async_trait]
impl Layer for Liar {
    fn store(&self) -> Result<Arc<dyn Store>, Error> {
        Ok(Arc::clone(&self.store))
    }

    async fn commit(&self, commit: &Commit) -> Result<CommitAnswer, Error> {
        let late = self.late.lock().expect("nothing panics while it holds the lock").take();
        if let Some(late) = late {
            self.store.commit(&late).await?;
        }
        let lies = self.commits.fetch_add(1, Ordering::Relaxed).is_multiple_of(LIES_EVERY);
        match self.lie {
            StoreLie::LosesCommits if lies => Ok(CommitAnswer::Stored),
            StoreLie::StoresLate if lies => {
                let late = Some(commit.clone());
                *self.late.lock().expect("nothing panics while it holds the lock") = late;
                Ok(CommitAnswer::Stored)
            }
            StoreLie::StoresTwice if lies => self.store_twice(commit).await,
            StoreLie::ForgetsRequests => {
                let mut unknown = commit.clone();
                let number = self.commits.load(Ordering::Relaxed);
                unknown.request.id = format!("{}-{number}", commit.request.id);
                self.store.commit(&unknown).await
            }
            _ => self.store.commit(commit).await,
        }
    }

    async fn log(&self, match_id: &str, from: u64, page: LogPage) -> Result<Vec<Bytes>, Error> {
        let mut entries = self.store.log(match_id, from, page).await?;
        if self.lie == StoreLie::ReordersLog {
            entries.reverse();
        }
        Ok(entries)
    }

    async fn load_newer(&self, match_id: &str, known: &Head) -> Result<Newer, Error> {
        let newer = self.store.load_newer(match_id, known).await?;
        Ok(if self.lie == StoreLie::ServesOldCopies { Newer::Same } else { newer })
    }

    async fn claim(&self, request_id: &str, proposed: Claim) -> Result<Claim, Error> {
        if self.lie == StoreLie::ForgetsClaims {
            return Ok(proposed);
        }
        self.store.claim(request_id, proposed).await
    }

    async fn listed(&self, before: Option<Listing>, max: usize) -> Result<Vec<Listing>, Error> {
        let listed = self.store.listed(before, max).await?;
        Ok(if self.lie == StoreLie::ForgetsListings { Vec::new() } else { listed })
    }

    async fn note_set_back(&self) -> Result<(), Error> {
        match self.lie {
            StoreLie::IsSetBackInSilence => Ok(()),
            _ => self.store.note_set_back().await,
        }
    }
}
