//! The list of matches, newest first, out of what every partition lists.

use ::redis::cmd;
use futures::{StreamExt, TryStreamExt, stream};

use super::failure::unreadable;
use super::reply::Reply;
use super::{CONCURRENT_MAX, Redis, count, keys};
use crate::{Error, Listing};

/// How many places a partition is asked for beyond its share of the page, so that
/// most need not be asked twice.
const SPARE: usize = 2;

/// What is known of a list.
struct Source {
    key: String,
    /// Its newest places, newest first.
    places: Vec<String>,
    /// Whether there may be older ones.
    has_more: bool,
}

impl Source {
    /// Whether it may list something that belongs before the last place of the
    /// page, or on a page that is not full.
    fn is_asked(&self, last: Option<&String>) -> bool {
        self.has_more && (last.is_none() || self.places.last() > last || self.places.is_empty())
    }
}

impl Redis {
    /// Listed matches, newest first.
    pub(super) async fn newest(
        &self,
        before: Option<Listing>,
        max: usize,
    ) -> Result<Vec<Listing>, Error> {
        if max == 0 {
            return Ok(Vec::new());
        }
        let newest = before.map_or_else(|| "+".to_owned(), |b| format!("({}", keys::place(&b)));
        // What is not carried over yet is listed where it was.
        let first = (!self.is_carried()).then(|| self.first.list());
        let lists = (0..self.keys.partitions()).map(|partition| self.keys.listed(partition));
        let source = |key| Source { key, places: Vec::new(), has_more: true };
        let mut sources: Vec<Source> = lists.chain(first).map(source).collect();
        let mut share = max.div_ceil(sources.len()).saturating_add(SPARE);
        let mut page: Vec<String> = Vec::new();
        loop {
            let last = page.get(max - 1);
            let asked: Vec<_> = (0..sources.len())
                .filter(|index| sources[*index].is_asked(last))
                .map(|index| {
                    let Source { key, places, .. } = &sources[index];
                    let from = places.last().map_or_else(|| newest.clone(), |p| format!("({p}"));
                    self.older(index, key.clone(), from, share)
                })
                .collect();
            if asked.is_empty() {
                return page.iter().map(|place| read(place)).collect();
            }
            let answers = stream::iter(asked).buffer_unordered(CONCURRENT_MAX);
            for (index, places) in answers.try_collect::<Vec<_>>().await? {
                sources[index].has_more = places.len() >= share;
                sources[index].places.extend(places);
            }
            page = sources.iter().flat_map(|source| source.places.iter().cloned()).collect();
            page.sort_unstable_by(|one, other| other.cmp(one));
            // What was just carried over may be listed in both layouts.
            page.dedup();
            page.truncate(max);
            share = share.saturating_mul(2).min(max);
        }
    }

    /// The next older places of a list.
    async fn older(
        &self,
        index: usize,
        key: String,
        from: String,
        max: usize,
    ) -> Result<(usize, Vec<String>), Error> {
        let mut command = cmd("ZREVRANGEBYLEX");
        command.arg(&key).arg(from).arg("-").arg("LIMIT").arg(0).arg(count(max));
        let answer = self.lane(&key).run("list", &command).await?;
        Ok((index, Reply::list("list", answer)?.texts()?))
    }
}

fn read(place: &str) -> Result<Listing, Error> {
    keys::listing(place).ok_or_else(|| unreadable("list"))
}
