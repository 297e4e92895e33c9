//! Clients that call one after the other, and how long they wait.

use std::time::{Duration, Instant};

use serde::Serialize;
use tokio::task::JoinSet;

use crate::failure::Failure;

/// Somebody who calls and waits for the answer.
pub(crate) trait Caller: Send + 'static {
    /// Makes the next call; false if there is nothing left to call.
    fn call(&mut self) -> impl Future<Output = Result<bool, Failure>> + Send;
}

#[derive(Debug, Default)]
pub(crate) struct Load {
    /// How long each call took, in no order.
    waits: Vec<Duration>,
    /// How long it all took.
    elapsed: Duration,
}

#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct Rate {
    pub(crate) calls: usize,
    pub(crate) per_second: f64,
    pub(crate) p50_us: f64,
    pub(crate) p99_us: f64,
}

impl Load {
    /// Lets all callers call at the same time until the time is over, and gives
    /// them back.
    pub(crate) async fn run<C: Caller>(
        callers: Vec<C>,
        duration: Duration,
    ) -> Result<(Vec<C>, Self), Failure> {
        let started = Instant::now();
        let deadline = started + duration;
        let mut tasks = JoinSet::new();
        for caller in callers {
            tasks.spawn(call_until(caller, deadline));
        }
        let mut load = Self::default();
        let mut callers = Vec::new();
        while let Some(ended) = tasks.join_next().await {
            let (caller, waits) = ended.expect("no caller panics")?;
            callers.push(caller);
            load.waits.extend(waits);
        }
        load.elapsed = started.elapsed();
        Ok((callers, load))
    }

    /// Adds another round of the same.
    pub(crate) fn add(&mut self, other: Self) {
        self.waits.extend(other.waits);
        self.elapsed += other.elapsed;
    }

    /// How many calls there were.
    pub(crate) fn calls(&self) -> usize {
        self.waits.len()
    }

    pub(crate) fn rate(mut self) -> Rate {
        self.waits.sort_unstable();
        Rate {
            calls: self.waits.len(),
            per_second: self.waits.len() as f64 / self.elapsed.as_secs_f64().max(f64::EPSILON),
            p50_us: micros(percentile(&self.waits, 50)),
            p99_us: micros(percentile(&self.waits, 99)),
        }
    }
}

async fn call_until<C: Caller>(
    mut caller: C,
    deadline: Instant,
) -> Result<(C, Vec<Duration>), Failure> {
    let mut waits = Vec::new();
    loop {
        let started = Instant::now();
        if started >= deadline || !caller.call().await? {
            return Ok((caller, waits));
        }
        waits.push(started.elapsed());
    }
}

/// The smallest wait that this part of all waits does not exceed.
fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted.get(rank - 1).copied().unwrap_or_default()
}

fn micros(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    struct CountedCaller(u32);

    impl Caller for CountedCaller {
        async fn call(&mut self) -> Result<bool, Failure> {
            let more = self.0 > 0;
            self.0 = self.0.saturating_sub(1);
            Ok(more)
        }
    }

    #[test]
    fn percentiles_are_waits_that_happened() {
        let waits: Vec<Duration> = (1..=200).map(Duration::from_millis).collect();
        assert_eq!(percentile(&waits, 50), Duration::from_millis(100));
        assert_eq!(percentile(&waits, 99), Duration::from_millis(198));
        assert_eq!(percentile(&waits[..1], 99), Duration::from_millis(1));
        assert_eq!(percentile(&[], 50), Duration::ZERO);
    }

    #[tokio::test]
    async fn callers_that_have_nothing_left_end_the_load_early() {
        let callers = vec![CountedCaller(3), CountedCaller(4)];
        let hour = Duration::from_secs(3600);
        let (callers, load) = Load::run(callers, hour).await.expect("no call fails");
        assert_eq!((callers.len(), load.rate().calls), (2, 7));
    }
}
