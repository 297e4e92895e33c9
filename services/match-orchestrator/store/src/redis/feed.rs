//! The feed of a partition: what others must hear of.

use ::redis::cmd;

use super::failure::unreadable;
use super::reply::Reply;
use super::{Redis, count};
use crate::{Error, FeedItem};

/// Digits of each part of an id, so that ids sort as text.
const DIGITS: usize = 20;

impl Redis {
    /// What came after an item, or all that is still there.
    pub(super) async fn news(
        &self,
        partition: u32,
        after: Option<&str>,
        max: usize,
    ) -> Result<Vec<FeedItem>, Error> {
        if max == 0 {
            return Ok(Vec::new());
        }
        let from = after.and_then(next).unwrap_or_else(|| "-".to_owned());
        let feed = self.keys.feed(partition);
        let mut command = cmd("XRANGE");
        command.arg(&feed).arg(from).arg("+").arg("COUNT").arg(count(max));
        let answer = self.lane(&feed).run("feed", &command).await?;
        let mut rows = Reply::list("feed", answer)?;
        let mut items = Vec::with_capacity(rows.left());
        while rows.left() > 0 {
            // A row is an id and a list of fields and values.
            let mut row = rows.sublist()?;
            let id = sortable(&row.text()?).ok_or_else(|| unreadable("feed"))?;
            let mut fields = row.sublist()?;
            fields.value()?;
            let match_id = fields.text()?;
            fields.value()?;
            items.push(FeedItem { id, match_id, news: fields.bytes()? });
        }
        Ok(items)
    }
}

/// The id of an item as Redis has it, so that it sorts as text.
fn sortable(id: &str) -> Option<String> {
    let (ms, count) = parts(id)?;
    Some(format!("{ms:0DIGITS$}-{count:0DIGITS$}"))
}

/// The id that follows the one of an item.
fn next(id: &str) -> Option<String> {
    let (ms, count) = parts(id)?;
    Some(match count.checked_add(1) {
        Some(count) => format!("{ms}-{count}"),
        None => format!("{}-0", ms.saturating_add(1)),
    })
}

fn parts(id: &str) -> Option<(u64, u64)> {
    let (ms, count) = id.split_once('-')?;
    Some((ms.parse().ok()?, count.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_sort_as_text_and_lead_to_the_next() {
        let ids = ["9-0", "10-9", "10-10", "18446744073709551615-0"].map(sortable);
        assert!(ids.is_sorted() && ids.iter().all(Option::is_some), "{ids:?}");
        let next = |id: &str| sortable(id).and_then(|id| super::next(&id));
        assert_eq!(next("10-9").as_deref(), Some("10-10"));
        assert_eq!(next("10-18446744073709551615").as_deref(), Some("11-0"));
        assert_eq!(sortable("10"), None);
    }
}
