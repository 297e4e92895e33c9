//! Filling of a store: through the calls by which the orchestrator stores matches.

use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use futures::stream::{self, StreamExt, TryStreamExt};
use match_orchestrator_store::{CommitAnswer, Store};
use serde::Serialize;
use tokio::task::JoinSet;

use super::copies::{Copies, MatchCopy};
use crate::failure::Failure;
use crate::progress::CountBar;

/// Tasks that fill at the same time, and matches that each has in hand.
const TASKS: u64 = 4;
const AT_ONCE: usize = 64;

#[derive(Debug, Serialize)]
pub(super) struct Filled {
    pub(super) matches: u64,
    pub(super) commits: u64,
    pub(super) seconds: f64,
    pub(super) commits_per_second: f64,
}

/// Stores the copies of these numbers.
pub(super) async fn fill(
    store: &Arc<dyn Store>,
    copies: &Copies,
    numbers: Range<u64>,
    doing: &str,
) -> Result<Filled, Failure> {
    let started = Instant::now();
    let matches = numbers.end - numbers.start;
    let bar = Arc::new(CountBar::new(doing, matches));
    let mut tasks = JoinSet::new();
    for task in 0..TASKS {
        let (store, copies, bar) = (Arc::clone(store), copies.clone(), Arc::clone(&bar));
        let own = numbers.clone().skip(task as usize).step_by(TASKS as usize);
        tasks.spawn(async move {
            let stored = stream::iter(own).map(|number| {
                let (store, copies, bar) = (&store, &copies, &bar);
                async move {
                    let commits = put(&**store, &copies.get(number)).await;
                    bar.add(1);
                    commits
                }
            });
            let commits = stored.buffer_unordered(AT_ONCE);
            commits.try_fold(0, |sum, commits| async move { Ok(sum + commits) }).await
        });
    }
    let mut commits = 0;
    while let Some(ended) = tasks.join_next().await {
        let stored: Result<u64, Failure> = ended.expect("nothing panics while it stores");
        commits += stored?;
    }
    let seconds = started.elapsed().as_secs_f64();
    Ok(Filled { matches, commits, seconds, commits_per_second: commits as f64 / seconds })
}

/// Stores one match with all its commits, and tells how many they are.
async fn put(store: &dyn Store, copy: &MatchCopy<'_>) -> Result<u64, Failure> {
    if !store.create(copy.create()).await? {
        return Err(Failure::NotStored);
    }
    for number in 2..=copy.commits {
        commit(store, copy, number).await?;
    }
    Ok(copy.commits as u64)
}

/// Stores one commit of a copy.
pub(super) async fn commit(
    store: &dyn Store,
    copy: &MatchCopy<'_>,
    number: usize,
) -> Result<(), Failure> {
    match store.commit(&copy.commit(number)).await? {
        CommitAnswer::Stored => Ok(()),
        _ => Err(Failure::NotStored),
    }
}
