//! Seldom: log lines that are written at once, and then once per interval with how
//! often there was cause, so that neither an outage nor a stranger fills a disk.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// The time between two lines of one key.
const INTERVAL: Duration = Duration::from_secs(10);
/// Keys that are remembered. Whoever comes when there is no room is in place of the
/// one whose line is the oldest.
const KEYS_MAX: usize = 256;

/// Which lines were written lately, each under a key of its own. Keys are such as do
/// not come from strangers, or few of theirs count at a time.
#[derive(Default)]
pub struct Seldom {
    written: Mutex<HashMap<String, Written>>,
}

struct Written {
    at: Instant,
    /// Causes since then.
    causes: u64,
}

impl Seldom {
    /// Notes a cause for a line. If the line is to be written now, tells how many
    /// causes there were since the one before, this one included.
    pub fn due(&self, key: &str) -> Option<u64> {
        // A panic elsewhere is no reason to be silent about everything else.
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if let Some(line) = written.get_mut(key) {
            line.causes += 1;
            if now.duration_since(line.at) < INTERVAL {
                return None;
            }
            line.at = now;
            return Some(std::mem::take(&mut line.causes));
        }
        if written.len() >= KEYS_MAX {
            let oldest = written.iter().min_by_key(|(_, line)| line.at);
            let oldest = oldest.map(|(key, _)| key.clone());
            oldest.and_then(|key| written.remove(&key));
        }
        written.insert(key.to_owned(), Written { at: now, causes: 0 });
        Some(1)
    }
}

impl fmt::Debug for Seldom {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Seldom").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_first_cause_is_told_at_once_and_the_others_together() {
        let seldom = Seldom::default();
        assert_eq!(seldom.due("store"), Some(1));
        for _ in 0..999 {
            assert_eq!(seldom.due("store"), None);
        }
        assert_eq!(seldom.due("rules"), Some(1), "what has nothing to do with it is told");
        advance(INTERVAL - Duration::from_millis(1)).await;
        assert_eq!(seldom.due("store"), None);
        advance(Duration::from_millis(1)).await;
        assert_eq!(seldom.due("store"), Some(1001));
        assert_eq!(seldom.due("store"), None);
        advance(INTERVAL).await;
        assert_eq!(seldom.due("store"), Some(2));
    }

    #[tokio::test(start_paused = true)]
    async fn however_many_keys_there_are_the_memory_is_bounded() {
        let seldom = Seldom::default();
        for key in 0..10 * KEYS_MAX {
            assert_eq!(seldom.due(&key.to_string()), Some(1));
            advance(Duration::from_micros(1)).await;
        }
        assert_eq!(seldom.written.lock().expect("nobody panics here").len(), KEYS_MAX);
        assert_eq!(seldom.due(&(10 * KEYS_MAX - 1).to_string()), None, "the newest are known");
        assert_eq!(seldom.due("0"), Some(1), "the oldest were forgotten");
    }
}
