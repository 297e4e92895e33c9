//! Cost of a commit in the store alone, on matches that rest.

use std::sync::Arc;
use std::time::Duration;

use match_orchestrator_store::Store;
use serde::Serialize;

use super::copies::Copies;
use super::fill::commit;
use super::ground::Ground;
use crate::bench::{Caller, Load, Rate};
use crate::failure::Failure;

/// So many commits are made in each match.
const COMMITS_PER_MATCH: usize = 4;
/// Who commits at the same time.
const CALLERS: usize = 16;
/// Rounds, of which the middle one counts: other programs disturb some of them.
const ROUNDS: usize = 5;
/// More would tell nothing new.
const DURATION_MAX: Duration = Duration::from_secs(60);

#[derive(Debug, Serialize)]
pub(super) struct CommitCost {
    pub(super) rate: Rate,
    /// How long a server computes for one, in the middle round.
    pub(super) redis_cpu_us: Option<f64>,
}

/// Makes commits in the matches of these numbers.
pub(super) async fn measure(
    ground: &Ground,
    store: &Arc<dyn Store>,
    copies: &Copies,
    numbers: &[u64],
) -> Result<CommitCost, Failure> {
    let (mut load, mut cpu) = (Load::default(), Vec::new());
    for round in numbers.chunks(numbers.len().div_ceil(ROUNDS).max(1)) {
        let callers = (0..CALLERS).map(|caller| Committer {
            store: Arc::clone(store),
            copies: copies.clone(),
            numbers: round.iter().copied().skip(caller).step_by(CALLERS).collect(),
            made: 0,
        });
        let before = ground.cpu()?;
        let (_, round) = Load::run(callers.collect(), DURATION_MAX).await?;
        if let (Some(before), Some(after)) = (before, ground.cpu()?) {
            let spent = after.saturating_sub(before).as_secs_f64();
            cpu.push(spent * 1e6 / round.calls().max(1) as f64);
        }
        load.add(round);
    }
    cpu.sort_by(f64::total_cmp);
    Ok(CommitCost { rate: load.rate(), redis_cpu_us: cpu.get(cpu.len() / 2).copied() })
}

/// Makes a few commits in one match after the other.
struct Committer {
    store: Arc<dyn Store>,
    copies: Copies,
    numbers: Vec<u64>,
    /// How many it has made in the last one.
    made: usize,
}

impl Caller for Committer {
    async fn call(&mut self) -> Result<bool, Failure> {
        let Some(number) = self.numbers.last() else { return Ok(false) };
        let copy = self.copies.get(*number);
        self.made += 1;
        commit(&*self.store, &copy, copy.commits + self.made).await?;
        if self.made == COMMITS_PER_MATCH || copy.commits + self.made == copy.commits_max() {
            self.numbers.pop();
            self.made = 0;
        }
        Ok(true)
    }
}
