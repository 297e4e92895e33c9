//! Failures of the file, shared by all callers whose changes failed together.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::OpenError;
use crate::Error;

/// Why the file was not read or written.
#[derive(Clone, Debug, thiserror::Error)]
pub(super) enum Failure {
    #[error(transparent)]
    Database(Arc<redb::Error>),
    /// The file failed before and can't be opened again.
    #[error(transparent)]
    Reopen(Arc<OpenError>),
    #[error("the disk takes nothing more: {0}")]
    NoRoom(Arc<io::Error>),
    #[error("reading it failed an assertion: {0}")]
    Panic(String),
}

impl From<redb::Error> for Failure {
    fn from(error: redb::Error) -> Self {
        Self::Database(Arc::new(error))
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Self {
        Self::Reopen(Arc::new(error))
    }
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        match &failure {
            Failure::Database(error) => match &**error {
                redb::Error::Corrupted(why) => Self::Corrupt(why.clone()),
                _ => Self::Unavailable(failure.into()),
            },
            Failure::Reopen(error) if matches!(**error, OpenError::Damaged { .. }) => {
                Self::Corrupt(error.to_string())
            }
            Failure::Panic(_) => Self::Corrupt(failure.to_string()),
            Failure::Reopen(_) | Failure::NoRoom(_) => Self::Unavailable(failure.into()),
        }
    }
}

/// Runs what reads the file, and gives a panic as its text.
///
/// The database asserts what it takes for granted of its pages. In a damaged
/// file that does not hold, and then the damage has to be told, not the thread
/// ended. What was under way is thrown away, and the database with it, so
/// nobody sees it half done.
pub(super) fn catching<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| message(&*panic))
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("it does not say which").to_owned()
}
