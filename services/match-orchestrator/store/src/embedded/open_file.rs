//! The open file, which is opened again after it failed.
//!
//! A database refuses everything once its disk has failed, even reads of what
//! it holds, until it is opened again. That takes a look at the whole file, so
//! it is done once: from then on a change is tried only when the disk has room.

use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use redb::{Database, Durability, ReadTransaction, ReadableDatabase, WriteTransaction};
use tracing::{info, warn};

use super::OpenError;
use super::disk::Disk;
use super::failure::{Failure, catching};

pub(super) struct OpenFile {
    disk: Box<dyn Disk>,
    /// The database, or why it could not be opened again.
    database: RwLock<Result<Database, Failure>>,
    /// Whether the database has failed and has to be opened again.
    is_spent: AtomicBool,
    /// Whether nothing was written since writing failed.
    is_failing: AtomicBool,
}

impl OpenFile {
    pub(super) fn open(disk: impl Disk + 'static) -> Result<Self, OpenError> {
        let database = disk.open()?;
        Ok(Self {
            disk: Box::new(disk),
            database: RwLock::new(Ok(database)),
            is_spent: AtomicBool::new(false),
            is_failing: AtomicBool::new(false),
        })
    }

    /// Whether the last thing that is known about writing is that it failed.
    pub(super) fn is_failing(&self) -> bool {
        self.is_failing.load(Ordering::Acquire)
    }

    pub(super) fn read<T>(
        &self,
        look: impl FnOnce(&ReadTransaction) -> Result<T, redb::Error>,
    ) -> Result<T, Failure> {
        let read = self.with_database(|database| look(&database.begin_read()?));
        if let Err(failure) = &read {
            // The writer opens it again, with the next change or ping.
            self.mark_spent(failure);
        }
        read
    }

    /// Stores all that is changed, or nothing. To be called by one thread only.
    pub(super) fn write<T>(
        &self,
        change: impl FnOnce(&WriteTransaction) -> Result<T, redb::Error>,
    ) -> Result<T, Failure> {
        if self.is_failing() {
            self.disk.try_room().map_err(|error| Failure::NoRoom(Arc::new(error)))?;
            if self.is_spent.load(Ordering::Acquire) {
                self.reopen()?;
            }
        }
        let written = self.with_database(|database| {
            let mut transaction = database.begin_write()?;
            transaction.set_durability(Durability::Immediate)?;
            let changed = change(&transaction)?;
            transaction.commit()?;
            Ok(changed)
        });
        match &written {
            Ok(_) => self.mark_written(),
            Err(failure) => {
                self.mark_spent(failure);
                // At once, because readers can't go on before. If it fails they
                // are told why, and so is the next change.
                self.reopen().ok();
            }
        }
        written
    }

    fn with_database<T>(
        &self,
        work: impl FnOnce(&Database) -> Result<T, redb::Error>,
    ) -> Result<T, Failure> {
        // Nobody leaves it half done: panics are caught within.
        let database = self.database.read().unwrap_or_else(PoisonError::into_inner);
        let database = database.as_ref().map_err(Failure::clone)?;
        Ok(catching(|| work(database)).map_err(Failure::Panic)??)
    }

    fn mark_written(&self) {
        // A reader may have found the database spent in the meantime.
        if !self.is_spent.load(Ordering::Acquire) && self.is_failing.swap(false, Ordering::AcqRel) {
            info!("the store's file is written again");
        }
    }

    fn mark_spent(&self, failure: &Failure) {
        self.is_spent.store(true, Ordering::Release);
        if !self.is_failing.swap(true, Ordering::AcqRel) {
            warn!(error = %failure, "the store's file failed; it is tried again with every change");
        }
    }

    /// Closes the database and opens it again, when everybody else is done.
    fn reopen(&self) -> Result<(), Failure> {
        let mut database = self.database.write().unwrap_or_else(PoisonError::into_inner);
        // The old one has to be gone, because it holds the lock on the file.
        let closing = mem::replace(&mut *database, Err(redb::Error::DatabaseClosed.into()));
        // It may have failed in a way that it can't even be closed in order.
        catching(|| drop(closing)).ok();
        *database = self.disk.open().map_err(Failure::from);
        self.is_spent.store(database.is_err(), Ordering::Release);
        database.as_ref().map(|_| ()).map_err(Failure::clone)
    }
}
