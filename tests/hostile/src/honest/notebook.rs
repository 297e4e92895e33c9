//! Notebook of all honest clients: how long calls took, and which were not answered.

use std::fmt;
use std::sync::Mutex;
use std::time::Instant;

use tests_harness::CALL_MAX;

use crate::figures::CallTimes;

/// A call that was refused, or not answered in its time.
#[derive(Clone, Debug)]
pub(super) struct Unanswered(pub(super) String);

#[derive(Debug)]
pub(super) struct Notebook(Mutex<Notes>);

#[derive(Debug, Default)]
struct Notes {
    times: CallTimes,
    /// By client.
    rounds: Vec<u64>,
    faults: Vec<String>,
}

impl Notebook {
    pub(super) fn new(clients: usize) -> Self {
        Self(Mutex::new(Notes { rounds: vec![0; clients], ..Notes::default() }))
    }

    /// Makes a call, which has the time that every call has.
    pub(super) async fn call<T, E: fmt::Debug>(
        &self,
        what: &'static str,
        call: impl Future<Output = Result<T, E>>,
    ) -> Result<T, Unanswered> {
        let begun = Instant::now();
        let answer = tokio::time::timeout(CALL_MAX, call).await;
        let answer =
            answer.map_err(|_| Unanswered(format!("{what}: no answer in {CALL_MAX:?}")))?;
        let answer = answer.map_err(|fault| Unanswered(format!("{what}: {fault:?}")))?;
        self.notes(|notes| notes.times.note(begun.elapsed()));
        Ok(answer)
    }

    /// A client has got everything that it asked for once more.
    pub(super) fn note_round(&self, client: usize) {
        self.notes(|notes| notes.rounds[client] += 1);
    }

    pub(super) fn note_fault(&self, fault: Unanswered) {
        self.notes(|notes| notes.faults.push(fault.0));
    }

    pub(super) fn rounds(&self) -> Vec<u64> {
        self.notes(|notes| notes.rounds.clone())
    }

    pub(super) fn faults(&self) -> Vec<String> {
        self.notes(|notes| notes.faults.clone())
    }

    pub(super) fn take_times(&self) -> CallTimes {
        self.notes(|notes| std::mem::take(&mut notes.times))
    }

    fn notes<T>(&self, look: impl FnOnce(&mut Notes) -> T) -> T {
        look(&mut self.0.lock().expect("no thread panics while it holds the notes"))
    }
}
