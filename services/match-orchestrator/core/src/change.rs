//! A change of a match: what it is afterwards, and the log entry that tells it.

use alloc::vec::Vec;

use bytes::Bytes;
use kit_proto::bakufu::play::v1::{LogEntry, log_entry};
use kit_proto::bakufu::rules::v1 as rules;
use kit_rules::Seat;
use prost_types::Timestamp;
use sha2::{Digest, Sha256};

use crate::game_match::Match;
use crate::identity::CommitId;

#[derive(Clone, Debug)]
pub struct Change {
    pub after: Match,
    /// What the log says about it.
    pub entry: LogEntry,
    /// Whether seats, names or seeds changed.
    pub roster_changed: bool,
}

impl Change {
    /// A change in which the game has no part.
    pub(crate) fn of_seats(after: Match, change: log_entry::Change, now: Timestamp) -> Self {
        let unchanged = Self::of_game(after, change, Vec::new(), Vec::new(), None, now);
        Self { roster_changed: true, ..unchanged }
    }

    pub(crate) fn of_game(
        mut after: Match,
        change: log_entry::Change,
        events: Vec<rules::Event>,
        draws: Vec<rules::Draw>,
        secret_to: Option<Seat>,
        now: Timestamp,
    ) -> Self {
        let state_sha256 = if after.state.is_empty() {
            Bytes::new()
        } else {
            Bytes::copy_from_slice(&Sha256::digest(&after.state))
        };
        let mut entry = LogEntry {
            commit: after.commit().get(),
            committed_at: Some(now),
            change: Some(change),
            events,
            draws,
            state_sha256,
            seats_to_act: after.seats_to_act(),
            outcome: after.outcome.clone(),
            secret_to: secret_to.map_or(0, Seat::number),
            revisions: after.revisions(),
            identity: Bytes::new(),
            content_sha256: Bytes::new(),
        };
        after.committed_at = Some(now);
        after.identity = CommitId::after(after.identity, &entry);
        entry.identity = Bytes::copy_from_slice(&after.identity.get());
        Self { after, entry, roster_changed: false }
    }
}
