//! Failures at Redis, told without any bytes of matches.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use ::redis::{ErrorKind, RedisError};

use super::config::RedisConfigFault;
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
    #[error("configure: {0}")]
    Config(#[from] RedisConfigFault),
    #[error("read {}", .path.display())]
    File {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("{reached} of {wanted} replicas have it after {waited:?}")]
    FewReplicas { reached: i64, wanted: u32, waited: Duration },
    #[error("it is not on the disk of Redis after {waited:?}")]
    NotOnDisk { waited: Duration },
    #[error("this Redis has no WAITAOF, which a durability of disk needs: use 7.2 or newer")]
    NoWaitAof,
    #[error(
        "the matches are spread over {stored} partitions, and {wanted} are configured: leave the \
         number out, or move the matches to a store with another prefix"
    )]
    OtherPartitions { stored: u32, wanted: u32 },
    #[error(
        "the store was written by a later version, in layout {stored}, and this one knows only \
         {known}: use that version or a newer one"
    )]
    LaterLayout { stored: u64, known: u64 },
    #[error("this Redis keeps no append-only file, which a durability of disk needs")]
    NoAppendOnlyFile,
}

impl RedisFailure {
    /// What the client library reports, while we were doing something.
    pub(super) fn new(doing: &'static str, error: RedisError) -> Self {
        if error.is_io_error() {
            return Self::Connection { doing, source: error };
        }
        match code(&error) {
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
///
/// Nearly all of them mean that the store is unavailable and will be back, whatever
/// the reason: a replica (`READONLY`, `MASTERDOWN`), a start or a failover under
/// way (`LOADING`, `CLUSTERDOWN`, `TRYAGAIN`), no memory (`OOM`), no disk
/// (`MISCONF`), too few replicas (`NOREPLICAS`), rights or a password that are
/// being changed. Only what this store can't have written is corrupt.
pub(super) fn explain(doing: &'static str, error: RedisError) -> Error {
    let wrong_type = code(&error) == Some("WRONGTYPE");
    if wrong_type || matches!(error.kind(), ErrorKind::UnexpectedReturnType | ErrorKind::Parse) {
        return unreadable(doing);
    }
    RedisFailure::new(doing, error).into()
}

/// Whether the server refused because it is not the master. It has done
/// nothing, and somebody else would.
pub(super) fn is_not_master(error: &RedisError) -> bool {
    matches!(code(error), Some("READONLY" | "MASTERDOWN"))
}

/// The code of a server's answer. Before Redis 7, an error within a script has
/// the code of all others, with its own in the middle of the text.
fn code(error: &RedisError) -> Option<&str> {
    let code = error.code()?;
    let inner = error
        .detail()
        .filter(|_| code == "ERR")
        .and_then(|text| text.strip_prefix("Error running script"))
        .and_then(|text| text.rsplit_once("@user_script:").map(|(_, place)| place))
        .and_then(|place| place.split_once(": ").map(|(_, text)| text))
        .and_then(|text| text.trim_start_matches('-').split(' ').next())
        .filter(|word| !word.is_empty() && word.chars().all(|c| c.is_ascii_uppercase()));
    Some(inner.unwrap_or(code))
}

/// An answer that this store never wrote.
pub(super) fn unreadable(doing: &'static str) -> Error {
    Error::Corrupt(format!("{doing}: the answer of Redis has an unknown form"))
}

#[cfg(test)]
mod tests {
    use ::redis::parse_redis_value;

    use super::*;

    fn answered(line: &str) -> RedisError {
        let value = parse_redis_value(format!("-{line}\r\n").as_bytes()).expect("an answer");
        value.extract_error().expect_err("an error")
    }

    #[test]
    fn a_server_that_can_not_serve_now_is_unavailable_and_never_corrupt() {
        for code in [
            "READONLY",
            "LOADING",
            "MASTERDOWN",
            "CLUSTERDOWN",
            "TRYAGAIN",
            "OOM",
            "MISCONF",
            "NOREPLICAS",
            "BUSY",
            "UNBLOCKED",
            "NOPERM",
            "NOAUTH",
            "WRONGPASS",
            "ERR",
        ] {
            let error = explain("commit", answered(&format!("{code} hunter2")));
            let Error::Unavailable(failure) = &error else { panic!("{code}: {error:?}") };
            assert_eq!(failure.to_string(), format!("commit: Redis refused with {code}"));
            assert!(!format!("{error:?}").contains("hunter2"), "{error:?}");
        }
        assert!(matches!(explain("commit", answered("WRONGTYPE …")), Error::Corrupt(_)));
    }

    #[test]
    fn an_error_within_a_script_is_what_it_is_on_older_servers_too() {
        // Some of them name the place twice.
        let script = "ERR Error running script (call to f_c0ffee): @user_script:30:";
        let within = |text: &str| answered(&format!("{script} @user_script: 30: {text}"));
        assert!(is_not_master(&within("-READONLY You can't write against a read only replica.")));
        assert_eq!(code(&within("-OOM command not allowed")), Some("OOM"));
        let corrupt = answered(&format!("{script} WRONGTYPE Operation against a key"));
        assert!(matches!(explain("commit", corrupt), Error::Corrupt(_)));
        assert_eq!(code(&within("Wrong number of args")), Some("ERR"));
        assert!(is_not_master(&answered("READONLY You can't write")));
        assert!(is_not_master(&answered("MASTERDOWN Link with MASTER is down")));
        assert!(!is_not_master(&answered("OOM command not allowed")));
    }
}
