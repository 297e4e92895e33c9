//! Failures at Redis, told without any bytes of matches.

use std::time::Duration;

use ::redis::{ErrorKind, RedisError};

use crate::Error;

/// A failure of Redis or on the way to it.
///
/// Redis quotes arguments in some of its messages, so of a server's answer only
/// the error code is kept.
#[derive(Debug, thiserror::Error)]
pub(super) enum RedisFailure {
    #[error("{doing}: the Redis URL is not understood: {why}")]
    Url { doing: &'static str, why: String },
    #[error("{doing}: no answer from Redis within {waited:?}")]
    Timeout { doing: &'static str, waited: Duration },
    #[error("{doing}: the connection to Redis failed")]
    Connection {
        doing: &'static str,
        #[source]
        source: RedisError,
    },
    #[error("{doing}: Redis refused with {code}")]
    Refused { doing: &'static str, code: String },
    #[error("{doing}: Redis client: {why}")]
    Client { doing: &'static str, why: String },
}

impl RedisFailure {
    /// What the client library reports, while we were doing something.
    pub(super) fn new(doing: &'static str, error: RedisError) -> Self {
        if error.is_io_error() {
            return Self::Connection { doing, source: error };
        }
        match error.code() {
            Some(code) => Self::Refused { doing, code: code.to_owned() },
            None => Self::Client { doing, why: error.category().to_owned() },
        }
    }
}

impl From<RedisFailure> for Error {
    fn from(failure: RedisFailure) -> Self {
        Self::Unavailable(Box::new(failure))
    }
}

/// What an error of a command means to the caller of the store.
pub(super) fn explain(doing: &'static str, error: RedisError) -> Error {
    let wrong_type = error.code() == Some("WRONGTYPE");
    if wrong_type || matches!(error.kind(), ErrorKind::UnexpectedReturnType | ErrorKind::Parse) {
        return unreadable(doing);
    }
    RedisFailure::new(doing, error).into()
}

/// An answer that this store never wrote.
pub(super) fn unreadable(doing: &'static str) -> Error {
    Error::Corrupt(format!("{doing}: the answer of Redis has an unknown form"))
}
