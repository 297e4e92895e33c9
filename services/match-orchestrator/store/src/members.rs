//! Members of a store that lives in one process.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// Who is a member, and until when.
#[derive(Debug, Default)]
pub(crate) struct Members {
    until: Mutex<BTreeMap<String, Instant>>,
}

impl Members {
    /// Makes somebody a member for some time, and tells all that are, sorted.
    pub(crate) fn enroll(&self, member: &str, kept: Duration) -> Vec<String> {
        let (mut until, now) = (self.until(), Instant::now());
        until.insert(member.to_owned(), now + kept);
        until.retain(|_, until| *until > now);
        until.keys().cloned().collect()
    }

    pub(crate) fn withdraw(&self, member: &str) {
        self.until().remove(member);
    }

    fn until(&self) -> MutexGuard<'_, BTreeMap<String, Instant>> {
        self.until.lock().expect("nothing panics while it holds the lock")
    }
}
