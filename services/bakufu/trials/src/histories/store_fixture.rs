//! Store in which the matches of histories are kept.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use match_orchestrator_store::{
    Embedded, Memory, MemorySnapshot, OpenError, Redis, RedisConfig, Store,
};
use tempfile::TempDir;

use super::contradiction::Contradiction;
use super::faulty_store::Shared;
use super::{Disguise, PATIENCE, StoreKind};

/// How often something is looked at that takes moments.
const LOOK_EVERY: Duration = Duration::from_millis(1);
/// Keeps the keys of several grounds on one Redis apart.
static GROUNDS: AtomicU64 = AtomicU64::new(0);

/// A store for one history after the other.
pub(super) struct StoreFixture {
    store_kind: StoreKind,
    disguise: Option<Disguise>,
    /// Holds the file, if the store is one.
    folder: Option<TempDir>,
    open: Option<Arc<dyn Store>>,
    /// The store of this history, if it is in memory.
    memory: Arc<Memory>,
    saved: Option<MemorySnapshot>,
}

/// What happens to a file while it is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meanwhile {
    Nothing,
    /// It is copied.
    Save,
    /// Its copy takes its place.
    Restore,
}

impl StoreFixture {
    pub(super) async fn new(
        store_kind: &StoreKind,
        disguise: Option<&Disguise>,
    ) -> Result<Self, Contradiction> {
        let folder = match store_kind {
            StoreKind::File => {
                Some(TempDir::new().map_err(|error| Contradiction(error.to_string()))?)
            }
            StoreKind::Memory | StoreKind::Redis { .. } => None,
        };
        let (store_kind, disguise) = (store_kind.clone(), disguise.cloned());
        let (memory, saved) = (Arc::new(Memory::new()), None);
        let mut store_fixture = Self { store_kind, disguise, folder, open: None, memory, saved };
        store_fixture.open = Some(store_fixture.connect().await?);
        Ok(store_fixture)
    }

    /// The store for another history. Memory forgets the one before.
    pub(super) async fn store(&mut self) -> Result<Arc<dyn Store>, Contradiction> {
        if let (StoreKind::File | StoreKind::Redis { .. }, Some(open)) =
            (&self.store_kind, &self.open)
        {
            return Ok(Arc::clone(open));
        }
        self.memory = Arc::new(Memory::new());
        self.connect().await
    }

    /// Whether it can be set back here. What a Redis does when it is, is tried on
    /// servers of their own, which can be restarted.
    pub(super) fn can_be_set_back(&self) -> bool {
        !matches!(self.store_kind, StoreKind::Redis { .. })
    }

    /// Saves a store in memory.
    pub(super) fn save(&mut self) {
        self.saved = Some(self.memory.snapshot());
    }

    /// Sets a store in memory back to what was saved.
    pub(super) fn restore(&self) {
        if let Some(saved) = &self.saved {
            self.memory.restore(saved);
        }
    }

    /// Whether all replicas are one process, and die together.
    pub(super) fn is_one_process(&self) -> bool {
        matches!(self.store_kind, StoreKind::File)
    }

    /// What the end of that process does to the store: it is closed as it is,
    /// and the next process opens it.
    pub(super) async fn reopen(
        &mut self,
        shared: &Shared,
        meanwhile: Meanwhile,
    ) -> Result<(), Contradiction> {
        drop(shared.close());
        let Some(old) = self.open.take() else {
            return Err(Contradiction("the store is closed twice".to_owned()));
        };
        // Operations that the dead replicas had under way end by themselves.
        let others_gone = async {
            while Arc::strong_count(&old) > 1 {
                tokio::time::sleep(LOOK_EVERY).await;
            }
        };
        if tokio::time::timeout(PATIENCE, others_gone).await.is_err() {
            return Err(Contradiction("an operation of a dead replica does not end".to_owned()));
        }
        tokio::task::spawn_blocking(move || drop(old)).await.ok();
        self.copy(meanwhile).await?;
        let store = self.connect().await?;
        shared.open(Arc::clone(&store));
        self.open = Some(store);
        Ok(())
    }

    async fn connect(&self) -> Result<Arc<dyn Store>, Contradiction> {
        let store: Arc<dyn Store> = match &self.store_kind {
            StoreKind::Memory => Arc::clone(&self.memory) as Arc<dyn Store>,
            StoreKind::File => Arc::new(self.open_file().await?),
            StoreKind::Redis { url, prefix } => {
                let mut config = RedisConfig::new(url.clone());
                let number = GROUNDS.fetch_add(1, Ordering::Relaxed);
                config.prefix = format!("{prefix}{number}:");
                config.connections = 1;
                Arc::new(Redis::connect(config).await?)
            }
        };
        Ok(match &self.disguise {
            Some(disguise) => disguise(store),
            None => store,
        })
    }

    async fn copy(&self, meanwhile: Meanwhile) -> Result<(), Contradiction> {
        let (file, copy) = (self.path("matches.redb")?, self.path("saved.redb")?);
        let (from, to) = match meanwhile {
            Meanwhile::Nothing => return Ok(()),
            Meanwhile::Save => (file, copy),
            Meanwhile::Restore => (copy, file),
        };
        match tokio::task::spawn_blocking(move || std::fs::copy(from, to)).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(Contradiction(format!("a file can't be copied: {error}"))),
            Err(ended) => Err(Contradiction(ended.to_string())),
        }
    }

    fn path(&self, name: &str) -> Result<PathBuf, Contradiction> {
        let folder = self.folder.as_ref();
        let folder = folder.ok_or_else(|| Contradiction("a file has a folder".to_owned()))?;
        Ok(folder.path().join(name))
    }

    async fn open_file(&self) -> Result<Embedded, Contradiction> {
        let path = self.path("matches.redb")?;
        let opened = async {
            loop {
                let path = path.clone();
                match tokio::task::spawn_blocking(move || Embedded::open(path)).await {
                    // A read of the dead process holds it for another moment.
                    Ok(Err(OpenError::Locked { .. })) => tokio::time::sleep(LOOK_EVERY).await,
                    Ok(opened) => return opened.map_err(|error| Contradiction(error.to_string())),
                    Err(ended) => return Err(Contradiction(ended.to_string())),
                }
            }
        };
        let timed = tokio::time::timeout(PATIENCE, opened).await;
        timed.unwrap_or_else(|_| {
            Err(Contradiction("the file of a dead process stays locked".to_owned()))
        })
    }
}
