//! Level: everything that is measured with so many matches in a store.

use std::sync::Arc;
use std::time::{Duration, Instant};

use kit_service::Metrics;
use match_orchestrator_store::Store;
use serde::Serialize;

use super::commits::{self, CommitCost};
use super::copies::Copies;
use super::fill::Filled;
use super::ground::Ground;
use super::idle::{self, Idle};
use super::lists::{self, Lists};
use super::moves::{self, MoveCost};
use super::replica::{Games, Replica};
use crate::failure::Failure;
use crate::progress::Stages;

/// The most matches that are played on in one measurement.
const PLAYED_MAX: usize = 2_000;
/// Renewals after which all replicas know of each other: one has to see the
/// other, and either may just have looked.
const RENEWALS: u64 = 2;

#[derive(Debug, Serialize)]
pub(super) struct Level {
    pub(super) matches: u64,
    pub(super) fill: Filled,
    /// Everything that the store takes, by the number of matches.
    pub(super) bytes_per_match: f64,
    pub(super) commit: CommitCost,
    pub(super) moves: MoveCost,
    pub(super) idle: Idle,
    /// From the death of a replica until another one has its partitions.
    pub(super) take_over_seconds: Option<f64>,
    pub(super) lists: Lists,
}

/// What is measured, and with what.
pub(super) struct Site<'a> {
    pub(super) ground: &'a Ground,
    pub(super) store: &'a Arc<dyn Store>,
    pub(super) copies: &'a Copies,
    pub(super) games: &'a Games,
    pub(super) metrics: &'a Metrics,
    /// How much the empty store took.
    pub(super) empty_bytes: u64,
    /// How long it is listened while nobody plays.
    pub(super) listened: Duration,
}

impl Site<'_> {
    /// Measures a store that was just filled. Matches before `from` were measured
    /// before and have changed.
    pub(super) async fn measure(&self, fill: Filled, from: u64) -> Result<Level, Failure> {
        let matches = from + fill.matches;
        let stages = Stages::new(5);
        let taken = self.ground.bytes()?.saturating_sub(self.empty_bytes);
        let (committed, played) = self.choose(from, matches);
        stages.next("commit");
        let commit = commits::measure(self.ground, self.store, self.copies, &committed).await?;
        stages.next("wait until replicas have divided the partitions");
        let mut replicas = vec![self.replica().await?];
        if self.ground.nodes().is_some() {
            replicas.push(self.replica().await?);
        }
        for replica in replicas.iter().filter(|_| replicas.len() > 1) {
            replica.renewed(RENEWALS).await?;
        }
        stages.next("wait while nobody plays");
        let idle = idle::measure(self.ground, &replicas, self.listened).await?;
        stages.next("play");
        let lists = lists::measure(&replicas[0].url).await?;
        let moves = moves::measure(self.ground, &replicas[0].url, self.copies, &played).await?;
        stages.next("take over from a replica that died");
        let take_over_seconds = self.take_over(replicas).await?;
        Ok(Level {
            matches,
            bytes_per_match: taken as f64 / matches as f64,
            fill,
            commit,
            moves,
            idle,
            take_over_seconds,
            lists,
        })
    }

    async fn replica(&self) -> Result<Replica, Failure> {
        Replica::start(self.ground.open().await?, self.games, self.metrics).await
    }

    /// Lets the first of two replicas die, and waits until the other has all
    /// partitions.
    async fn take_over(&self, mut replicas: Vec<Replica>) -> Result<Option<f64>, Failure> {
        let (Some(heir), Some(dying)) = (replicas.pop(), replicas.pop()) else { return Ok(None) };
        // They had as many each.
        let left = u64::from(self.store.partitions() / 2);
        let (before, died_at) = (heir.taken_up(), Instant::now());
        dying.die();
        heir.takes_up(left, before).await?;
        Ok(Some(died_at.elapsed().as_secs_f64()))
    }

    /// Matches in which somebody moves next, spread over all that are new: those
    /// that are committed to, and those that are played on.
    fn choose(&self, from: u64, to: u64) -> (Vec<u64>, Vec<u64>) {
        let step = ((to - from) / (8 * PLAYED_MAX as u64)).max(1) as usize;
        let waiting = (from..to)
            .step_by(step)
            .filter(|number| self.copies.get(*number).awaits_move())
            .take(2 * PLAYED_MAX);
        let (mut committed, mut played) = (Vec::new(), Vec::new());
        for (at, number) in waiting.enumerate() {
            if at % 2 == 0 { committed.push(number) } else { played.push(number) }
        }
        (committed, played)
    }
}
