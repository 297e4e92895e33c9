//! The tables of the file, and how their rows look.

use redb::TableDefinition;

/// The layout that this code reads and writes, under [`FORMAT_KEY`].
pub(super) const FORMAT: u64 = 2;

/// The key of the layout's number in [`ABOUT`].
pub(super) const FORMAT_KEY: &str = "match-orchestrator-store format";

/// The key in [`ABOUT`] of how often it was tried whether the file can be
/// written again after a failure, and it could.
pub(super) const RECOVERIES_KEY: &str = "recoveries";

/// Facts about the file itself. Its presence tells that the file is ours.
pub(super) const ABOUT: TableDefinition<'_, &str, u64> = TableDefinition::new("about");

/// Match id → number of the last commit, and the position.
pub(super) const POSITIONS: TableDefinition<'_, &str, (u64, &[u8])> =
    TableDefinition::new("positions");

/// Match id → roster.
pub(super) const ROSTERS: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("rosters");

/// Match id and commit → log entry.
pub(super) const LOG: TableDefinition<'_, (&str, u64), &[u8]> = TableDefinition::new("log");

/// Match id and commit → identity of the commit. Commits that format 1 stored have
/// none.
pub(super) const IDENTITIES: TableDefinition<'_, (&str, u64), &[u8; 32]> =
    TableDefinition::new("identities");

/// Match id, scope and request id → commit and fingerprint.
pub(super) const REQUESTS: TableDefinition<'_, (&str, u8, &str), (u64, &[u8; 16])> =
    TableDefinition::new("requests");

/// Creation time in milliseconds and match id of every listed match.
pub(super) const LISTED: TableDefinition<'_, (u64, &str), ()> = TableDefinition::new("listed");

/// Ids of the matches that need attention.
pub(super) const ATTENDED: TableDefinition<'_, &str, ()> = TableDefinition::new("attended");

/// Game → address of its rules service.
pub(super) const GAMES: TableDefinition<'_, &str, &str> = TableDefinition::new("games");

/// Game and rules version of what takes no new matches.
pub(super) const DRAINED: TableDefinition<'_, (&str, &str), ()> = TableDefinition::new("drained");

/// Request id → match id and fingerprint.
pub(super) const CLAIMS: TableDefinition<'_, &str, (&str, &[u8; 16])> =
    TableDefinition::new("claims");

/// When a claim was made, in milliseconds since 1970, and its request id.
pub(super) const CLAIMS_BY_AGE: TableDefinition<'_, (u64, &str), ()> =
    TableDefinition::new("claims_by_age");
