//! A store that lives and dies with its process.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::ops::Bound;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, SystemTime};

use async_trait::async_trait;
use bytes::Bytes;
use tokio::sync::broadcast;

use crate::filing::feed_id;
use crate::members::Members;
use crate::partition::partition_of;
use crate::time::{milliseconds, now_ms};
use crate::{
    ANNOUNCEMENTS_MAX, Announcement, Claim, Commit, CommitAnswer, Due, Error, FEED_ITEMS_MAX,
    FeedItem, Filing, GameVersion, Head, Identity, Label, Listing, LogPage, NewMatch, Newer,
    PriorRequest, REQUESTS_KEPT_MIN, RequestKey, Rewrite, Scanned, Store, Stored,
};

/// Few, so that those who hold one each are tried as well.
const PARTITIONS: u32 = 4;

/// Keeps matches in memory, for tests and for a quick game. It lives and dies
/// with its process.
#[derive(Debug)]
pub struct Memory {
    kept: Mutex<Contents>,
    announcements: broadcast::Sender<Announcement>,
    members: Members,
}

/// All that a store in memory held at some moment.
#[derive(Clone, Debug)]
pub struct MemorySnapshot(Contents);

#[derive(Clone, Debug, Default)]
struct Contents {
    matches: BTreeMap<String, StoredMatch>,
    claims: HashMap<String, Claim>,
    listed: BTreeSet<Listing>,
    partitions: [Partition; PARTITIONS as usize],
    /// How often the store may have been set back.
    epoch: u64,
    games: BTreeMap<String, String>,
    drained: BTreeSet<GameVersion>,
}

#[derive(Clone, Debug, Default)]
struct Partition {
    /// When matches are due.
    due: BTreeSet<(u64, String)>,
    feed: VecDeque<FeedItem>,
    /// How many items the feed ever had.
    fed: u64,
}

#[derive(Clone, Debug)]
struct StoredMatch {
    stored: Stored,
    /// The entry of commit `n` is at `n - 1`.
    log: Vec<Bytes>,
    /// The identities of all commits, likewise.
    identities: Vec<Identity>,
    /// How often it was rewritten.
    rewrites: u32,
    requests: HashMap<RequestKey, PriorRequest>,
    /// What requests is kept of, oldest first, and when it came.
    requests_by_age: VecDeque<(SystemTime, RequestKey)>,
    listing: Option<Listing>,
    label: Label,
    due_at_ms: Option<u64>,
    epoch: u64,
}

impl StoredMatch {
    fn identity_of(&self, commit: u64) -> Option<&Identity> {
        self.identities.get(usize::try_from(commit.checked_sub(1)?).ok()?)
    }

    fn is_at(&self, head: &Head) -> bool {
        self.head() == Some(*head)
    }

    fn head(&self) -> Option<Head> {
        let (commit, identity) = (self.stored.commit, *self.identities.last()?);
        Some(Head { commit, identity, rewrites: self.rewrites })
    }

    /// Forgets the requests of a commit.
    fn forget_requests_of(&mut self, commit: u64) {
        let Self { requests, requests_by_age, .. } = self;
        requests.retain(|_, prior| prior.commit != commit);
        requests_by_age.retain(|(_, key)| requests.contains_key(key));
    }

    /// Forgets requests that nobody may repeat any more.
    fn forget_requests(&mut self, kept: Duration) {
        let is_old = |at: &SystemTime| at.elapsed().unwrap_or_default() > kept;
        while self.requests_by_age.len() as u64 > REQUESTS_KEPT_MIN
            && self.requests_by_age.front().is_some_and(|(at, _)| is_old(at))
        {
            if let Some((_, key)) = self.requests_by_age.pop_front() {
                self.requests.remove(&key);
            }
        }
    }
}

impl Contents {
    /// Files a match, and returns what is to be told of it.
    fn file(&mut self, match_id: &str, filing: &Filing) -> Option<Announcement> {
        let partition = partition_of(match_id, PARTITIONS);
        let found = self.matches.get_mut(match_id)?;
        let of = &mut self.partitions[partition as usize];
        let before = of.due.first().cloned();
        if let Some(at) = found.due_at_ms {
            of.due.remove(&(at, match_id.to_owned()));
        }
        found.label = filing.label.clone();
        found.due_at_ms = filing.due_at_ms;
        if let Some(at) = filing.due_at_ms {
            of.due.insert((at, match_id.to_owned()));
        }
        of.tell(match_id, filing.news.as_ref());
        let first = of.due.first().map(|(at, _)| *at)?;
        let is_earlier = before.is_none_or(|(at, _)| first < at);
        is_earlier.then_some(Announcement::Due { partition, at_ms: first })
    }
}

