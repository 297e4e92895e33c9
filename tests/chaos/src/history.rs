//! History of a match: what its players were told, and what its record holds in the end.

use bytes::Bytes;
use tests_harness::play;

use crate::watching::WatchRecord;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    pub seat: u32,
    /// The action as it was sent.
    pub action: Bytes,
    /// The seat's revision that the acknowledgement names.
    pub revision: u64,
}

/// Everything that the players of one match did. Whatever they sent was
/// acknowledged: a call without an answer is a fault of its own.
#[derive(Clone, Debug, Default)]
pub struct Course {
    pub match_id: String,
    /// Its acts in the order of their acknowledgements.
    pub acts: Vec<Act>,
}

/// One match from all sides.
#[derive(Clone, Debug)]
pub struct Told {
    /// What the players know.
    pub course: Course,
    /// What every watcher has seen.
    pub watch_records: Vec<WatchRecord>,
    /// What the cluster has kept.
    pub export: play::MatchExport,
}
