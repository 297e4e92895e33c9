//! Filing of matches in the store: what each is found by, and when it is due.

use std::time::{SystemTime, UNIX_EPOCH};

use kit_proto::bakufu::record::v1::News;
use match_orchestrator_core::news::news;
use match_orchestrator_core::{Change, Lifetimes, Match, agenda, lifecycle::Phase, replay};
use match_orchestrator_store::{Filing, GameVersion, Label, NewMatch, Status};
use prost::Message;
use prost_types::Timestamp;

/// What is due later than this is due at the next full hour.
const FAR_MS: u64 = 24 * HOUR_MS;
const HOUR_MS: u64 = 60 * 60 * 1000;

/// A match that was just created, as the store keeps it.
pub(crate) fn new_match(change: &Change, lifetimes: &Lifetimes) -> NewMatch {
    let game_match = &change.after;
    NewMatch {
        match_id: game_match.id().to_owned(),
        identity: game_match.identity().get(),
        roster: game_match.roster_bytes(),
        position: game_match.position_bytes(),
        entry: change.entry.encode_to_vec().into(),
        // The moment that the match itself shows: with a second look at the
        // clock the list could be in another order than the ages of its matches.
        listed_at_ms: game_match.is_listed().then(|| milliseconds(game_match.created_at())),
        filing: of_change(None, change, lifetimes),
    }
}

/// Where a match is filed by the commit that makes a change.
pub fn of_change(before: Option<&Match>, change: &Change, lifetimes: &Lifetimes) -> Filing {
    let now = replay::committed_at(&change.entry);
    let (_, next) = agenda(&change.after, lifetimes, now);
    let filing = anew(&change.after, next, news(before, change));
    let due_at_ms = filing.due_at_ms.map(|at_ms| coarse(at_ms, milliseconds(now)));
    Filing { due_at_ms, ..filing }
}

/// A moment that is precise enough for when it is. Every move puts off what comes
/// due months later; in full hours, most moves leave the match where it is among
/// all that are due, and the store need not move it.
fn coarse(at_ms: u64, now_ms: u64) -> u64 {
    let is_far = at_ms.saturating_sub(now_ms) > FAR_MS;
    if is_far { at_ms.checked_next_multiple_of(HOUR_MS).unwrap_or(at_ms) } else { at_ms }
}

/// Where a match is filed that is looked at next at this moment.
pub(crate) fn anew(game_match: &Match, next: Option<Timestamp>, news: Option<News>) -> Filing {
    Filing {
        label: label(game_match),
        due_at_ms: next.map(milliseconds_after),
        news: news.map(|news| news.encode_to_vec().into()),
    }
}

fn label(game_match: &Match) -> Label {
    let (game, rules_version) = (game_match.game(), game_match.rules_version());
    let status = match game_match.phase() {
        Phase::Seating => Status::Seating,
        Phase::Playing(_) => Status::Playing,
        Phase::Over if game_match.is_archived() => Status::Archived,
        Phase::Over => Status::Over,
    };
    let version = GameVersion { game: game.to_owned(), rules_version: rules_version.to_owned() };
    Label { version, status }
}

/// A moment as stores have it.
pub(crate) fn milliseconds(at: Timestamp) -> u64 {
    let at = SystemTime::try_from(at).unwrap_or(UNIX_EPOCH);
    let since_1970 = at.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since_1970.as_millis()).unwrap_or(u64::MAX)
}

/// The first moment as stores have it by which this one has come: what is looked at
/// earlier, by a part of a millisecond, is not due yet and would be looked at again.
fn milliseconds_after(at: Timestamp) -> u64 {
    milliseconds(at).saturating_add(u64::from(at.nanos % 1_000_000 != 0))
}

/// The reverse of [`milliseconds`].
pub(crate) fn timestamp(at_ms: u64) -> Timestamp {
    let seconds = i64::try_from(at_ms / 1000).unwrap_or(i64::MAX);
    Timestamp { seconds, nanos: (at_ms % 1000) as i32 * 1_000_000 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn when_something_is_due_it_has_come() {
        for nanos in [0, 1, 999_999, 1_000_000, 1_000_001, 999_999_999] {
            let at = Timestamp { seconds: 7, nanos };
            let due = timestamp(milliseconds_after(at));
            assert!((due.seconds, due.nanos) >= (at.seconds, at.nanos), "{nanos}");
        }
        assert_eq!(milliseconds_after(timestamp(1234)), 1234);
    }

    #[test]
    fn only_what_is_far_away_is_due_at_a_full_hour() {
        let now_ms = 10 * FAR_MS + 1;
        for near_ms in [0, 1, now_ms, now_ms + 2000, now_ms + FAR_MS] {
            assert_eq!(coarse(near_ms, now_ms), near_ms);
        }
        let far_ms = now_ms + FAR_MS + 1;
        assert_eq!(coarse(far_ms, now_ms), 11 * FAR_MS + HOUR_MS);
        assert_eq!(coarse(11 * FAR_MS + HOUR_MS, now_ms), 11 * FAR_MS + HOUR_MS);
        assert_eq!(coarse(u64::MAX, now_ms), u64::MAX, "there is no later hour");
    }
}
