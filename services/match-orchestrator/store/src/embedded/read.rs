//! Reads of the file, each within one transaction.

pub(super) mod filing;

use std::ops::Bound;

use bytes::Bytes;
use redb::{ReadTransaction, ReadableTable};

use super::tables;
use crate::{
    GameVersion, Head, Listing, LogPage, Newer, PriorRequest, RequestKey, Scanned, Stored,
};

pub(super) fn last_commit(
    transaction: &ReadTransaction,
    match_id: &str,
) -> Result<Option<u64>, redb::Error> {
    let row = transaction.open_table(tables::POSITIONS)?.get(match_id)?;
    Ok(row.map(|row| row.value().0))
}

/// What has become of a match since `known`; nothing if it is gone.
pub(super) fn newer(
    transaction: &ReadTransaction,
    match_id: &str,
    known: &Head,
) -> Result<Option<Newer>, redb::Error> {
    let Some(current) = last_commit(transaction, match_id)? else { return Ok(None) };
    let identities = transaction.open_table(tables::IDENTITIES)?;
    let is_there = known.commit <= current
        && identities
            .get((match_id, known.commit))?
            .is_none_or(|identity| *identity.value() == known.identity);
    let rewrites = transaction.open_table(tables::REWRITES)?.get(match_id)?;
    let is_rewritten = rewrites.map_or(0, |row| row.value()) != known.rewrites;
    if is_there && known.commit == current && !is_rewritten {
        return Ok(Some(Newer::Same));
    }
    let kind = if is_there { Newer::Changed } else { Newer::Rewound };
    Ok(stored(transaction, match_id)?.map(kind))
}

pub(super) fn stored(
    transaction: &ReadTransaction,
    match_id: &str,
) -> Result<Option<Stored>, redb::Error> {
    let position = transaction.open_table(tables::POSITIONS)?.get(match_id)?;
    let roster = transaction.open_table(tables::ROSTERS)?.get(match_id)?;
    let (Some(position), Some(roster)) = (position, roster) else { return Ok(None) };
    let (commit, position) = position.value();
    Ok(Some(Stored {
        commit,
        roster: Bytes::copy_from_slice(roster.value()),
        position: Bytes::copy_from_slice(position),
    }))
}

pub(super) fn prior_request(
    transaction: &ReadTransaction,
    match_id: &str,
    key: &RequestKey,
) -> Result<Option<PriorRequest>, redb::Error> {
    prior_among(&transaction.open_table(tables::REQUESTS)?, match_id, key)
}

/// The same in a table that is open, for reading or for writing.
pub(super) fn prior_among(
    requests: &impl ReadableTable<tables::RequestRow, tables::UseRow>,
    match_id: &str,
    key: &RequestKey,
) -> Result<Option<PriorRequest>, redb::Error> {
    let row = requests.get((match_id, key.scope, key.id.as_str()))?;
    Ok(row.map(|row| {
        let (commit, fingerprint) = row.value();
        PriorRequest { commit, fingerprint: *fingerprint }
    }))
}

pub(super) fn log(
    transaction: &ReadTransaction,
    match_id: &str,
    from: u64,
    page: LogPage,
) -> Result<Vec<Bytes>, redb::Error> {
    let log = transaction.open_table(tables::LOG)?;
    let (mut entries, mut room) = (Vec::new(), page.room());
    for row in log.range((match_id, from)..=(match_id, u64::MAX))? {
        let (_, entry) = row?;
        if !room.takes(entry.value().len()) {
            break;
        }
        entries.push(Bytes::copy_from_slice(entry.value()));
    }
    Ok(entries)
}

pub(super) fn listed(
    transaction: &ReadTransaction,
    before: Option<&Listing>,
    max: usize,
) -> Result<Vec<Listing>, redb::Error> {
    let listed = transaction.open_table(tables::LISTED)?;
    let older = match before {
        Some(before) => listed.range(..(before.created_at_ms, before.match_id.as_str()))?,
        None => listed.iter()?,
    };
    let rows = older.rev().take(max).map(|row| {
        let (key, _) = row?;
        let (created_at_ms, match_id) = key.value();
        Ok(Listing { created_at_ms, match_id: match_id.to_owned() })
    });
    rows.collect()
}

pub(super) fn scan(
    transaction: &ReadTransaction,
    after: Option<&str>,
    max: usize,
) -> Result<Scanned, redb::Error> {
    let rosters = transaction.open_table(tables::ROSTERS)?;
    let after = after.map_or(Bound::Unbounded, Bound::Excluded);
    let rows = rosters.range::<&str>((after, Bound::Unbounded))?.take(max.max(1));
    let ids: Result<Vec<String>, redb::Error> =
        rows.map(|row| Ok(row?.0.value().to_owned())).collect();
    Ok(Scanned::in_order(ids?, max))
}

pub(super) fn drained(transaction: &ReadTransaction) -> Result<Vec<GameVersion>, redb::Error> {
    let drained = transaction.open_table(tables::DRAINED)?;
    let rows = drained.iter()?.map(|row| {
        let (key, _) = row?;
        let (game, rules_version) = key.value();
        Ok(GameVersion { game: game.to_owned(), rules_version: rules_version.to_owned() })
    });
    rows.collect()
}

pub(super) fn games(transaction: &ReadTransaction) -> Result<Vec<(String, String)>, redb::Error> {
    let games = transaction.open_table(tables::GAMES)?;
    let rows = games.iter()?.map(|row| {
        let (game, address) = row?;
        Ok((game.value().to_owned(), address.value().to_owned()))
    });
    rows.collect()
}