impl Partition {
    fn tell(&mut self, match_id: &str, news: Option<&Bytes>) {
        let Some(news) = news else { return };
        self.fed += 1;
        let id = feed_id(self.fed);
        self.feed.push_back(FeedItem { id, match_id: match_id.to_owned(), news: news.clone() });
        if self.feed.len() > FEED_ITEMS_MAX {
            self.feed.pop_front();
        }
    }
}

impl Memory {
    /// An empty store.
    pub fn new() -> Self {
        let (announcements, _) = broadcast::channel(ANNOUNCEMENTS_MAX);
        Self { kept: Mutex::default(), announcements, members: Members::default() }
    }

    pub fn snapshot(&self) -> MemorySnapshot {
        MemorySnapshot(self.kept().clone())
    }

    /// Sets the store back, as any store is by a restored backup: announcements are
    /// interrupted, and whoever restores it notes that with
    /// [`Store::note_set_back`].
    pub fn restore(&self, snapshot: &MemorySnapshot) {
        *self.kept() = snapshot.0.clone();
        self.announce(Some(Announcement::Gap));
    }

    /// Tells everybody who listens, which nobody has to.
    fn announce(&self, announcement: Option<Announcement>) {
        if let Some(announcement) = announcement {
            let _ = self.announcements.send(announcement);
        }
    }

    fn kept(&self) -> MutexGuard<'_, Contents> {
        self.kept.lock().expect("nothing panics while it holds the lock")
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::new()
    }
}

#[async_trait]
impl Store for Memory {
    fn partitions(&self) -> u32 {
        PARTITIONS
    }

    async fn create(&self, new: NewMatch) -> Result<bool, Error> {
        let mut kept = self.kept();
        if kept.matches.contains_key(&new.match_id) {
            return Ok(false);
        }
        let listing = new
            .listed_at_ms
            .map(|created_at_ms| Listing { created_at_ms, match_id: new.match_id.clone() });
        kept.listed.extend(listing.clone());
        let stored = Stored { commit: 1, roster: new.roster, position: new.position };
        let fresh = StoredMatch {
            stored,
            log: vec![new.entry],
            identities: vec![new.identity],
            rewrites: 0,
            requests: HashMap::new(),
            requests_by_age: VecDeque::new(),
            listing,
            label: new.filing.label.clone(),
            due_at_ms: None,
            epoch: kept.epoch,
        };
        kept.matches.insert(new.match_id.clone(), fresh);
        let due = kept.file(&new.match_id, &new.filing);
        self.announce(due);
        Ok(true)
    }

    async fn load(&self, match_id: &str) -> Result<Option<Stored>, Error> {
        Ok(self.kept().matches.get(match_id).map(|found| found.stored.clone()))
    }

    async fn load_newer(&self, match_id: &str, known: &Head) -> Result<Newer, Error> {
        let kept = self.kept();
        let found = kept.matches.get(match_id).ok_or(Error::Missing)?;
        Ok(if found.identity_of(known.commit) != Some(&known.identity) {
            Newer::Rewound(found.stored.clone())
        } else if found.is_at(known) {
            Newer::Same
        } else {
            Newer::Changed(found.stored.clone())
        })
    }

