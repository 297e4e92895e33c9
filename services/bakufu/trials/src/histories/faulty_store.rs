//! A store that fails where a history wants it to.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use async_trait::async_trait;
use futures::future::BoxFuture;
use match_orchestrator_store::{Claim, Commit, CommitAnswer, Error, Layer, NewMatch, Store};

use tokio::sync::{OwnedRwLockWriteGuard, RwLock};

use super::fault::{Trap, What};

/// What replicas do by the clock, whatever happens in a history: counting it would
/// make a trap spring at another moment each time.
const CHORES: [&str; 6] = ["enroll", "withdraw", "follow_due", "unfiled", "drained", "ping"];

tokio::task_local! {
    /// What waits for the operations of the call that this task makes.
    pub(super) static TRAP: Arc<Trap>;
}

/// The store as all replicas of a history share it.
#[derive(Default)]
pub(super) struct Shared {
    /// None while it is closed.
    store: Mutex<Option<Arc<dyn Store>>>,
    late: Mutex<Vec<(u32, Late)>>,
    created: Mutex<Vec<String>>,
    /// The match that each request to create one was bound to last.
    claims: Mutex<HashMap<String, String>>,
    operations: AtomicU64,
    /// Held by everybody who is asking the store, and by whoever sets it back.
    gate: Arc<RwLock<()>>,
}

/// An operation that is still on its way to the store.
enum Late {
    Create(NewMatch),
    Commit(Commit),
}

impl Shared {
    pub(super) fn open(&self, store: Arc<dyn Store>) {
        *self.store.lock().expect(NEVER_POISONED) = Some(store);
    }

    /// Closes it: whoever asks meets nobody.
    pub(super) fn close(&self) -> Option<Arc<dyn Store>> {
        self.store.lock().expect(NEVER_POISONED).take()
    }

    /// The store itself, to look at what is really there.
    pub(super) fn store(&self) -> Result<Arc<dyn Store>, Error> {
        self.store.lock().expect(NEVER_POISONED).clone().ok_or_else(gone)
    }

    /// The matches that were created, in their order.
    pub(super) fn created(&self) -> Vec<String> {
        self.created.lock().expect(NEVER_POISONED).clone()
    }

    /// The match that a request to create one is bound to.
    pub(super) fn claimed(&self, request_id: &str) -> Option<String> {
        self.claims.lock().expect(NEVER_POISONED).get(request_id).cloned()
    }

    /// How often the store was asked.
    pub(super) fn operations(&self) -> u64 {
        self.operations.load(Ordering::Relaxed)
    }

    /// Holds everybody off who asks the store. What is on its way to it is lost,
    /// as it is with a connection.
    pub(super) async fn hold(&self) -> OwnedRwLockWriteGuard<()> {
        let held = Arc::clone(&self.gate).write_owned().await;
        self.late().clear();
        held
    }

    /// Lets everything arrive that is still on its way.
    pub(super) async fn flush(&self) -> Result<(), Error> {
        let all: Vec<Late> = self.late().drain(..).map(|(_, late)| late).collect();
        self.arrive(all).await
    }

    /// One more operation, so that what is on its way comes closer.
    async fn tick(&self) -> Result<(), Error> {
        self.operations.fetch_add(1, Ordering::Relaxed);
        let due = {
            let mut late = self.late();
            late.iter_mut().for_each(|(left, _)| *left = left.saturating_sub(1));
            let (due, waiting) = late.drain(..).partition(|(left, _)| *left == 0);
            *late = waiting;
            due
        };
        let due: Vec<(u32, Late)> = due;
        self.arrive(due.into_iter().map(|(_, late)| late).collect()).await
    }

    async fn arrive(&self, all: Vec<Late>) -> Result<(), Error> {
        for late in all {
            let store = self.store()?;
            match late {
                Late::Create(new) => {
                    self.create(&*store, new).await?;
                }
                Late::Commit(commit) => {
                    store.commit(&commit).await?;
                }
            }
        }
        Ok(())
    }

    async fn create(&self, store: &dyn Store, new: NewMatch) -> Result<bool, Error> {
        let match_id = new.match_id.clone();
        let created = store.create(new).await?;
        if created {
            self.created.lock().expect(NEVER_POISONED).push(match_id);
        }
        Ok(created)
    }

