//! Waiting for a condition, with a deadline that names what did not happen.

use std::time::{Duration, Instant};

/// How long a test waits for something that normally takes milliseconds. It is
/// generous, because a loaded machine is no reason for a test to fail.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// How often the condition is asked.
const INTERVAL: Duration = Duration::from_millis(5);

/// Returns as soon as the condition holds.
///
/// # Panics
/// If it does not hold within [`PATIENCE`]; the message says `what` was
/// waited for.
pub async fn wait_until(what: &str, condition: impl AsyncFnMut() -> bool) {
    assert!(holds_in_time(condition).await, "waited {PATIENCE:?} in vain until {what}");
}

/// Whether the condition holds within [`PATIENCE`], for those who have more to
/// say about it if it does not.
pub async fn holds_in_time(condition: impl AsyncFnMut() -> bool) -> bool {
    holds_within(PATIENCE, condition).await
}

/// Whether the condition holds within a time that is part of what is tested, and so
/// may be shorter than [`PATIENCE`].
pub async fn holds_within(patience: Duration, mut condition: impl AsyncFnMut() -> bool) -> bool {
    let deadline = Instant::now() + patience;
    while !condition().await {
        if Instant::now() >= deadline {
            return false;
        }
        tokio::time::sleep(INTERVAL).await;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_condition_is_asked_until_it_holds() {
        let mut asked = 0;
        wait_until("the third question", async || {
            asked += 1;
            asked == 3
        })
        .await;
        assert_eq!(asked, 3);
    }

    #[tokio::test]
    async fn a_condition_that_never_holds_ends_at_the_deadline() {
        assert!(!holds_within(Duration::from_millis(20), async || false).await);
    }
}
