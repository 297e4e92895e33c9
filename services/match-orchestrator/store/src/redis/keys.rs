//! The names of everything in Redis, in the second layout.
//!
//! All keys of a partition carry it as hash tag, so that Redis Cluster keeps them
//! together and one script may change a match with everything that it is found
//! by. The prefix holds no brace, so the first one begins the tag, whatever the id
//! of a match holds.

use crate::partition::partition_of;
use crate::{Announcement, GameVersion, Head, Listing, RequestKey};

/// Digits of the largest time in milliseconds. Times of one width sort as text
/// in the order of their numbers.
const TIME_DIGITS: usize = 20;

/// What is published on the channel of a match that is gone.
const DELETED: &[u8] = b"deleted";

/// Names under one prefix.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    prefix: String,
    partitions: u32,
}

impl Keys {
    pub(super) fn new(prefix: &str, partitions: u32) -> Self {
        Self { prefix: prefix.to_owned(), partitions }
    }

    pub(super) fn partitions(&self) -> u32 {
        self.partitions
    }

    pub(super) fn partition_of(&self, match_id: &str) -> u32 {
        partition_of(match_id, self.partitions)
    }

    /// Everything that belongs to a match, in the order in which the scripts
    /// that change it want it.
    pub(super) fn of_match(&self, match_id: &str) -> [String; 9] {
        let partition = self.partition_of(match_id);
        let own = |what: &str| format!("{}:{what}:{match_id}", self.tag(partition));
        [
            own("match"),
            own("log"),
            own("requests"),
            self.due(partition),
            self.feed(partition),
            self.counts(partition),
            self.index(partition),
            self.listed(partition),
            self.epoch(partition),
        ]
    }

    /// Hash: `commit` and its `identity` (behind the number and a slash),
    /// `roster`, `position`, `listed` (its place, if it is), `filed` (its label),
    /// the `epoch` of the last commit, up to which commit requests are
    /// `forgotten`, how many `rewrites` there were. Matches of the first layout have
    /// their requests here too.
    pub(super) fn game_match(&self, match_id: &str) -> String {
        self.game_matches(self.partition_of(match_id)) + match_id
    }

    /// What the keys of a partition's matches begin with.
    pub(super) fn game_matches(&self, partition: u32) -> String {
        self.tag(partition) + ":match:"
    }

    /// Stream: the entry of commit `n` has the id `n-0`. Its fields are the entry
    /// (`e`), the identity (`i`, empty if the entry ends with it), the request (`r`:
    /// digest and fingerprint) and the time in milliseconds (`t`), in this order. In
    /// the first layout they were `entry` and `identity`.
    pub(super) fn log(&self, match_id: &str) -> String {
        format!("{}:log:{match_id}", self.tag(self.partition_of(match_id)))
    }

    /// Sorted set of match ids by the time at which they are due; and the channel
    /// that tells when the first is due earlier than before.
    pub(super) fn due(&self, partition: u32) -> String {
        self.tag(partition) + ":due"
    }

    /// Stream of news: the match (`m`) and what is told of it (`n`).
    pub(super) fn feed(&self, partition: u32) -> String {
        self.tag(partition) + ":feed"
    }

    /// Hash: label → number of matches.
    pub(super) fn counts(&self, partition: u32) -> String {
        self.tag(partition) + ":counts"
    }

    /// Sorted set of labels, each with the id of a match behind it, all with the
    /// same score.
    pub(super) fn index(&self, partition: u32) -> String {
        self.tag(partition) + ":index"
    }

    /// Sorted set of places, all with the same score.
    pub(super) fn listed(&self, partition: u32) -> String {
        self.tag(partition) + ":listed"
    }

    /// Hash: the `number` of times that the partition may have been set back, the
    /// `run` of the server that it was last written on, and how often somebody
    /// `vouched` for what was written before.
    pub(super) fn epoch(&self, partition: u32) -> String {
        self.tag(partition) + ":epoch"
    }

    /// Channel of the announcements of one match, so that a commit wakes only
    /// those who follow it.
    pub(super) fn changes(&self, match_id: &str) -> String {
        format!("{}:changes:{match_id}", self.tag(self.partition_of(match_id)))
    }

    /// What a message on a channel says. One that can't be read may have been
    /// important.
    pub(super) fn announcement(&self, channel: &str, message: &[u8]) -> Announcement {
        self.announced(channel, message).unwrap_or(Announcement::Gap)
    }

    fn announced(&self, channel: &str, message: &[u8]) -> Option<Announcement> {
        let rest = channel.strip_prefix(&self.prefix)?.strip_prefix("{p")?;
        let (partition, rest) = rest.split_once("}:")?;
        if rest == "due" {
            let (partition, at_ms) = (partition.parse().ok()?, std::str::from_utf8(message).ok()?);
            return Some(Announcement::Due { partition, at_ms: at_ms.parse().ok()? });
        }
        let match_id = rest.strip_prefix("changes:")?.to_owned();
        if message == DELETED {
            return Some(Announcement::Deleted { match_id });
        }
        let mut parts = message.splitn(3, |byte| *byte == b'/');
        let mut number = || std::str::from_utf8(parts.next()?).ok();
        let (commit, rewrites) = (number()?.parse().ok()?, number()?.parse().ok()?);
        let head = Head { commit, identity: parts.next()?.try_into().ok()?, rewrites };
        Some(Announcement::Changed { match_id, head })
    }

