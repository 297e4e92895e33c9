//! Nothing is lost: random histories of an orchestrator, held against a model.
//!
//! A history is a handful of matches and a dozen or two of random commands:
//! right and wrong requests, repetitions, requests that arrive late or twice,
//! clients that give up, replicas that die between any two operations of their
//! store, and a store that comes back as it was earlier. The model is pure: the
//! `Lifecycle` of a match, the rules of the toy game and the match key. It knows
//! what every request must come to, so
//!
//! - every answer is the one that the model gives at some moment of the call,
//! - every stored commit is what somebody asked for, once, and nothing else is,
//! - a request whose fate is unknown is settled by asking again, for ever,
//! - every watcher sees each of its revisions once, in order,
//! - of what a store has lost nothing comes again: no entropy, token or revision.
//!
//! [`run`] plays many histories. History number `n` of a seed is the only one
//! of the seed `seed + n`, so that a finding is repeated by itself. What bots do
//! at the same time as clients is up to the scheduler, and so not repeated
//! exactly.

mod client_request;
mod cluster;
mod command;
mod compose;
mod contradiction;
mod ending;
mod explain;
mod fault;
mod faulty_store;
mod figures;
mod history;
mod judge;
mod look;
mod model;
mod rewinds;
mod runner;
mod set_back;
mod store_fixture;
mod transcript;
mod watcher;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use match_orchestrator_store::Store;

pub use figures::Figures;
pub use runner::run;

/// How long is waited for something that normally takes milliseconds.
const PATIENCE: Duration = Duration::from_secs(30);

#[derive(Clone)]
pub struct RunSettings {
    pub count: u64,
    /// What they follow from.
    pub seed: u64,
    /// Where their matches are kept.
    pub store_kind: StoreKind,
    /// What is put around the store, to see whether its faults are found.
    pub disguise: Option<Disguise>,
}

/// Where matches are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreKind {
    /// In memory.
    Memory,
    /// In embedded files. All replicas are one process, and with it the file is
    /// closed and opened again.
    File,
    /// In a Redis.
    Redis {
        url: String,
        /// What all keys begin with.
        prefix: String,
    },
}

/// Puts another store around a store.
pub type Disguise = Arc<dyn Fn(Arc<dyn Store>) -> Arc<dyn Store> + Send + Sync>;

/// A history in which something is lost, or made up.
#[derive(Clone, Debug, thiserror::Error)]
pub struct Finding {
    /// The seed that repeats the history, as the only one.
    pub seed: u64,
    pub what: String,
    /// The commands that lead there, as few as were found to do, with their
    /// answers.
    pub history: Vec<String>,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "history {} goes wrong:", self.seed)?;
        for line in &self.history {
            writeln!(f, "{line}")?;
        }
        write!(f, "{}", self.what)
    }
}
