//! Writes to the file, each within a transaction that may hold other changes too.

pub(super) mod claims;
pub(super) mod filing;
pub(super) mod games;
mod requests;
pub(super) mod timelines;

use bytes::Bytes;
use redb::{ReadableTable, WriteTransaction};

use super::tables;
use super::writer::StagedChange;
use crate::{Announcement, Commit, CommitAnswer, Filing, Head, Identity, NewMatch, Rewrite};

pub(super) fn create(
    transaction: &WriteTransaction,
    new: &NewMatch,
) -> Result<StagedChange<bool>, redb::Error> {
    let match_id = new.match_id.as_str();
    if last_commit(transaction, match_id)?.is_some() {
        return Ok(StagedChange::silent(false));
    }
    transaction.open_table(tables::POSITIONS)?.insert(match_id, (1, &*new.position))?;
    transaction.open_table(tables::ROSTERS)?.insert(match_id, &*new.roster)?;
    transaction.open_table(tables::LOG)?.insert((match_id, 1), &*new.entry)?;
    transaction.open_table(tables::IDENTITIES)?.insert((match_id, 1), &new.identity)?;
    if let Some(at_ms) = new.listed_at_ms {
        transaction.open_table(tables::LISTED)?.insert((at_ms, match_id), ())?;
        transaction.open_table(tables::LISTED_AT)?.insert(match_id, at_ms)?;
    }
    timelines::begin(transaction, match_id)?;
    let due = filing::file(transaction, match_id, &new.filing)?;
    Ok(StagedChange { answer: true, announcements: due.into_iter().collect() })
}

pub(super) fn commit(
    transaction: &WriteTransaction,
    commit: &Commit,
    now_ms: u64,
) -> Result<StagedChange<CommitAnswer>, redb::Error> {
    let (match_id, number) = (commit.match_id.as_str(), commit.number);
    let Some(current) = last_commit(transaction, match_id)? else {
        return Ok(StagedChange::silent(CommitAnswer::Missing));
    };
    if let Some(prior) = requests::prior(transaction, match_id, &commit.request)? {
        return Ok(StagedChange::silent(CommitAnswer::Repeated(prior)));
    }
    if current.checked_add(1) != Some(number)
        || !is_identity(transaction, match_id, current, &commit.parent)?
        || rewrites(transaction, match_id)? != commit.rewrites
    {
        return Ok(StagedChange::silent(CommitAnswer::Conflict { current }));
    }
    if commit.begins_timeline {
        timelines::begin(transaction, match_id)?;
    } else if timelines::is_set_back(transaction, match_id)? {
        return Ok(StagedChange::silent(CommitAnswer::SetBack));
    }
    requests::note(transaction, commit, now_ms)?;
    transaction.open_table(tables::POSITIONS)?.insert(match_id, (number, &*commit.position))?;
    transaction.open_table(tables::LOG)?.insert((match_id, number), &*commit.entry)?;
    transaction.open_table(tables::IDENTITIES)?.insert((match_id, number), &commit.identity)?;
    if let Some(roster) = &commit.roster {
        transaction.open_table(tables::ROSTERS)?.insert(match_id, &**roster)?;
    }
    let due = filing::file(transaction, match_id, &commit.filing)?;
    let Commit { identity, rewrites, .. } = *commit;
    let head = Head { commit: number, identity, rewrites };
    let changed = Announcement::Changed { match_id: match_id.to_owned(), head };
    let announcements = [changed].into_iter().chain(due).collect();
    Ok(StagedChange { answer: CommitAnswer::Stored, announcements })
}

/// Files a match anew, if it is where the caller takes it to be.
pub(super) fn refile(
    transaction: &WriteTransaction,
    match_id: &str,
    head: &Head,
    filed: &Filing,
) -> Result<StagedChange<bool>, redb::Error> {
    if !is_at(transaction, match_id, head)? {
        return Ok(StagedChange::silent(false));
    }
    let due = filing::file(transaction, match_id, filed)?;
    Ok(StagedChange { answer: true, announcements: due.into_iter().collect() })
}

