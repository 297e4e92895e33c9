//! The tables of the file, and how their rows look.

use redb::TableDefinition;

use crate::{GameVersion, Label, Status};

/// The layout that this code reads and writes, under [`FORMAT_KEY`].
pub(super) const FORMAT: u64 = 3;

/// The key of the layout's number in [`ABOUT`].
pub(super) const FORMAT_KEY: &str = "match-orchestrator-store format";

/// The key in [`ABOUT`] of how often it was tried whether the file can be
/// written again after a failure, and it could.
pub(super) const RECOVERIES_KEY: &str = "recoveries";

/// The key in [`ABOUT`] of how often the store may have been set back.
pub(super) const SET_BACKS_KEY: &str = "set-backs";

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

/// Match id → how often the match was rewritten, if it ever was.
pub(super) const REWRITES: TableDefinition<'_, &str, u32> = TableDefinition::new("rewrites");

/// Match id, scope and request id → commit and fingerprint.
pub(super) const REQUESTS: TableDefinition<'_, RequestRow, UseRow> =
    TableDefinition::new("requests");

/// Match id, scope and request id.
pub(super) type RequestRow = (&'static str, u8, &'static str);
/// Commit and fingerprint.
pub(super) type UseRow = (u64, &'static [u8; 16]);

/// Match id and commit → when its request came, in milliseconds since 1970, its
/// scope and its id.
pub(super) const REQUESTS_BY_COMMIT: TableDefinition<'_, (&str, u64), (u64, u8, &str)> =
    TableDefinition::new("requests_by_commit");

/// Match id → how often the store had been set back when the match's timeline
/// began. Those that have no row began before it ever was.
pub(super) const TIMELINES: TableDefinition<'_, &str, u64> = TableDefinition::new("timelines");

/// Creation time in milliseconds and match id of every listed match.
pub(super) const LISTED: TableDefinition<'_, (u64, &str), ()> = TableDefinition::new("listed");

/// Match id → creation time in milliseconds, of every listed match.
pub(super) const LISTED_AT: TableDefinition<'_, &str, u64> = TableDefinition::new("listed_at");

/// Match id → label, and when the match is due.
pub(super) const FILED: TableDefinition<'_, &str, (LabelRow<'_>, Option<u64>)> =
    TableDefinition::new("filed");

/// Ids of the matches that are not in [`FILED`], since an earlier format had none.
pub(super) const UNFILED: TableDefinition<'_, &str, ()> = TableDefinition::new("unfiled");

/// Label and match id of every filed match.
pub(super) const LABELLED: TableDefinition<'_, (LabelRow<'_>, &str), ()> =
    TableDefinition::new("labelled");

/// Label → how many matches are filed under it, if there are any.
pub(super) const COUNTS: TableDefinition<'_, LabelRow<'_>, u64> = TableDefinition::new("counts");

/// When a match is due, in milliseconds since 1970, and its id.
pub(super) const DUE: TableDefinition<'_, (u64, &str), ()> = TableDefinition::new("due");

/// Number of the item → match id and news.
pub(super) const FEED: TableDefinition<'_, u64, (&str, &[u8])> = TableDefinition::new("feed");

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

/// Game, rules version, and how far the match is: the order of [`Label`].
pub(super) type LabelRow<'a> = (&'a str, &'a str, u8);

pub(super) fn label_row(label: &Label) -> LabelRow<'_> {
    let Label { version: GameVersion { game, rules_version }, status } = label;
    (game, rules_version, status.number())
}

pub(super) fn label((game, rules_version, status): LabelRow<'_>) -> Result<Label, redb::Error> {
    let status = Status::of_number(status)
        .ok_or_else(|| redb::Error::Corrupted(format!("there is no status {status}")))?;
    let version = GameVersion { game: game.to_owned(), rules_version: rules_version.to_owned() };
    Ok(Label { version, status })
}
