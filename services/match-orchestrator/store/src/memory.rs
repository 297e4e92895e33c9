//! A store that lives and dies with its process.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Bound;
use std::sync::{Mutex, MutexGuard};

use async_trait::async_trait;
use bytes::Bytes;
use tokio::sync::broadcast;

use crate::{
    ANNOUNCEMENTS_MAX, Announcement, Claim, Commit, CommitAnswer, Error, GameVersion, Head,
    Identity, Listing, NewMatch, Newer, PriorRequest, RequestKey, Scanned, Store, Stored,
};

/// Keeps matches in memory, for tests and for a quick game. It forgets
/// nothing while it lives, so it is not for servers that run for long.
#[derive(Debug)]
pub struct Memory {
    kept: Mutex<Contents>,
    announcements: broadcast::Sender<Announcement>,
}

#[derive(Debug, Default)]
struct Contents {
    matches: BTreeMap<String, StoredMatch>,
    claims: HashMap<String, Claim>,
    listed: BTreeSet<Listing>,
    attended: BTreeSet<String>,
    games: BTreeMap<String, String>,
    drained: BTreeSet<GameVersion>,
}

#[derive(Debug)]
struct StoredMatch {
    stored: Stored,
    /// The entry of commit `n` is at `n - 1`.
    log: Vec<Bytes>,
    /// The identities of all commits, likewise.
    identities: Vec<Identity>,
    requests: HashMap<RequestKey, PriorRequest>,
}

impl StoredMatch {
    fn identity_of(&self, commit: u64) -> Option<&Identity> {
        self.identities.get(usize::try_from(commit.checked_sub(1)?).ok()?)
    }
}

impl Memory {
    /// An empty store.
    pub fn new() -> Self {
        let (announcements, _) = broadcast::channel(ANNOUNCEMENTS_MAX);
        Self { kept: Mutex::default(), announcements }
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
    async fn create(&self, new: NewMatch) -> Result<bool, Error> {
        let mut kept = self.kept();
        if kept.matches.contains_key(&new.match_id) {
            return Ok(false);
        }
        if let Some(created_at_ms) = new.listed_at_ms {
            kept.listed.insert(Listing { created_at_ms, match_id: new.match_id.clone() });
        }
        let stored = Stored { commit: 1, roster: new.roster, position: new.position };
        let fresh = StoredMatch {
            stored,
            log: vec![new.entry],
            identities: vec![new.identity],
            requests: HashMap::new(),
        };
        kept.matches.insert(new.match_id, fresh);
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
        } else if found.stored.commit == known.commit {
            Newer::Same
        } else {
            Newer::Changed(found.stored.clone())
        })
    }

    async fn commit(&self, commit: &Commit) -> Result<CommitAnswer, Error> {
        let mut kept = self.kept();
        let Some(found) = kept.matches.get_mut(&commit.match_id) else {
            return Ok(CommitAnswer::Missing);
        };
        if let Some(prior) = found.requests.get(&commit.request) {
            return Ok(CommitAnswer::Repeated(*prior));
        }
        if found.stored.commit.checked_add(1) != Some(commit.number)
            || found.identities.last() != Some(&commit.parent)
        {
            return Ok(CommitAnswer::Conflict { current: found.stored.commit });
        }
        let prior = PriorRequest { commit: commit.number, fingerprint: commit.fingerprint };
        found.requests.insert(commit.request.clone(), prior);
        found.log.push(commit.entry.clone());
        found.identities.push(commit.identity);
        found.stored.commit = commit.number;
        found.stored.position = commit.position.clone();
        if let Some(roster) = &commit.roster {
            found.stored.roster = roster.clone();
        }
        // Announced under the lock, so that announcements come in order. That
        // nobody listens is fine.
        let head = Head { commit: commit.number, identity: commit.identity };
        let changed = Announcement::Changed { match_id: commit.match_id.clone(), head };
        let _ = self.announcements.send(changed);
        Ok(CommitAnswer::Stored)
    }

    async fn prior_request(
        &self,
        match_id: &str,
        key: &RequestKey,
    ) -> Result<Option<PriorRequest>, Error> {
        Ok(self.kept().matches.get(match_id).and_then(|found| found.requests.get(key).copied()))
    }

    async fn log(&self, match_id: &str, from: u64, max: usize) -> Result<Vec<Bytes>, Error> {
        let kept = self.kept();
        let Some(found) = kept.matches.get(match_id) else { return Ok(Vec::new()) };
        let skipped = usize::try_from(from.saturating_sub(1)).unwrap_or(usize::MAX);
        Ok(found.log.iter().skip(skipped).take(max).cloned().collect())
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

    async fn attend(&self, match_id: &str, wanted: bool) -> Result<(), Error> {
        let mut kept = self.kept();
        if wanted {
            kept.attended.insert(match_id.to_owned());
        } else {
            kept.attended.remove(match_id);
        }
        Ok(())
    }

    async fn attended(&self) -> Result<Vec<String>, Error> {
        Ok(self.kept().attended.iter().cloned().collect())
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
