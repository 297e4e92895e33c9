//! Timelines: whether a match may have lost commits that somebody has seen.

use redb::{ReadableTable, WriteTransaction};

use crate::embedded::tables;
use crate::embedded::writer::StagedChange;

/// Notes that every timeline may have lost its end.
pub(in crate::embedded) fn note_set_back(
    transaction: &WriteTransaction,
) -> Result<StagedChange<()>, redb::Error> {
    let count = set_backs(transaction)?.saturating_add(1);
    transaction.open_table(tables::ABOUT)?.insert(tables::SET_BACKS_KEY, count)?;
    Ok(StagedChange::silent(()))
}

/// Begins a timeline, which has lost nothing yet.
pub(super) fn begin(transaction: &WriteTransaction, match_id: &str) -> Result<(), redb::Error> {
    let count = set_backs(transaction)?;
    if count > 0 {
        transaction.open_table(tables::TIMELINES)?.insert(match_id, count)?;
    }
    Ok(())
}

/// Whether the store may have been set back since the match's timeline began.
pub(super) fn is_set_back(
    transaction: &WriteTransaction,
    match_id: &str,
) -> Result<bool, redb::Error> {
    let timelines = transaction.open_table(tables::TIMELINES)?;
    let began = timelines.get(match_id)?.map_or(0, |row| row.value());
    Ok(began != set_backs(transaction)?)
}

pub(super) fn forget(transaction: &WriteTransaction, match_id: &str) -> Result<(), redb::Error> {
    transaction.open_table(tables::TIMELINES)?.remove(match_id)?;
    Ok(())
}

fn set_backs(transaction: &WriteTransaction) -> Result<u64, redb::Error> {
    let about = transaction.open_table(tables::ABOUT)?;
    let row = about.get(tables::SET_BACKS_KEY)?;
    Ok(row.map_or(0, |row| row.value()))
}
