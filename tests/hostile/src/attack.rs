//! An attack under way.

use std::fmt;
use std::sync::Arc;

use kit_testing::wait_until;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;

use crate::tally::Tally;

/// Workers who do wrong until they are done or the attack ceases.
///
/// They have a thread of their own, so that they take the server's time and not that
/// of the honest clients in this process.
#[derive(Debug)]
pub struct Attack {
    tally: Arc<Tally>,
    workers: Vec<JoinHandle<()>>,
    runtime: Option<Runtime>,
}

impl Attack {
    /// So many workers. Each notes what becomes of what it tries, at least once.
    ///
    /// # Panics
    /// If the machine has no thread left.
    pub fn by<F>(workers: usize, work: impl Fn(usize, Arc<Tally>) -> F) -> Self
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.expect("the machine has a thread for an attack");
        let tally = Arc::new(Tally::default());
        let workers =
            (0..workers).map(|worker| runtime.spawn(work(worker, Arc::clone(&tally)))).collect();
        Self { tally, workers, runtime: Some(runtime) }
    }

    /// What has become of it so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Waits until there are as many outcomes as workers.
    ///
    /// # Panics
    /// If that does not happen.
    pub async fn stands(&self) {
        wait_until("the attack stands", async || self.tally.total() >= self.workers.len()).await;
    }

    /// Waits until every worker is done.
    ///
    /// # Panics
    /// If one never is.
    pub async fn is_done(&self) {
        wait_until("the attack is done", async || self.workers.iter().all(JoinHandle::is_finished))
            .await;
    }

    /// Ends it: all its connections are closed.
    pub fn cease(mut self) -> Arc<Tally> {
        self.end();
        Arc::clone(&self.tally)
    }

    fn end(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl Drop for Attack {
    fn drop(&mut self) {
        self.end();
    }
}

impl fmt::Display for Attack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.tally)
    }
}