    async fn commit(&self, commit: &Commit) -> Result<CommitAnswer, Error> {
        let mut kept = self.kept();
        let epoch = kept.epoch;
        let Some(found) = kept.matches.get_mut(&commit.match_id) else {
            return Ok(CommitAnswer::Missing);
        };
        if let Some(prior) = found.requests.get(&commit.request) {
            return Ok(CommitAnswer::Repeated(*prior));
        }
        if found.stored.commit.checked_add(1) != Some(commit.number)
            || found.identities.last() != Some(&commit.parent)
            || found.rewrites != commit.rewrites
        {
            return Ok(CommitAnswer::Conflict { current: found.stored.commit });
        }
        if found.epoch != epoch && !commit.begins_timeline {
            return Ok(CommitAnswer::SetBack);
        }
        found.epoch = epoch;
        found.forget_requests(commit.requests_kept);
        let prior = PriorRequest { commit: commit.number, fingerprint: commit.fingerprint };
        found.requests.insert(commit.request.clone(), prior);
        found.requests_by_age.push_back((SystemTime::now(), commit.request.clone()));
        found.log.push(commit.entry.clone());
        found.identities.push(commit.identity);
        found.stored.commit = commit.number;
        found.stored.position = commit.position.clone();
        if let Some(roster) = &commit.roster {
            found.stored.roster = roster.clone();
        }
        let due = kept.file(&commit.match_id, &commit.filing);
        // Announced under the lock, so that announcements come in order.
        let Commit { number, identity, rewrites, .. } = *commit;
        let head = Head { commit: number, identity, rewrites };
        self.announce(Some(Announcement::Changed { match_id: commit.match_id.clone(), head }));
        self.announce(due);
        Ok(CommitAnswer::Stored)
    }

    async fn file(&self, match_id: &str, head: &Head, filing: &Filing) -> Result<bool, Error> {
        let mut kept = self.kept();
        if !kept.matches.get(match_id).is_some_and(|found| found.is_at(head)) {
            return Ok(false);
        }
        let due = kept.file(match_id, filing);
        self.announce(due);
        Ok(true)
    }

    async fn delete(
        &self,
        match_id: &str,
        head: &Head,
        news: Option<&Bytes>,
    ) -> Result<bool, Error> {
        let mut kept = self.kept();
        match kept.matches.get(match_id) {
            None => return Ok(true),
            Some(found) if !found.is_at(head) => return Ok(false),
            Some(_) => {}
        }
        let Some(gone) = kept.matches.remove(match_id) else { return Ok(true) };
        if let Some(listing) = &gone.listing {
            kept.listed.remove(listing);
        }
        let partition = &mut kept.partitions[partition_of(match_id, PARTITIONS) as usize];
        if let Some(at) = gone.due_at_ms {
            partition.due.remove(&(at, match_id.to_owned()));
        }
        partition.tell(match_id, news);
        self.announce(Some(Announcement::Deleted { match_id: match_id.to_owned() }));
        Ok(true)
    }

    async fn rewrite(&self, match_id: &str, head: &Head, rewrite: &Rewrite) -> Result<bool, Error> {
        let mut kept = self.kept();
        let Some(found) = kept.matches.get_mut(match_id).filter(|found| found.is_at(head)) else {
            return Ok(false);
        };
        found.stored.roster = rewrite.roster.clone();
        for (commit, entry) in &rewrite.entries {
            let index = commit.checked_sub(1).and_then(|index| usize::try_from(index).ok());
            if let Some(kept) = index.and_then(|index| found.log.get_mut(index)) {
                *kept = entry.clone();
            }
            found.forget_requests_of(*commit);
        }
        found.rewrites += 1;
        let head = Head { rewrites: found.rewrites, ..*head };
        self.announce(Some(Announcement::Changed { match_id: match_id.to_owned(), head }));
        Ok(true)
    }

    async fn prior_request(
        &self,
        match_id: &str,
        key: &RequestKey,
    ) -> Result<Option<PriorRequest>, Error> {
        Ok(self.kept().matches.get(match_id).and_then(|found| found.requests.get(key).copied()))
    }

    async fn log(&self, match_id: &str, from: u64, page: LogPage) -> Result<Vec<Bytes>, Error> {
        let kept = self.kept();
        let Some(found) = kept.matches.get(match_id) else { return Ok(Vec::new()) };
        let skipped = usize::try_from(from.saturating_sub(1)).unwrap_or(usize::MAX);
        let mut room = page.room();
        let entries = found.log.iter().skip(skipped).take_while(|entry| room.takes(entry.len()));
        Ok(entries.cloned().collect())
    }

    async fn claim(&self, request_id: &str, proposed: Claim) -> Result<Claim, Error> {
        Ok(self.kept().claims.entry(request_id.to_owned()).or_insert(proposed).clone())
    }

    async fn listed(&self, before: Option<Listing>, max: usize) -> Result<Vec<Listing>, Error> {
        let kept = self.kept();
        let newest_first = kept.listed.iter().rev();
        let older = newest_first.filter(|&listing| before.as_ref().is_none_or(|b| listing < b));
        Ok(older.take(max).cloned().collect())
    }

