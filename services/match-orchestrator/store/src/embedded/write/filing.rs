//! Filing matches: under their labels, under when they are due, and in the feed.

use std::time::Duration;

use bytes::Bytes;
use redb::{ReadableTable, WriteTransaction};

use crate::embedded::tables::{self, label_row};
use crate::embedded::writer::StagedChange;
use crate::time::milliseconds;
use crate::{Announcement, Due, FEED_ITEMS_MAX, Filing, Label};

/// Files a match, whether it was filed before or not, and returns what is to be
/// told of that.
pub(super) fn file(
    transaction: &WriteTransaction,
    match_id: &str,
    filing: &Filing,
) -> Result<Option<Announcement>, redb::Error> {
    tell(transaction, match_id, filing.news.as_ref())?;
    let (label, due_at_ms) = (&filing.label, filing.due_at_ms);
    let (label_before, due_before) = filed(transaction, match_id)?.unzip();
    if (label_before.as_ref(), due_before) == (Some(label), Some(due_at_ms)) {
        // As most commits leave it.
        return Ok(None);
    }
    transaction.open_table(tables::FILED)?.insert(match_id, (label_row(label), due_at_ms))?;
    transaction.open_table(tables::UNFILED)?.remove(match_id)?;
    change_label(transaction, match_id, label_before.as_ref(), Some(label))?;
    let is_earlier = change_due(transaction, match_id, due_before.flatten(), due_at_ms)?;
    let at_ms = due_at_ms.filter(|_| is_earlier);
    Ok(at_ms.map(|at_ms| Announcement::Due { partition: 0, at_ms }))
}

/// Takes a match out of everything that it is filed under.
pub(super) fn forget(transaction: &WriteTransaction, match_id: &str) -> Result<(), redb::Error> {
    transaction.open_table(tables::UNFILED)?.remove(match_id)?;
    if let Some((label, due_at_ms)) = filed(transaction, match_id)? {
        transaction.open_table(tables::FILED)?.remove(match_id)?;
        change_label(transaction, match_id, Some(&label), None)?;
        change_due(transaction, match_id, due_at_ms, None)?;
    }
    Ok(())
}

/// Adds to the feed, if there is something to tell.
pub(super) fn tell(
    transaction: &WriteTransaction,
    match_id: &str,
    news: Option<&Bytes>,
) -> Result<(), redb::Error> {
    let Some(news) = news else { return Ok(()) };
    let mut feed = transaction.open_table(tables::FEED)?;
    let number = feed.last()?.map_or(0, |(number, _)| number.value()).saturating_add(1);
    feed.insert(number, (match_id, &**news))?;
    // Numbers have no gaps, so one goes when one comes.
    if let Some(oldest) = number.checked_sub(FEED_ITEMS_MAX as u64) {
        feed.remove(oldest)?;
    }
    Ok(())
}

/// Takes what is due, which thereby comes due again later.
pub(in crate::embedded) fn take_due(
    transaction: &WriteTransaction,
    max: usize,
    again_in: Duration,
    now_ms: u64,
) -> Result<StagedChange<Due>, redb::Error> {
    let again_ms = now_ms.saturating_add(milliseconds(again_in));
    let taken: Vec<(u64, String)> = transaction
        .open_table(tables::DUE)?
        .range(..(now_ms.saturating_add(1), ""))?
        .take(max)
        .map(|row| row.map(|(key, _)| (key.value().0, key.value().1.to_owned())))
        .collect::<Result<_, _>>()?;
    for (at_ms, match_id) in &taken {
        change_due(transaction, match_id, Some(*at_ms), Some(again_ms))?;
        if let Some((label, _)) = filed(transaction, match_id)? {
            let row = (label_row(&label), Some(again_ms));
            transaction.open_table(tables::FILED)?.insert(match_id.as_str(), row)?;
        }
    }
    let next_at_ms = transaction.open_table(tables::DUE)?.first()?.map(|(key, _)| key.value().0);
    let match_ids = taken.into_iter().map(|(_, match_id)| match_id).collect();
    Ok(StagedChange::silent(Due { match_ids, now_ms, next_at_ms }))
}

/// How a match is filed, and when it is due.
fn filed(
    transaction: &WriteTransaction,
    match_id: &str,
) -> Result<Option<(Label, Option<u64>)>, redb::Error> {
    let filed = transaction.open_table(tables::FILED)?;
    let Some(row) = filed.get(match_id)? else { return Ok(None) };
    let (label, due_at_ms) = row.value();
    Ok(Some((tables::label(label)?, due_at_ms)))
}

/// Changes what a match is found and counted under.
fn change_label(
    transaction: &WriteTransaction,
    match_id: &str,
    from: Option<&Label>,
    to: Option<&Label>,
) -> Result<(), redb::Error> {
    if from == to {
        return Ok(());
    }
    let mut labelled = transaction.open_table(tables::LABELLED)?;
    let mut counts = transaction.open_table(tables::COUNTS)?;
    if let Some(label) = from.map(label_row) {
        labelled.remove((label, match_id))?;
        let count = counts.get(label)?.map_or(0, |row| row.value());
        if count > 1 {
            counts.insert(label, count - 1)?;
        } else {
            counts.remove(label)?;
        }
    }
    if let Some(label) = to.map(label_row) {
        labelled.insert((label, match_id), ())?;
        let count = counts.get(label)?.map_or(0, |row| row.value());
        counts.insert(label, count + 1)?;
    }
    Ok(())
}

/// Changes when a match is due, and tells whether that is earlier than anything
/// was before.
fn change_due(
    transaction: &WriteTransaction,
    match_id: &str,
    from_ms: Option<u64>,
    to_ms: Option<u64>,
) -> Result<bool, redb::Error> {
    let mut due = transaction.open_table(tables::DUE)?;
    let first_ms = due.first()?.map(|(key, _)| key.value().0);
    if let Some(at_ms) = from_ms {
        due.remove((at_ms, match_id))?;
    }
    if let Some(at_ms) = to_ms {
        due.insert((at_ms, match_id), ())?;
    }
    Ok(to_ms.is_some_and(|at_ms| first_ms.is_none_or(|first_ms| at_ms < first_ms)))
}

#[cfg(test)]
mod tests {
    use redb::backends::InMemoryBackend;
    use redb::{Database, ReadableTableMetadata};

    use super::*;

    #[test]
    fn the_feed_forgets_its_oldest_items() {
        let backend = InMemoryBackend::new();
        let database = Database::builder().create_with_backend(backend).expect("a database");
        let transaction = database.begin_write().expect("begin");
        for _ in 0..FEED_ITEMS_MAX + 5 {
            tell(&transaction, "m", Some(&Bytes::from_static(b"news"))).expect("tell");
        }
        let feed = transaction.open_table(tables::FEED).expect("open");
        assert_eq!(feed.len().expect("len"), FEED_ITEMS_MAX as u64);
        let oldest = feed.first().expect("first").map(|(number, _)| number.value());
        assert_eq!(oldest, Some(6));
    }
}
