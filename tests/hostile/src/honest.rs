//! Honest clients: a pair that plays, and others who watch and look in.
//!
//! Players stay on their connection. Everybody else makes a new one for everything
//! they do, since a server that takes no further connections is no use to them.

mod notebook;
mod others;
mod pair;

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use kit_testing::wait_until;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{Duration, Interval, MissedTickBehavior};

use crate::figures::CallTimes;
use crate::target::Target;
use notebook::{Notebook, Unanswered};

/// Where the players are.
const PLAYERS: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
/// Where those are who watch and look in.
const NEIGHBOURS: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));
/// What a client waits between two rounds: people think, and two cores are enough.
const PAUSE: Duration = Duration::from_millis(20);
/// What they do, each in a task of its own.
const CLIENTS: usize = 4;

/// Clients at work. They end when this is dropped.
#[derive(Debug)]
pub struct Honest {
    notebook: Arc<Notebook>,
    tasks: Vec<JoinHandle<()>>,
}

impl Honest {
    /// Starts them, and waits until everyone has been served once.
    ///
    /// # Panics
    /// If one is not.
    pub async fn begin(target: Target) -> Self {
        let notebook = Arc::new(Notebook::new(CLIENTS));
        let (match_of, _) = watch::channel(String::new());
        let mut honest = Self { notebook: Arc::clone(&notebook), tasks: Vec::new() };
        honest.start(pair::play(target, Arc::clone(&notebook), match_of.clone()));
        honest.start(others::watch(target, Arc::clone(&notebook), match_of.subscribe()));
        honest.start(others::look_in(target, Arc::clone(&notebook), match_of.subscribe()));
        honest.start(others::visit(target, notebook, match_of.subscribe()));
        assert_eq!(honest.tasks.len(), CLIENTS);
        honest.rounds(1).await;
        honest
    }

    /// Waits until everyone has been served so many further times.
    ///
    /// # Panics
    /// If a call of one is refused, or not answered in its time.
    pub async fn rounds(&self, rounds: u64) {
        let before = self.notebook.rounds();
        wait_until("every honest client is served", async || {
            let now = self.notebook.rounds();
            let served = now.iter().zip(&before).all(|(now, before)| *now >= before + rounds);
            served || self.tasks.iter().any(JoinHandle::is_finished)
        })
        .await;
        self.assert_served();
    }

    /// How long all calls since the last time took.
    pub fn take_times(&self) -> CallTimes {
        self.notebook.take_times()
    }

    /// Checks that everything so far was answered.
    ///
    /// # Panics
    /// If something was not.
    pub fn assert_served(&self) {
        let faults = self.notebook.faults();
        assert!(faults.is_empty(), "calls of honest clients failed: {faults:#?}");
        assert!(!self.tasks.iter().any(JoinHandle::is_finished), "an honest client has panicked");
    }

    fn start(&mut self, work: impl Future<Output = Result<(), Unanswered>> + Send + 'static) {
        let notebook = Arc::clone(&self.notebook);
        self.tasks.push(tokio::spawn(async move {
            if let Err(fault) = work.await {
                notebook.note_fault(fault);
            }
        }));
    }
}

impl Drop for Honest {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}

/// The pauses between the rounds of a client.
fn pauses() -> Interval {
    let mut pauses = tokio::time::interval(PAUSE);
    pauses.set_missed_tick_behavior(MissedTickBehavior::Delay);
    pauses
}
