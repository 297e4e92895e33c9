//! A token bucket: so many moves per second, whoever makes them.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::JoinHandle;
use tokio::time::MissedTickBehavior;

/// How often tokens are put into the bucket.
const TICK: Duration = Duration::from_millis(20);
/// For how long tokens are kept that nobody takes.
const KEPT_TICKS: usize = 10;

/// The bucket. Tokens go to those who wait, in the order in which they came.
#[derive(Debug)]
pub(crate) struct Pace {
    tokens: Arc<Semaphore>,
    filling: JoinHandle<()>,
}

impl Pace {
    /// A bucket that fills at this rate.
    pub(crate) fn per_second(rate: usize) -> Self {
        let tokens = Arc::new(Semaphore::new(0));
        let each = (rate * TICK.as_millis() as usize / 1000).max(1);
        let bucket = Arc::clone(&tokens);
        let filling = tokio::spawn(async move {
            let mut ticks = tokio::time::interval(TICK);
            ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                ticks.tick().await;
                if bucket.available_permits() < each * KEPT_TICKS {
                    bucket.add_permits(each);
                }
            }
        });
        Self { tokens, filling }
    }

    /// Waits for a token.
    pub(crate) async fn step(&self) {
        self.tokens.acquire().await.expect("the bucket is never closed").forget();
    }
}

impl Drop for Pace {
    fn drop(&mut self) {
        self.filling.abort();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[tokio::test]
    async fn steps_are_not_faster_than_the_bucket_fills() {
        let pace = Pace::per_second(500);
        let begun = Instant::now();
        for _ in 0..50 {
            pace.step().await;
        }
        // Ten tokens per tick, and the first tick is at once.
        assert!(begun.elapsed() >= TICK * 7 / 2, "{:?}", begun.elapsed());
    }
}
