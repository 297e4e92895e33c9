//! Matches that the orchestrator moves by itself, as they are counted.

use opentelemetry::KeyValue;
use opentelemetry::metrics::UpDownCounter;

use super::Metrics;

/// For whom a match is moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DrivenWork {
    /// A person sits in it.
    Attended,
    /// Only bots do.
    Unattended,
}

/// How far that is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DrivenState {
    /// It waits for its turn.
    Waiting,
    /// A step of it is being made.
    Moving,
}

/// Counts a match in a state until it is dropped.
#[derive(Debug)]
pub struct DrivenMatch {
    counter: UpDownCounter<i64>,
    labels: [KeyValue; 2],
}

impl Metrics {
    /// A match has come to this state; it leaves it when the result is dropped.
    pub fn driven(&self, work: DrivenWork, state: DrivenState) -> DrivenMatch {
        let work = match work {
            DrivenWork::Attended => "attended",
            DrivenWork::Unattended => "unattended",
        };
        let state = match state {
            DrivenState::Waiting => "waiting",
            DrivenState::Moving => "moving",
        };
        let labels = [KeyValue::new("work", work), KeyValue::new("state", state)];
        let counter = self.0.driven.clone();
        counter.add(1, &labels);
        DrivenMatch { counter, labels }
    }
}

impl Drop for DrivenMatch {
    fn drop(&mut self) {
        self.counter.add(-1, &self.labels);
    }
}