pub(super) fn delete(
    transaction: &WriteTransaction,
    match_id: &str,
    head: &Head,
    news: Option<&Bytes>,
) -> Result<StagedChange<bool>, redb::Error> {
    if !is_at(transaction, match_id, head)? {
        let is_gone = last_commit(transaction, match_id)?.is_none();
        return Ok(StagedChange::silent(is_gone));
    }
    transaction.open_table(tables::POSITIONS)?.remove(match_id)?;
    transaction.open_table(tables::ROSTERS)?.remove(match_id)?;
    let commits = (match_id, 0)..=(match_id, u64::MAX);
    transaction.open_table(tables::LOG)?.retain_in(commits.clone(), |_, _| false)?;
    transaction.open_table(tables::IDENTITIES)?.retain_in(commits, |_, _| false)?;
    transaction.open_table(tables::REWRITES)?.remove(match_id)?;
    requests::forget_all(transaction, match_id)?;
    let listed_at =
        transaction.open_table(tables::LISTED_AT)?.remove(match_id)?.map(|it| it.value());
    if let Some(at_ms) = listed_at {
        transaction.open_table(tables::LISTED)?.remove((at_ms, match_id))?;
    }
    timelines::forget(transaction, match_id)?;
    filing::forget(transaction, match_id)?;
    filing::tell(transaction, match_id, news)?;
    let announcements = vec![Announcement::Deleted { match_id: match_id.to_owned() }];
    Ok(StagedChange { answer: true, announcements })
}

pub(super) fn rewrite(
    transaction: &WriteTransaction,
    match_id: &str,
    head: &Head,
    rewrite: &Rewrite,
) -> Result<StagedChange<bool>, redb::Error> {
    if !is_at(transaction, match_id, head)? {
        return Ok(StagedChange::silent(false));
    }
    transaction.open_table(tables::ROSTERS)?.insert(match_id, &*rewrite.roster)?;
    let mut log = transaction.open_table(tables::LOG)?;
    for (commit, entry) in &rewrite.entries {
        if (1..=head.commit).contains(commit) {
            log.insert((match_id, *commit), &**entry)?;
            requests::forget(transaction, match_id, *commit)?;
        }
    }
    let rewrites = head.rewrites.saturating_add(1);
    transaction.open_table(tables::REWRITES)?.insert(match_id, rewrites)?;
    let head = Head { rewrites, ..*head };
    let changed = Announcement::Changed { match_id: match_id.to_owned(), head };
    Ok(StagedChange { answer: true, announcements: vec![changed] })
}

/// Writes a little, to see whether the file can be written again.
pub(super) fn count_recovery(
    transaction: &WriteTransaction,
) -> Result<StagedChange<()>, redb::Error> {
    let mut about = transaction.open_table(tables::ABOUT)?;
    let count = about.get(tables::RECOVERIES_KEY)?.map_or(0, |row| row.value());
    about.insert(tables::RECOVERIES_KEY, count.saturating_add(1))?;
    Ok(StagedChange::silent(()))
}

fn last_commit(transaction: &WriteTransaction, match_id: &str) -> Result<Option<u64>, redb::Error> {
    let positions = transaction.open_table(tables::POSITIONS)?;
    let row = positions.get(match_id)?;
    Ok(row.map(|row| row.value().0))
}

fn is_at(transaction: &WriteTransaction, match_id: &str, head: &Head) -> Result<bool, redb::Error> {
    Ok(last_commit(transaction, match_id)? == Some(head.commit)
        && is_identity(transaction, match_id, head.commit, &head.identity)?
        && rewrites(transaction, match_id)? == head.rewrites)
}

fn rewrites(transaction: &WriteTransaction, match_id: &str) -> Result<u32, redb::Error> {
    let rewrites = transaction.open_table(tables::REWRITES)?;
    let row = rewrites.get(match_id)?;
    Ok(row.map_or(0, |row| row.value()))
}

/// Whether a commit is the one that the caller takes it for. One that has no
/// identity is known by its number.
fn is_identity(
    transaction: &WriteTransaction,
    match_id: &str,
    commit: u64,
    identity: &Identity,
) -> Result<bool, redb::Error> {
    let identities = transaction.open_table(tables::IDENTITIES)?;
    let row = identities.get((match_id, commit))?;
    Ok(row.is_none_or(|row| row.value() == identity))
}
