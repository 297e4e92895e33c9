//! Differences between two entries of a log that should be the same.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use bytes::Bytes;
use kit_proto::bakufu::play::v1::LogEntry;
use kit_proto::bakufu::rules::v1 as rules;

use crate::identity::content_sha256;

/// The first part in which a recorded entry is not what it should be. Draws
/// come first, because everything else may follow from them.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Difference {
    /// Another number.
    #[error("it should be commit {expected}, the record says {found}")]
    Number { expected: u64, found: u64 },
    /// A change that comes out otherwise, such as a seat that nobody gave up.
    #[error("what was done comes out otherwise than the record says")]
    Change,
    /// A draw that the seeds do not give, or one too many or too few.
    #[error(
        "draw {place} should be {}, the record says {}: the draw, the actions or a seed are not \
         those of the match",
        draw(*expected),
        draw(*found)
    )]
    Draw { place: usize, expected: Option<rules::Draw>, found: Option<rules::Draw> },
    /// Another state: the actions, or its hash, are not those of the match.
    #[error(
        "the state afterwards should have the hash {}, the record says {}: the actions or the \
         hash are not those of the match",
        hash(expected),
        hash(found)
    )]
    State { expected: Bytes, found: Bytes },
    /// Other events, although they lead to the same state.
    #[error(
        "event {place} is not what the rules tell of the actions; there should be {expected} \
         events, the record has {found}"
    )]
    Event { place: usize, expected: usize, found: usize },
    /// Another result.
    #[error("the result should be {}, the record says {}", standings(expected), standings(found))]
    Outcome { expected: Option<rules::Outcome>, found: Option<rules::Outcome> },
    /// Other seats to act.
    #[error("the seats to act should be {expected:?}, the record says {found:?}")]
    SeatsToAct { expected: Vec<u32>, found: Vec<u32> },
    /// Another seat that alone could notice the commit.
    #[error("it should be secret to {}, the record says {}", seat(*expected), seat(*found))]
    SecretTo { expected: u32, found: u32 },
    /// Another identity: an entry was changed, or the one before is another.
    #[error(
        "the identity should be {}, the record says {}: the entry, or one before it, is not what \
         was committed",
        hash(expected),
        hash(found)
    )]
    Identity { expected: Bytes, found: Bytes },
    /// Another digest of what the entry tells.
    #[error(
        "the digest of its content should be {}, the record says {}",
        hash(expected),
        hash(found)
    )]
    Content { expected: Bytes, found: Bytes },
    /// Other revisions of the viewers.
    #[error("the revisions should be {expected:?}, the record says {found:?}")]
    Revisions { expected: Vec<u64>, found: Vec<u64> },
}

impl Difference {
    /// The first difference; none if the entries agree. When it happened is
    /// not compared: a clock is not part of the rules.
    pub(super) fn between(made: &LogEntry, recorded: &LogEntry) -> Option<Self> {
        // Named one by one, so that a new field can't be forgotten here.
        let LogEntry {
            commit,
            committed_at: _,
            change,
            events,
            draws,
            state_sha256,
            seats_to_act: _,
            outcome: _,
            secret_to: _,
            revisions: _,
            identity: _,
            content_sha256: _,
        } = made;
        if *commit != recorded.commit {
            return Some(Self::Number { expected: *commit, found: recorded.commit });
        }
        if *change != recorded.change {
            return Some(Self::Change);
        }
        if let Some(at) = first_difference(draws, &recorded.draws) {
            let (expected, found) = (draws.get(at).copied(), recorded.draws.get(at).copied());
            return Some(Self::Draw { place: at + 1, expected, found });
        }
        if *state_sha256 != recorded.state_sha256 {
            let (expected, found) = (state_sha256.clone(), recorded.state_sha256.clone());
            return Some(Self::State { expected, found });
        }
        if let Some(at) = first_difference(events, &recorded.events) {
            let (expected, found) = (events.len(), recorded.events.len());
            return Some(Self::Event { place: at + 1, expected, found });
        }
        Self::in_progress(made, recorded)
    }

    fn in_progress(made: &LogEntry, recorded: &LogEntry) -> Option<Self> {
        if made.outcome != recorded.outcome {
            let (expected, found) = (made.outcome.clone(), recorded.outcome.clone());
            return Some(Self::Outcome { expected, found });
        }
        if made.seats_to_act != recorded.seats_to_act {
            let (expected, found) = (made.seats_to_act.clone(), recorded.seats_to_act.clone());
            return Some(Self::SeatsToAct { expected, found });
        }
        if made.secret_to != recorded.secret_to {
            return Some(Self::SecretTo { expected: made.secret_to, found: recorded.secret_to });
        }
        if made.revisions != recorded.revisions {
            let (expected, found) = (made.revisions.clone(), recorded.revisions.clone());
            return Some(Self::Revisions { expected, found });
        }
        // Entries from before there were identities have none.
        if !recorded.identity.is_empty() && made.identity != recorded.identity {
            let (expected, found) = (made.identity.clone(), recorded.identity.clone());
            return Some(Self::Identity { expected, found });
        }
        let content = Bytes::copy_from_slice(&content_sha256(made));
        if !recorded.content_sha256.is_empty() && recorded.content_sha256 != content {
            let (expected, found) = (content, recorded.content_sha256.clone());
            return Some(Self::Content { expected, found });
        }
        None
    }
}

/// A result in a few words.
pub(crate) fn standings(outcome: &Option<rules::Outcome>) -> String {
    let Some(outcome) = outcome else { return "none yet".to_owned() };
    if outcome.standings.is_empty() {
        return "no places".to_owned();
    }
    let place = |standing: &rules::Standing| {
        let score = standing.score.iter().map(|line| line.value.to_string());
        let score = score.collect::<Vec<_>>().join(", ");
        let score = if score.is_empty() { score } else { format!(" ({score})") };
        format!("seat {} at place {}{score}", standing.seat, standing.rank)
    };
    outcome.standings.iter().map(place).collect::<Vec<_>>().join(", ")
}

fn first_difference<T: PartialEq>(expected: &[T], found: &[T]) -> Option<usize> {
    let longer = expected.len().max(found.len());
    (0..longer).find(|at| expected.get(*at) != found.get(*at))
}

fn draw(draw: Option<rules::Draw>) -> String {
    match draw {
        Some(rules::Draw { sides, value }) => format!("{value} of {sides} sides"),
        None => "none".to_owned(),
    }
}

fn hash(bytes: &Bytes) -> String {
    if bytes.is_empty() { "none".to_owned() } else { hex::encode(bytes) }
}

fn seat(number: u32) -> String {
    if number == 0 { "nobody".to_owned() } else { format!("seat {number}") }
}