    async fn scan(&self, cursor: Option<&str>, max: usize) -> Result<Scanned, Error> {
        let kept = self.kept();
        let after = cursor.map_or(Bound::Unbounded, Bound::Excluded);
        let ids = kept.matches.range::<str, _>((after, Bound::Unbounded)).map(|(id, _)| id.clone());
        Ok(Scanned::in_order(ids.take(max.max(1)).collect(), max))
    }

    async fn take_due(&self, partition: u32, max: usize, again_in: Duration) -> Result<Due, Error> {
        let mut kept = self.kept();
        let now_ms = now_ms();
        let Contents { partitions, matches, .. } = &mut *kept;
        let due = &mut partitions[partition as usize].due;
        let is_due = |(at, _): &&(u64, String)| *at <= now_ms;
        let taken: Vec<(u64, String)> = due.iter().take_while(is_due).take(max).cloned().collect();
        let again = now_ms.saturating_add(milliseconds(again_in));
        for entry in &taken {
            due.remove(entry);
            due.insert((again, entry.1.clone()));
            if let Some(found) = matches.get_mut(&entry.1) {
                found.due_at_ms = Some(again);
            }
        }
        let next_at_ms = due.first().map(|(at, _)| *at);
        Ok(Due { match_ids: taken.into_iter().map(|(_, id)| id).collect(), now_ms, next_at_ms })
    }

    async fn follow_due(&self, _partition: u32) -> Result<(), Error> {
        // Everything is announced.
        Ok(())
    }

    fn unfollow_due(&self, _partition: u32) {}

    async fn counts(&self) -> Result<Vec<(Label, u64)>, Error> {
        let mut counts: BTreeMap<Label, u64> = BTreeMap::new();
        for found in self.kept().matches.values() {
            *counts.entry(found.label.clone()).or_default() += 1;
        }
        Ok(counts.into_iter().collect())
    }

    async fn labelled(&self, label: &Label, max: usize) -> Result<Vec<String>, Error> {
        let kept = self.kept();
        let labelled = kept.matches.iter().filter(|(_, found)| found.label == *label);
        Ok(labelled.take(max).map(|(id, _)| id.clone()).collect())
    }

    async fn unfiled(&self, _max: usize) -> Result<Vec<String>, Error> {
        Ok(Vec::new())
    }

    async fn feed(
        &self,
        partition: u32,
        after: Option<&str>,
        max: usize,
    ) -> Result<Vec<FeedItem>, Error> {
        let kept = self.kept();
        let feed = kept.partitions[partition as usize].feed.iter();
        let later = feed.skip_while(|item| after.is_some_and(|after| item.id.as_str() <= after));
        Ok(later.take(max).cloned().collect())
    }

    async fn enroll(&self, member: &str, kept: Duration) -> Result<Vec<String>, Error> {
        Ok(self.members.enroll(member, kept))
    }

    async fn withdraw(&self, member: &str) -> Result<(), Error> {
        self.members.withdraw(member);
        Ok(())
    }

    async fn note_set_back(&self) -> Result<(), Error> {
        self.kept().epoch += 1;
        Ok(())
    }

    async fn put_game(&self, game: &str, address: &str) -> Result<(), Error> {
        self.kept().games.insert(game.to_owned(), address.to_owned());
        Ok(())
    }

    async fn games(&self) -> Result<Vec<(String, String)>, Error> {
        Ok(self.kept().games.clone().into_iter().collect())
    }

    async fn drain(&self, version: &GameVersion, drained: bool) -> Result<(), Error> {
        let mut kept = self.kept();
        if drained {
            kept.drained.insert(version.clone());
        } else {
            kept.drained.remove(version);
        }
        Ok(())
    }

    async fn drained(&self) -> Result<Vec<GameVersion>, Error> {
        Ok(self.kept().drained.iter().cloned().collect())
    }

    async fn follow(&self, _match_id: &str) -> Result<(), Error> {
        // Everything is announced.
        Ok(())
    }

    fn unfollow(&self, _match_id: &str) {}

    fn announcements(&self) -> broadcast::Receiver<Announcement> {
        self.announcements.subscribe()
    }

    async fn ping(&self) -> Result<(), Error> {
        Ok(())
    }
}
