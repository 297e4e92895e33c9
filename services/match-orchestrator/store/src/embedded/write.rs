//! Writes to the file, each within a transaction that may hold other changes too.

use std::time::Duration;

use redb::{ReadableTable, WriteTransaction};

use super::tables;
use super::writer::StagedChange;
use crate::{Announcement, Claim, Commit, CommitAnswer, GameVersion, Head, NewMatch, PriorRequest};

/// How long a claim is kept: longer than anybody retries a creation.
const CLAIM_KEPT: Duration = Duration::from_secs(2 * 24 * 60 * 60);

/// How many outdated claims go with each new one. More than one, so that there
/// are never many of them.
const CLAIMS_DROPPED_MAX: usize = 8;

pub(super) fn create(
    transaction: &WriteTransaction,
    new: &NewMatch,
) -> Result<StagedChange<bool>, redb::Error> {
    let match_id = new.match_id.as_str();
    let mut positions = transaction.open_table(tables::POSITIONS)?;
    if positions.get(match_id)?.is_some() {
        return Ok(StagedChange::silent(false));
    }
    positions.insert(match_id, (1, &*new.position))?;
    transaction.open_table(tables::ROSTERS)?.insert(match_id, &*new.roster)?;
    transaction.open_table(tables::LOG)?.insert((match_id, 1), &*new.entry)?;
    transaction.open_table(tables::IDENTITIES)?.insert((match_id, 1), &new.identity)?;
    if let Some(at_ms) = new.listed_at_ms {
        transaction.open_table(tables::LISTED)?.insert((at_ms, match_id), ())?;
    }
    Ok(StagedChange::silent(true))
}

pub(super) fn commit(
    transaction: &WriteTransaction,
    commit: Commit,
) -> Result<StagedChange<CommitAnswer>, redb::Error> {
    let match_id = commit.match_id.as_str();
    let mut positions = transaction.open_table(tables::POSITIONS)?;
    let Some(current) = positions.get(match_id)?.map(|row| row.value().0) else {
        return Ok(StagedChange::silent(CommitAnswer::Missing));
    };
    let mut requests = transaction.open_table(tables::REQUESTS)?;
    let key = (match_id, commit.request.scope, commit.request.id.as_str());
    if let Some(row) = requests.get(key)? {
        let (commit, fingerprint) = row.value();
        let prior = PriorRequest { commit, fingerprint: *fingerprint };
        return Ok(StagedChange::silent(CommitAnswer::Repeated(prior)));
    }
    let mut identities = transaction.open_table(tables::IDENTITIES)?;
    let is_other =
        identities.get((match_id, current))?.is_some_and(|it| *it.value() != commit.parent);
    if is_other || current.checked_add(1) != Some(commit.number) {
        return Ok(StagedChange::silent(CommitAnswer::Conflict { current }));
    }
    requests.insert(key, (commit.number, &commit.fingerprint))?;
    identities.insert((match_id, commit.number), &commit.identity)?;
    positions.insert(match_id, (commit.number, &*commit.position))?;
    transaction.open_table(tables::LOG)?.insert((match_id, commit.number), &*commit.entry)?;
    if let Some(roster) = &commit.roster {
        transaction.open_table(tables::ROSTERS)?.insert(match_id, &**roster)?;
    }
    drop((positions, requests, identities));
    let head = Head { commit: commit.number, identity: commit.identity };
    let changed = Announcement::Changed { match_id: commit.match_id, head };
    Ok(StagedChange { answer: CommitAnswer::Stored, announcement: Some(changed) })
}

/// Binds a request id, and forgets some that were bound long before now.
pub(super) fn claim(
    transaction: &WriteTransaction,
    request_id: &str,
    proposed: Claim,
    since_1970: Duration,
) -> Result<StagedChange<Claim>, redb::Error> {
    let mut claims = transaction.open_table(tables::CLAIMS)?;
    if let Some(row) = claims.get(request_id)? {
        let (match_id, fingerprint) = row.value();
        let bound = Claim { match_id: match_id.to_owned(), fingerprint: *fingerprint };
        return Ok(StagedChange::silent(bound));
    }
    claims.insert(request_id, (proposed.match_id.as_str(), &proposed.fingerprint))?;

    let mut by_age = transaction.open_table(tables::CLAIMS_BY_AGE)?;
    by_age.insert((milliseconds(since_1970), request_id), ())?;
    let outdated: Vec<(u64, String)> = by_age
        .range(..(milliseconds(since_1970.saturating_sub(CLAIM_KEPT)), ""))?
        .take(CLAIMS_DROPPED_MAX)
        .map(|row| row.map(|(key, _)| (key.value().0, key.value().1.to_owned())))
        .collect::<Result<_, _>>()?;
    for (at_ms, request_id) in &outdated {
        by_age.remove((*at_ms, request_id.as_str()))?;
        claims.remove(request_id.as_str())?;
    }
    Ok(StagedChange::silent(proposed))
}

pub(super) fn attend(
    transaction: &WriteTransaction,
    match_id: &str,
    wanted: bool,
) -> Result<StagedChange<()>, redb::Error> {
    let mut attended = transaction.open_table(tables::ATTENDED)?;
    if wanted {
        attended.insert(match_id, ())?;
    } else {
        attended.remove(match_id)?;
    }
    Ok(StagedChange::silent(()))
}

pub(super) fn put_game(
    transaction: &WriteTransaction,
    game: &str,
    address: &str,
) -> Result<StagedChange<()>, redb::Error> {
    transaction.open_table(tables::GAMES)?.insert(game, address)?;
    Ok(StagedChange::silent(()))
}

pub(super) fn drain(
    transaction: &WriteTransaction,
    version: &GameVersion,
    drained: bool,
) -> Result<StagedChange<()>, redb::Error> {
    let mut table = transaction.open_table(tables::DRAINED)?;
    let key = (version.game.as_str(), version.rules_version.as_str());
    if drained {
        table.insert(key, ())?;
    } else {
        table.remove(key)?;
    }
    Ok(StagedChange::silent(()))
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

fn milliseconds(since_1970: Duration) -> u64 {
    u64::try_from(since_1970.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use redb::backends::InMemoryBackend;
    use redb::{Database, ReadableTableMetadata};

    const DAY: Duration = Duration::from_secs(24 * 60 * 60);

    #[test]
    fn claims_are_kept_for_a_day_and_not_for_ever() {
        let backend = InMemoryBackend::new();
        let database = Database::builder().create_with_backend(backend).expect("a database");
        let transaction = database.begin_write().expect("begin");
        let bind = |request_id: &str, match_id: &str, now| {
            let proposed = Claim { match_id: match_id.to_owned(), fingerprint: [0; 16] };
            claim(&transaction, request_id, proposed, now).expect("claim").answer.match_id
        };
        let count = || transaction.open_table(tables::CLAIMS).expect("open").len().expect("len");
        for number in 0..20 {
            bind(&format!("old {number}"), "m1", 100 * DAY);
        }
        assert_eq!(bind("old 0", "m2", 101 * DAY), "m1");
        assert_eq!(count(), 20);
        for number in 0..3 {
            bind(&format!("new {number}"), "m2", 103 * DAY);
        }
        assert_eq!(count(), 3);
        assert_eq!(bind("old 0", "m2", 103 * DAY), "m2");
    }
}
