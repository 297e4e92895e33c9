//! Cost of a commit by how many the match has: in a long one it costs what it does in a
//! short one.

use std::sync::Arc;
use std::time::Duration;

use futures::future::try_join_all;
use match_orchestrator_store::{Commit, CommitAnswer, Identity, NewMatch, RequestKey, Store};
use serde::Serialize;

use super::copies::{Copies, MatchCopy};
use super::ground::Ground;
use super::redis_nodes::STREAM_NODES;
use super::templates::{Phase, Templates};
use crate::failure::Failure;
use crate::progress::CountBar;

/// Matches that are measured together.
const MATCHES: u64 = 8;
/// How many commits the shortest have, and the longest.
const SHORT: u64 = 10;
const LONG: u64 = 10_000;
/// Rounds, of which the middle one counts, and the commits of a match in each.
const ROUNDS: usize = 5;
const MADE: u64 = 100;

#[derive(Debug, Serialize)]
pub(super) struct LongMatch {
    /// How many commits a match has, at least.
    pub(super) commits: u64,
    /// How long Redis computes for another one.
    pub(super) redis_cpu_us: f64,
}

/// Lets matches grow on a server of our own, and measures when they are short and when
/// they are long: as long as there are matches otherwise, if those are few.
pub(super) async fn measure(templates: &Templates, most: u64) -> Result<Vec<LongMatch>, Failure> {
    let ground = Ground::redis(&STREAM_NODES)?;
    let (store, copies) = (ground.open().await?, Copies::only(templates.clone(), Phase::Middle));
    let mut growing: Vec<Growing<'_>> = Vec::new();
    for number in 0..MATCHES {
        growing.push(Growing::create(&store, copies.get(number)).await?);
    }
    let mut measured = Vec::new();
    for commits in [SHORT, LONG.min(most)] {
        let bar = CountBar::new("let matches grow", commits);
        while growing[0].number < commits {
            let page = MADE.min(commits - growing[0].number);
            grow(&mut growing, page).await?;
            bar.add(page);
        }
        measured.push(LongMatch { commits, redis_cpu_us: cost(&ground, &mut growing).await? });
    }
    Ok(measured)
}

/// How long Redis computes for a commit now.
async fn cost(ground: &Ground, growing: &mut [Growing<'_>]) -> Result<f64, Failure> {
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        let before = ground.cpu()?.unwrap_or_default();
        grow(growing, MADE).await?;
        let spent = ground.cpu()?.unwrap_or_default().saturating_sub(before);
        rounds.push(spent.as_secs_f64() * 1e6 / (MADE * MATCHES) as f64);
    }
    rounds.sort_by(f64::total_cmp);
    Ok(rounds[ROUNDS / 2])
}

async fn grow(growing: &mut [Growing<'_>], commits: u64) -> Result<(), Failure> {
    try_join_all(growing.iter_mut().map(|it| it.grow(commits))).await.map(drop)
}

/// A match that goes on for ever with the middle commit of its template.
struct Growing<'a> {
    store: Arc<dyn Store>,
    copy: MatchCopy<'a>,
    /// Its last commit.
    number: u64,
}

impl<'a> Growing<'a> {
    async fn create(store: &Arc<dyn Store>, copy: MatchCopy<'a>) -> Result<Self, Failure> {
        if !store.create(NewMatch { identity: identity(1), ..copy.create() }).await? {
            return Err(Failure::NotStored);
        }
        Ok(Self { store: Arc::clone(store), copy, number: 1 })
    }

    async fn grow(&mut self, commits: u64) -> Result<(), Failure> {
        for _ in 0..commits {
            self.number += 1;
            if self.store.commit(&self.commit()).await? != CommitAnswer::Stored {
                return Err(Failure::NotStored);
            }
        }
        Ok(())
    }

    fn commit(&self) -> Commit {
        let (number, identity) = (self.number, identity(self.number));
        let repeated = self.copy.commit(self.copy.commits);
        // As entries do, it ends with the identity.
        let told = repeated.entry.len().saturating_sub(identity.len());
        Commit {
            number,
            identity,
            parent: self::identity(number - 1),
            entry: [&repeated.entry[..told], &identity].concat().into(),
            request: RequestKey { scope: 1, id: format!("{number:036}") },
            // As if it had lasted for days: as many are forgotten as there are new ones.
            requests_kept: Duration::ZERO,
            ..repeated
        }
    }
}

fn identity(number: u64) -> Identity {
    let mut identity = [7; 32];
    identity[..8].copy_from_slice(&number.to_be_bytes());
    identity
}
