//! Reads of what matches are filed under, each within one transaction.

use std::ops::Bound;

use bytes::Bytes;
use redb::{ReadTransaction, ReadableTable};

use crate::embedded::tables::{self, label_row};
use crate::filing::feed_id;
use crate::{FeedItem, Label};

/// When the first match is due.
pub(in crate::embedded) fn next_due(
    transaction: &ReadTransaction,
) -> Result<Option<u64>, redb::Error> {
    let due = transaction.open_table(tables::DUE)?;
    let first = due.first()?;
    Ok(first.map(|(key, _)| key.value().0))
}

pub(in crate::embedded) fn counts(
    transaction: &ReadTransaction,
) -> Result<Vec<(Label, u64)>, redb::Error> {
    let counts = transaction.open_table(tables::COUNTS)?;
    let rows = counts.iter()?.map(|row| {
        let (label, count) = row?;
        Ok((tables::label(label.value())?, count.value()))
    });
    rows.collect()
}

pub(in crate::embedded) fn labelled(
    transaction: &ReadTransaction,
    label: &Label,
    max: usize,
) -> Result<Vec<String>, redb::Error> {
    let labelled = transaction.open_table(tables::LABELLED)?;
    let (game, rules_version, status) = label_row(label);
    let (first, end) = ((game, rules_version, status), (game, rules_version, status + 1));
    let rows = labelled.range((first, "")..(end, ""))?.take(max);
    rows.map(|row| Ok(row?.0.value().1.to_owned())).collect()
}

pub(in crate::embedded) fn unfiled(
    transaction: &ReadTransaction,
    max: usize,
) -> Result<Vec<String>, redb::Error> {
    let unfiled = transaction.open_table(tables::UNFILED)?;
    unfiled.iter()?.take(max).map(|row| Ok(row?.0.value().to_owned())).collect()
}

pub(in crate::embedded) fn feed(
    transaction: &ReadTransaction,
    after: Option<&str>,
    max: usize,
) -> Result<Vec<FeedItem>, redb::Error> {
    let feed = transaction.open_table(tables::FEED)?;
    // What is no number is no item of ours, and everything is news.
    let after = after.and_then(|id| id.parse::<u64>().ok());
    let after = after.map_or(Bound::Unbounded, Bound::Excluded);
    let rows = feed.range((after, Bound::Unbounded))?.take(max).map(|row| {
        let (number, item) = row?;
        let (match_id, news) = item.value();
        let (match_id, news) = (match_id.to_owned(), Bytes::copy_from_slice(news));
        Ok(FeedItem { id: feed_id(number.value()), match_id, news })
    });
    rows.collect()
}