    async fn claim(
        &self,
        store: &dyn Store,
        request_id: &str,
        proposed: Claim,
    ) -> Result<Claim, Error> {
        let claim = store.claim(request_id, proposed).await?;
        let mut claims = self.claims.lock().expect(NEVER_POISONED);
        claims.insert(request_id.to_owned(), claim.match_id.clone());
        Ok(claim)
    }

    fn late(&self) -> MutexGuard<'_, Vec<(u32, Late)>> {
        self.late.lock().expect(NEVER_POISONED)
    }
}

/// The store as one replica meets it.
pub(super) struct FaultyStore {
    shared: Arc<Shared>,
    background: Mutex<Arc<Trap>>,
    dead: AtomicBool,
}

impl FaultyStore {
    pub(super) fn new(shared: Arc<Shared>) -> Self {
        let background = Mutex::new(Trap::new(None));
        Self { shared, background, dead: AtomicBool::new(false) }
    }

    /// Sets a trap for what the replica does by itself.
    pub(super) fn trap_background(&self, trap: Arc<Trap>) {
        *self.background.lock().expect(NEVER_POISONED) = trap;
    }

    /// From now on the replica can't reach the store: it is dead.
    pub(super) fn kill(&self) {
        self.dead.store(true, Ordering::SeqCst);
    }

    pub(super) fn is_dead(&self) -> bool {
        self.dead.load(Ordering::SeqCst)
    }

    /// One operation, with what the traps make of it.
    async fn operation<T>(
        &self,
        late: Option<Late>,
        work: impl Future<Output = Result<T, Error>> + Send,
    ) -> Result<T, Error> {
        let passing = self.shared.gate.read().await;
        if self.is_dead() {
            return Err(gone());
        }
        self.shared.tick().await?;
        let caller = TRAP.try_with(Arc::clone).ok();
        let trap = match &caller {
            Some(trap) => Arc::clone(trap),
            None => Arc::clone(&self.background.lock().expect(NEVER_POISONED)),
        };
        let Some(what) = trap.step() else {
            return work.await;
        };
        match what {
            What::FailBefore | What::GiveUpBefore | What::KillBefore => {}
            What::FailAfter | What::GiveUpAfter | What::KillAfter => drop(work.await?),
            What::FailLate(operations) => {
                self.shared.late().extend(late.map(|late| (operations + 1, late)));
            }
        }
        drop(passing);
        match what {
            What::FailBefore | What::FailAfter | What::FailLate(_) => return Err(lost()),
            What::GiveUpBefore | What::GiveUpAfter => {}
            What::KillBefore | What::KillAfter => self.kill(),
        }
        if caller.is_some() {
            trap.vanish();
            // Dropped together with the call that nobody waits for.
            std::future::pending::<()>().await;
        }
        Err(lost())
    }
}

#[async_trait]
impl Layer for FaultyStore {
    fn store(&self) -> Result<Arc<dyn Store>, Error> {
        self.shared.store()
    }

    async fn pass<T: Send>(
        &self,
        operation: &'static str,
        work: BoxFuture<'_, Result<T, Error>>,
    ) -> Result<T, Error> {
        if CHORES.contains(&operation) {
            return match self.is_dead() {
                true => Err(gone()),
                false => work.await,
            };
        }
        self.operation(None, work).await
    }

    async fn create(&self, new: NewMatch) -> Result<bool, Error> {
        let store = self.shared.store()?;
        let late = Late::Create(new.clone());
        self.operation(Some(late), self.shared.create(&*store, new)).await
    }

    async fn commit(&self, commit: &Commit) -> Result<CommitAnswer, Error> {
        let store = self.shared.store()?;
        self.operation(Some(Late::Commit(commit.clone())), store.commit(commit)).await
    }

    async fn claim(&self, request_id: &str, proposed: Claim) -> Result<Claim, Error> {
        let store = self.shared.store()?;
        self.operation(None, self.shared.claim(&*store, request_id, proposed)).await
    }
}

fn lost() -> Error {
    Error::Unavailable("the history wants it so".into())
}

fn gone() -> Error {
    Error::Unavailable("the replica is dead".into())
}

const NEVER_POISONED: &str = "no thread panics while it holds the store";
