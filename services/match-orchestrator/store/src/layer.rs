//! Layer in front of a store, for whoever counts, delays or spoils what it does.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use futures::future::BoxFuture;
use tokio::sync::broadcast;

use crate::{
    Announcement, Claim, Commit, CommitAnswer, Due, Error, FeedItem, Filing, GameVersion, Head,
    Label, Listing, LogPage, NewMatch, Newer, PriorRequest, RequestKey, Rewrite, Scanned, Store,
    Stored,
};

/// What stands in front of a store. Every operation passes through
/// [`Layer::pass`]; the others are for layers that have to know what is asked.
/// Together with what is behind it, it is a store.
#[async_trait]
pub trait Layer: Send + Sync + 'static {
    /// The store behind it.
    ///
    /// # Errors
    /// If it is not there at the moment.
    fn store(&self) -> Result<Arc<dyn Store>, Error>;

    /// Lets an operation pass, which is named as in [`Store`].
    async fn pass<T: Send>(
        &self,
        _operation: &'static str,
        work: BoxFuture<'_, Result<T, Error>>,
    ) -> Result<T, Error> {
        work.await
    }

    async fn create(&self, new: NewMatch) -> Result<bool, Error> {
        let store = self.store()?;
        self.pass("create", Box::pin(async move { store.create(new).await })).await
    }

    async fn commit(&self, commit: &Commit) -> Result<CommitAnswer, Error> {
        let store = self.store()?;
        self.pass("commit", Box::pin(async move { store.commit(commit).await })).await
    }

    async fn claim(&self, request_id: &str, proposed: Claim) -> Result<Claim, Error> {
        let store = self.store()?;
        self.pass("claim", Box::pin(async move { store.claim(request_id, proposed).await })).await
    }

    async fn load_newer(&self, match_id: &str, known: &Head) -> Result<Newer, Error> {
        let store = self.store()?;
        let work = Box::pin(async move { store.load_newer(match_id, known).await });
        self.pass("load_newer", work).await
    }

    async fn log(&self, match_id: &str, from: u64, page: LogPage) -> Result<Vec<Bytes>, Error> {
        let store = self.store()?;
        self.pass("log", Box::pin(async move { store.log(match_id, from, page).await })).await
    }

    async fn listed(&self, before: Option<Listing>, max: usize) -> Result<Vec<Listing>, Error> {
        let store = self.store()?;
        self.pass("listed", Box::pin(async move { store.listed(before, max).await })).await
    }

    async fn note_set_back(&self) -> Result<(), Error> {
        let store = self.store()?;
        self.pass("note_set_back", Box::pin(async move { store.note_set_back().await })).await
    }
}

macro_rules! layered {
    (
        asked { $($asked:ident($($name:ident: $kind:ty),*) -> $given:ty;)* }
        passed { $($passed:ident($($argument:ident: $type:ty),*) -> $answer:ty;)* }
    ) => {
        #[async_trait]
        impl<L: Layer> Store for L {
            fn partitions(&self) -> u32 {
                Layer::store(self).map_or(1, |store| store.partitions())
            }

            $(async fn $asked(&self, $($name: $kind),*) -> Result<$given, Error> {
                Layer::$asked(self, $($name),*).await
            })*

            $(async fn $passed(&self, $($argument: $type),*) -> Result<$answer, Error> {
                let store = Layer::store(self)?;
                let work = Box::pin(async move { store.$passed($($argument),*).await });
                Layer::pass(self, stringify!($passed), work).await
            })*

            fn unfollow(&self, match_id: &str) {
                if let Ok(store) = Layer::store(self) {
                    store.unfollow(match_id);
                }
            }

            fn unfollow_due(&self, partition: u32) {
                if let Ok(store) = Layer::store(self) {
                    store.unfollow_due(partition);
                }
            }

            fn announcements(&self) -> broadcast::Receiver<Announcement> {
                match Layer::store(self) {
                    Ok(store) => store.announcements(),
                    Err(_) => broadcast::channel(1).1,
                }
            }
        }
    };
}

layered! {
    asked {
        create(new: NewMatch) -> bool;
        commit(commit: &Commit) -> CommitAnswer;
        claim(request_id: &str, proposed: Claim) -> Claim;
        load_newer(match_id: &str, known: &Head) -> Newer;
        log(match_id: &str, from: u64, page: LogPage) -> Vec<Bytes>;
        listed(before: Option<Listing>, max: usize) -> Vec<Listing>;
        note_set_back() -> ();
    }
    passed {
        load(match_id: &str) -> Option<Stored>;
        prior_request(match_id: &str, key: &RequestKey) -> Option<PriorRequest>;
        file(match_id: &str, head: &Head, filing: &Filing) -> bool;
        delete(match_id: &str, head: &Head, news: Option<&Bytes>) -> bool;
        rewrite(match_id: &str, head: &Head, rewrite: &Rewrite) -> bool;
        scan(cursor: Option<&str>, max: usize) -> Scanned;
        take_due(partition: u32, max: usize, again_in: Duration) -> Due;
        follow_due(partition: u32) -> ();
        counts() -> Vec<(Label, u64)>;
        labelled(label: &Label, max: usize) -> Vec<String>;
        unfiled(max: usize) -> Vec<String>;
        feed(partition: u32, after: Option<&str>, max: usize) -> Vec<FeedItem>;
        enroll(member: &str, kept: Duration) -> Vec<String>;
        withdraw(member: &str) -> ();
        put_game(game: &str, address: &str) -> ();
        games() -> Vec<(String, String)>;
        drain(version: &GameVersion, drained: bool) -> ();
        drained() -> Vec<GameVersion>;
        follow(match_id: &str) -> ();
        ping() -> ();
    }
}
