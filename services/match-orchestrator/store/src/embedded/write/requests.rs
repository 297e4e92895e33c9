//! Request ids of a match, and forgetting those that nobody may repeat any more.

use redb::{ReadableTable, WriteTransaction};

use crate::embedded::read::prior_among;
use crate::embedded::tables;
use crate::time::milliseconds;
use crate::{Commit, PriorRequest, REQUESTS_KEPT_MIN, RequestKey};

/// How many outdated requests go with each new one. More than one, so that there
/// are never many of them.
const REQUESTS_DROPPED_MAX: usize = 8;

pub(super) fn prior(
    transaction: &WriteTransaction,
    match_id: &str,
    key: &RequestKey,
) -> Result<Option<PriorRequest>, redb::Error> {
    prior_among(&transaction.open_table(tables::REQUESTS)?, match_id, key)
}

/// Notes what a request id was used for, and forgets some that are outdated.
pub(super) fn note(
    transaction: &WriteTransaction,
    commit: &Commit,
    now_ms: u64,
) -> Result<(), redb::Error> {
    let (match_id, RequestKey { scope, id }) = (commit.match_id.as_str(), &commit.request);
    let mut requests = transaction.open_table(tables::REQUESTS)?;
    let mut by_commit = transaction.open_table(tables::REQUESTS_BY_COMMIT)?;
    requests.insert((match_id, *scope, id.as_str()), (commit.number, &commit.fingerprint))?;
    by_commit.insert((match_id, commit.number), (now_ms, *scope, id.as_str()))?;

    let kept_ms = milliseconds(commit.requests_kept);
    let first_kept = commit.number.saturating_sub(REQUESTS_KEPT_MIN);
    let mut outdated: Vec<(u64, u8, String)> = Vec::new();
    for row in by_commit.range((match_id, 0)..(match_id, first_kept))?.take(REQUESTS_DROPPED_MAX) {
        let (key, request) = row?;
        let (at_ms, scope, id) = request.value();
        if at_ms.saturating_add(kept_ms) >= now_ms {
            break;
        }
        outdated.push((key.value().1, scope, id.to_owned()));
    }
    for (number, scope, id) in &outdated {
        by_commit.remove((match_id, *number))?;
        requests.remove((match_id, *scope, id.as_str()))?;
    }
    Ok(())
}

/// Forgets the request of one commit.
pub(super) fn forget(
    transaction: &WriteTransaction,
    match_id: &str,
    commit: u64,
) -> Result<(), redb::Error> {
    let mut requests = transaction.open_table(tables::REQUESTS)?;
    let mut by_commit = transaction.open_table(tables::REQUESTS_BY_COMMIT)?;
    if let Some(request) = by_commit.remove((match_id, commit))? {
        let (_, scope, id) = request.value();
        requests.remove((match_id, scope, id))?;
    }
    Ok(())
}

pub(super) fn forget_all(
    transaction: &WriteTransaction,
    match_id: &str,
) -> Result<(), redb::Error> {
    let mut requests = transaction.open_table(tables::REQUESTS)?;
    let mut by_commit = transaction.open_table(tables::REQUESTS_BY_COMMIT)?;
    let commits = (match_id, 0)..=(match_id, u64::MAX);
    for row in by_commit.extract_from_if(commits, |_, _| true)? {
        let (_, request) = row?;
        let (_, scope, id) = request.value();
        requests.remove((match_id, scope, id))?;
    }
    Ok(())
}
