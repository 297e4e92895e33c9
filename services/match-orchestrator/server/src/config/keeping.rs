//! The settings of how long matches are kept.

use std::time::Duration;

use kit_service::config::{Reader, kinds};
use match_orchestrator_core::Lifetimes;

use super::{ENV_ARCHIVE_FIRST, ENV_KEEP_IDLE, ENV_KEEP_SEATING, ENV_REQUESTS_KEPT, ENV_RETENTION};
use crate::Keeping;

/// The shortest lifetime: nobody means to lose a match within seconds.
const LIFETIME_MIN: Duration = Duration::from_secs(60);

/// All of them, if all can be read.
pub(super) fn read(reader: &mut Reader<'_>) -> Option<Keeping> {
    let seating = reader.or(ENV_KEEP_SEATING, "7days", read_lifetime);
    let idle = reader.or(ENV_KEEP_IDLE, "90days", read_lifetime);
    let finished = reader.or(ENV_RETENTION, "180days", read_lifetime);
    let wait_for_archive = reader.or(ENV_ARCHIVE_FIRST, "false", kinds::flag);
    let requests_kept = reader.or(ENV_REQUESTS_KEPT, "24h", kinds::duration);
    let lifetimes = Lifetimes {
        seating: seating?,
        idle: idle?,
        finished: finished?,
        wait_for_archive: wait_for_archive?,
        ..Lifetimes::default()
    };
    Some(Keeping { lifetimes, requests_kept: requests_kept?, ..Keeping::default() })
}

/// How long something is kept; nothing is for ever, which is written `0`.
///
/// # Errors
/// What would be right, if it is none or too short.
pub fn read_lifetime(value: &str) -> Result<Option<Duration>, String> {
    if value.trim() == "0" {
        return Ok(None);
    }
    match kinds::duration(value)? {
        Duration::ZERO => Ok(None),
        short if short < LIFETIME_MIN => Err("is at least 1min, or 0 for ever".to_owned()),
        lifetime => Ok(Some(lifetime)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::faults;
    use super::*;

    #[test]
    fn a_lifetime_is_a_minute_or_more_or_for_ever() {
        assert_eq!(read_lifetime("0"), Ok(None));
        assert_eq!(read_lifetime("0s"), Ok(None));
        assert_eq!(read_lifetime("7days"), Ok(Some(Duration::from_secs(7 * 24 * 60 * 60))));
        for wrong in ["", "-1s", "10", "59s", "soon"] {
            assert!(read_lifetime(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_wrong_lifetime_is_named() {
        let store = ("ORCHESTRATOR_STORE", "memory");
        let wrong = [store, (ENV_KEEP_IDLE, "1s"), (ENV_RETENTION, "x"), (ENV_REQUESTS_KEPT, "1")];
        assert_eq!(faults(&wrong), [ENV_KEEP_IDLE, ENV_RETENTION, ENV_REQUESTS_KEPT]);
    }
}