    /// Sorted set of members by the time at which their membership ends.
    pub(super) fn members(&self) -> String {
        format!("{}members", self.prefix)
    }

    /// String: fingerprint and match id.
    pub(super) fn claim(&self, request_id: &str) -> String {
        format!("{}claim:{request_id}", self.prefix)
    }

    /// Hash: game → address.
    pub(super) fn games(&self) -> String {
        format!("{}games", self.prefix)
    }

    /// Set of versions that take no new matches.
    pub(super) fn drained(&self) -> String {
        format!("{}drained", self.prefix)
    }

    /// Channel that every subscriber listens to and nobody publishes on: it
    /// keeps a connection a subscription while no match is followed.
    pub(super) fn presence(&self) -> String {
        format!("{}presence", self.prefix)
    }

    fn tag(&self, partition: u32) -> String {
        format!("{}{{p{partition}}}", self.prefix)
    }
}

/// Hash: the `version` and the number of `partitions`, `since` when in seconds, and
/// whether everything of the first layout is `carried` over.
pub(super) fn layout(prefix: &str) -> String {
    format!("{prefix}layout")
}

/// A request with its scope. The slash keeps it apart from the fields of a match,
/// which it was one of in the first layout.
pub(super) fn request(key: &RequestKey) -> String {
    format!("{}/{}", key.scope, key.id)
}

/// The place of a match in the list: text that sorts like the listing.
pub(super) fn place(listing: &Listing) -> String {
    format!("{:0TIME_DIGITS$}/{}", listing.created_at_ms, listing.match_id)
}

pub(super) fn listing(place: &str) -> Option<Listing> {
    let (time, match_id) = place.split_at_checked(TIME_DIGITS)?;
    Some(Listing {
        created_at_ms: time.parse().ok()?,
        match_id: match_id.strip_prefix('/')?.to_owned(),
    })
}

/// A version as a member of a set. Both parts may hold anything, so the length
/// of the first tells them apart.
pub(super) fn version(version: &GameVersion) -> String {
    format!("{}/{}{}", version.game.len(), version.game, version.rules_version)
}

/// The reverse of [`version`].
pub(super) fn read_version(text: &str) -> Option<GameVersion> {
    let (length, rest) = text.split_once('/')?;
    let (game, rules_version) = rest.split_at_checked(length.parse().ok()?)?;
    Some(GameVersion { game: game.to_owned(), rules_version: rules_version.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_of_a_match_is_that_of_another() {
        let keys = Keys::new("b:", 1);
        let ids = ["m", "m:log", "log:m", "", ":", "}{"];
        let mut all: Vec<String> = Vec::new();
        for id in ids {
            assert_eq!(keys.of_match(id)[..2], [keys.game_match(id), keys.log(id)]);
            all.extend(keys.of_match(id).into_iter().take(3));
        }
        assert!(all.iter().all(|key| key.starts_with("b:{p0}:")), "{all:?}");
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 3 * ids.len());
    }

    #[test]
    fn places_sort_like_listings_and_can_be_read_back() {
        let at = |created_at_ms, id: &str| Listing { created_at_ms, match_id: id.to_owned() };
        let listings = [at(0, "z"), at(9, "a/b"), at(10, ""), at(10, "a"), at(u64::MAX, "ü m")];
        let places: Vec<String> = listings.iter().map(place).collect();
        assert!(places.is_sorted());
        for (listing, place) in listings.iter().zip(&places) {
            assert_eq!(super::listing(place).as_ref(), Some(listing));
        }
        assert_eq!(super::listing("12/short"), None);
    }

    #[test]
    fn an_announcement_is_of_what_its_channel_is_of() {
        let keys = Keys::new("b:", 256);
        for id in ["m1", "two words", " ", "", "a/b", "}:due"] {
            let head = Head { commit: 7, identity: [b'/'; 32], rewrites: 2 };
            let message = [b"7/2/".as_slice(), &head.identity].concat();
            let match_id = id.to_owned();
            let channel = keys.changes(id);
            let changed = Announcement::Changed { match_id: match_id.clone(), head };
            assert_eq!(keys.announcement(&channel, &message), changed);
            let deleted = Announcement::Deleted { match_id };
            assert_eq!(keys.announcement(&channel, b"deleted"), deleted);
            assert_eq!(keys.announcement(&channel, b"no number"), Announcement::Gap);
        }
        let due = Announcement::Due { partition: 17, at_ms: 1234 };
        assert_eq!(keys.announcement(&keys.due(17), b"1234"), due);
        assert_eq!(keys.announcement(&keys.due(17), b"soon"), Announcement::Gap);
    }
}
