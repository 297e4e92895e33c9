//! Looking through the index: all matches, those of a label, and how many.

use std::collections::BTreeMap;

use ::redis::cmd;
use futures::{StreamExt, stream};

use super::failure::unreadable;
use super::reply::Reply;
use super::{CONCURRENT_MAX, Redis, count, label};
use crate::{Error, Label, Scanned};

/// The largest page of a scan.
const PAGE_MAX: usize = 1000;

/// How many partitions are asked ahead when one did not fill the page.
const AHEAD: usize = 16;

impl Redis {
    /// Some matches, and where to go on: behind which member of which partition's
    /// index.
    pub(super) async fn scan_matches(
        &self,
        cursor: Option<&str>,
        max: usize,
    ) -> Result<Scanned, Error> {
        let max = max.clamp(1, PAGE_MAX);
        let begin = cursor.and_then(|cursor| self.read_cursor(cursor));
        let (first, after) = begin.unwrap_or((0, ""));
        let from = if after.is_empty() { "-".to_owned() } else { format!("({after}") };
        let mut members = self.members_between(first, from, "+".to_owned(), max).await?;
        let mut partition = first;
        let mut rest = stream::iter(first + 1..self.keys.partitions())
            .map(|next| async move {
                (next, self.members_between(next, "-".to_owned(), "+".to_owned(), max).await)
            })
            .buffered(AHEAD);
        let mut match_ids = Vec::new();
        loop {
            let room = max - match_ids.len();
            let is_full = members.len() >= room;
            members.truncate(room);
            for member in &members {
                let match_id = label::match_id(member).ok_or_else(|| unreadable("scan"))?;
                match_ids.push(match_id.to_owned());
            }
            if is_full {
                let last = members.last().map(String::as_str).unwrap_or_default();
                return Ok(Scanned { match_ids, next: Some(format!("{partition}/{last}")) });
            }
            let Some((next, found)) = rest.next().await else {
                return Ok(Scanned { match_ids, next: None });
            };
            (partition, members) = (next, found?);
        }
    }

    /// Some matches that are filed under what begins like this.
    pub(super) async fn indexed(&self, beginning: &str, max: usize) -> Result<Vec<String>, Error> {
        // No text holds a byte that sorts behind all others.
        let until = [b"(", beginning.as_bytes(), b"\xff"].concat();
        let asked: Vec<_> = (0..self.keys.partitions())
            .map(|partition| {
                self.members_between(partition, format!("[{beginning}"), until.clone(), max)
            })
            .collect();
        let mut answers = stream::iter(asked).buffered(CONCURRENT_MAX);
        let mut found = Vec::new();
        while found.len() < max
            && let Some(members) = answers.next().await
        {
            for member in members? {
                let match_id = member.strip_prefix(beginning).ok_or_else(|| unreadable("index"))?;
                found.push(match_id.to_owned());
            }
        }
        found.truncate(max);
        Ok(found)
    }

    /// How many matches are filed under each label.
    pub(super) async fn count_matches(&self) -> Result<Vec<(Label, u64)>, Error> {
        let counts = self.everywhere(|partition| async move {
            let key = self.keys.counts(partition);
            let mut command = cmd("HGETALL");
            command.arg(&key);
            Reply::list("counts", self.lane(&key).run("counts", &command).await?)?.texts()
        });
        let mut sums: BTreeMap<Label, u64> = BTreeMap::new();
        for fields in counts.await? {
            // A label, and how many there are.
            for pair in fields.chunks_exact(2) {
                let (label, _) = label::decode(&pair[0]).ok_or_else(|| unreadable("counts"))?;
                let number: u64 = pair[1].parse().map_err(|_| unreadable("counts"))?;
                *sums.entry(label).or_default() += number;
            }
        }
        Ok(sums.into_iter().filter(|(_, number)| *number > 0).collect())
    }

    async fn members_between(
        &self,
        partition: u32,
        from: String,
        until: impl AsRef<[u8]>,
        max: usize,
    ) -> Result<Vec<String>, Error> {
        let index = self.keys.index(partition);
        let mut command = cmd("ZRANGEBYLEX");
        command.arg(&index).arg(from).arg(until.as_ref()).arg("LIMIT").arg(0).arg(count(max));
        Reply::list("index", self.lane(&index).run("index", &command).await?)?.texts()
    }

    fn read_cursor<'a>(&self, cursor: &'a str) -> Option<(u32, &'a str)> {
        let (partition, after) = cursor.split_once('/')?;
        let partition = partition.parse().ok().filter(|p| *p < self.keys.partitions())?;
        Some((partition, after))
    }
}
