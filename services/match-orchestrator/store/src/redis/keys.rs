//! The names of everything in Redis.
//!
//! All keys of one match carry its id as hash tag, so that Redis Cluster keeps
//! them together and one script may change them at once.

use std::borrow::Cow;

use crate::{GameVersion, Head, Listing, RequestKey};

/// Digits of the largest time in milliseconds. Times of one width sort as text
/// in the order of their numbers.
const TIME_DIGITS: usize = 20;

/// Names under one prefix.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    prefix: String,
}

impl Keys {
    pub(super) fn new(prefix: &str) -> Self {
        Self { prefix: prefix.to_owned() }
    }

    /// Hash: `commit`, its `identity`, `roster`, `position`, `listed` if it is
    /// listed, and for every request its field with fingerprint and commit.
    pub(super) fn game_match(&self, match_id: &str) -> String {
        [&self.prefix, "match:{", &tag(match_id), "}"].concat()
    }

    /// The pattern of the keys of all matches, without their logs.
    pub(super) fn game_matches(&self) -> String {
        let special = |c| matches!(c, '*' | '?' | '[' | ']' | '\\' | '^' | '-');
        let literal =
            self.prefix.chars().flat_map(|c| special(c).then_some('\\').into_iter().chain([c]));
        literal.collect::<String>() + "match:{*}"
    }

    pub(super) fn match_id(&self, key: &str) -> Option<String> {
        key.strip_prefix(&self.prefix)?.strip_prefix("match:{")?.strip_suffix('}').map(untag)
    }

    /// Stream: the entry of commit `n` has the id `n-0`.
    pub(super) fn log(&self, match_id: &str) -> String {
        self.game_match(match_id) + ":log"
    }

    /// String: fingerprint and match id.
    pub(super) fn claim(&self, request_id: &str) -> String {
        format!("{}claim:{request_id}", self.prefix)
    }

    /// Sorted set of places, all with the same score.
    pub(super) fn list(&self) -> String {
        format!("{}{{list}}", self.prefix)
    }

    /// Sorted set of places by the time at which they leave the list. It is in
    /// the list's slot, because one script changes both.
    pub(super) fn retired(&self) -> String {
        format!("{}{{list}}:retired", self.prefix)
    }

    /// Set of match ids.
    pub(super) fn attended(&self) -> String {
        format!("{}attended", self.prefix)
    }

    /// Hash: game → address.
    pub(super) fn games(&self) -> String {
        format!("{}games", self.prefix)
    }

    /// Set of versions that take no new matches.
    pub(super) fn drained(&self) -> String {
        format!("{}drained", self.prefix)
    }

    /// Channel of the announcements of one match, so that a commit wakes only
    /// those who follow it.
    pub(super) fn changes(&self, match_id: &str) -> String {
        [&self.prefix, "changes:", match_id].concat()
    }

    /// Channel that every subscriber listens to and nobody publishes on: it
    /// keeps a connection a subscription while no match is followed.
    pub(super) fn presence(&self) -> String {
        format!("{}presence", self.prefix)
    }
}

/// The field of a request in the hash of its match. The slash keeps it apart
/// from all other fields.
pub(super) fn request_field(key: &RequestKey) -> String {
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

/// The text of an announcement.
pub(super) fn announcement(match_id: &str, head: &Head) -> String {
    format!("{match_id} {} {}", head.commit, hex::encode(head.identity))
}

/// The match id and the commit of an announcement. An id may hold spaces.
pub(super) fn announced(text: &str) -> Option<(&str, Head)> {
    let (rest, identity) = text.rsplit_once(' ')?;
    let (match_id, commit) = rest.rsplit_once(' ')?;
    let mut head = Head { commit: commit.parse().ok()?, identity: [0; 32] };
    hex::decode_to_slice(identity, &mut head.identity).ok()?;
    Some((match_id, head))
}

/// The id as a hash tag. A tag ends at the first brace and must not be empty,
/// or Redis would spread the keys of the match.
fn tag(match_id: &str) -> Cow<'_, str> {
    if match_id.is_empty() {
        return "%".into();
    }
    if !match_id.contains(['%', '{', '}']) {
        return match_id.into();
    }
    match_id.replace('%', "%25").replace('{', "%7B").replace('}', "%7D").into()
}

fn untag(tag: &str) -> String {
    if tag == "%" {
        return String::new();
    }
    tag.replace("%7B", "{").replace("%7D", "}").replace("%25", "%")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tag_of_any_id_is_one_whole_tag() {
        let keys = Keys::new("b:");
        for (id, tag) in [("m1", "m1"), ("}x{", "%7Dx%7B"), ("", "%"), ("%", "%25")] {
            assert_eq!(keys.game_match(id), format!("b:match:{{{tag}}}"));
            assert_eq!(keys.log(id), format!("b:match:{{{tag}}}:log"));
            assert_eq!(keys.match_id(&keys.game_match(id)).as_deref(), Some(id));
            assert_eq!(keys.match_id(&keys.log(id)), None);
        }
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
    fn an_announcement_can_be_read_back_whatever_the_id() {
        for id in ["m1", "two words", " ", ""] {
            let head = Head { commit: 7, identity: [0xfe; 32] };
            assert_eq!(announced(&announcement(id, &head)), Some((id, head)));
        }
        assert_eq!(announced("no-number"), None);
    }
}
