//! Claims: which match a request for a new one has led to.

use std::time::Duration;

use redb::{ReadableTable, WriteTransaction};

use crate::Claim;
use crate::embedded::tables;
use crate::embedded::writer::StagedChange;
use crate::time::milliseconds;

/// How long a claim is kept: longer than anybody retries a creation.
const CLAIM_KEPT: Duration = Duration::from_secs(2 * 24 * 60 * 60);

/// How many outdated claims go with each new one. More than one, so that there
/// are never many of them.
const CLAIMS_DROPPED_MAX: usize = 8;

/// Binds a request id, and forgets some that were bound long before now.
pub(in crate::embedded) fn claim(
    transaction: &WriteTransaction,
    request_id: &str,
    proposed: Claim,
    now_ms: u64,
) -> Result<StagedChange<Claim>, redb::Error> {
    let mut claims = transaction.open_table(tables::CLAIMS)?;
    if let Some(row) = claims.get(request_id)? {
        let (match_id, fingerprint) = row.value();
        let bound = Claim { match_id: match_id.to_owned(), fingerprint: *fingerprint };
        return Ok(StagedChange::silent(bound));
    }
    claims.insert(request_id, (proposed.match_id.as_str(), &proposed.fingerprint))?;

    let mut by_age = transaction.open_table(tables::CLAIMS_BY_AGE)?;
    by_age.insert((now_ms, request_id), ())?;
    let outdated: Vec<(u64, String)> = by_age
        .range(..(now_ms.saturating_sub(milliseconds(CLAIM_KEPT)), ""))?
        .take(CLAIMS_DROPPED_MAX)
        .map(|row| row.map(|(key, _)| (key.value().0, key.value().1.to_owned())))
        .collect::<Result<_, _>>()?;
    for (at_ms, request_id) in &outdated {
        by_age.remove((*at_ms, request_id.as_str()))?;
        claims.remove(request_id.as_str())?;
    }
    Ok(StagedChange::silent(proposed))
}

#[cfg(test)]
mod tests {
    use redb::backends::InMemoryBackend;
    use redb::{Database, ReadableTableMetadata};

    use super::*;

    const DAY: Duration = Duration::from_secs(24 * 60 * 60);

    #[test]
    fn claims_are_kept_for_a_day_and_not_for_ever() {
        let backend = InMemoryBackend::new();
        let database = Database::builder().create_with_backend(backend).expect("a database");
        let transaction = database.begin_write().expect("begin");
        let bind = |request_id: &str, match_id: &str, now: Duration| {
            let proposed = Claim { match_id: match_id.to_owned(), fingerprint: [0; 16] };
            let now_ms = milliseconds(now);
            claim(&transaction, request_id, proposed, now_ms).expect("claim").answer.match_id
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
