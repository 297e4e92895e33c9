//! Deviations of a record from the truth.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;

use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::rules::v1 as rules;

use crate::replay::{Difference, standings};

/// The first thing in a record that is not as it should be.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Deviation {
    /// The record is written in another way.
    #[error("the record has format {found}, and format {expected} is what can be read here")]
    Format { expected: u32, found: u32 },
    /// The record has no match in it.
    #[error("the record holds no match")]
    NoMatch,
    /// No table has so many seats.
    #[error("the record has {found} seats, which no match has")]
    Seats { found: usize },
    /// The server seed can't be one.
    #[error("the server seed has {found} bytes instead of 32")]
    SeedLength { found: usize },
    /// The seed is not the one that was promised before anybody sat down.
    #[error(
        "the seed commitment should be {expected}, the record says {found}: the server seed, the \
         match id, the rules version or the commitment is not that of the match"
    )]
    Commitment { expected: String, found: String },
    /// A seat without a seed, or a seed without a seat.
    #[error("there should be {expected} seat seeds, one for each seat, the record has {found}")]
    SeatSeeds { expected: usize, found: usize },
    /// A seat with a seed that it can't have.
    #[error("seat {seat} can't have this seed: only players add one, of at most 64 bytes")]
    SeatSeed { seat: u32 },
    /// The game is not one of those known here.
    #[error("this program has no game {game:?}: get a release that has it")]
    UnknownGame { game: String },
    /// The match belongs to other rules than those known here.
    #[error(
        "this match was played by rules version {played}, this program has {here}: get the \
         release that has {played}",
        played = .played.escape_debug()
    )]
    OtherRules { played: String, here: String },
    /// The numbers of the commits do not follow each other.
    #[error(
        "commit {expected} is missing: commit {found} stands in its place, so an entry was \
         dropped, added or moved"
    )]
    OutOfOrder { expected: u64, found: u64 },
    /// A commit that does nothing which could have been done.
    #[error("commit {commit}: the record tells no change that can stand here")]
    NoChange { commit: u64 },
    /// A commit that could never have happened.
    #[error("commit {commit}: what the record tells is not allowed: {why}")]
    Refused { commit: u64, why: String },
    /// A commit that comes out otherwise.
    #[error("commit {commit}: {difference}")]
    Different { commit: u64, difference: Difference },
    /// A draw that comes out otherwise before enough others have borne out the
    /// seeds of the seats.
    #[error(
        "commit {commit}: {difference}; the draws before do not bear out the seeds of the seats, so \
         it may be one of them that was changed"
    )]
    EarlyDraw { commit: u64, difference: Difference },
    /// The log ends before the match does.
    #[error("the log ends with commit {commits}, where the match is not over: its end is missing")]
    CutShort { commits: u64 },
    /// Somebody else sits there than the log says.
    #[error("by the log {}, the record says {}", seated(expected), seated(found))]
    Seat { expected: Box<play::Seat>, found: Box<play::Seat> },
    /// The result beside the log is another one.
    #[error(
        "by the log the result is {}, the record says {}",
        standings(expected),
        standings(found)
    )]
    Outcome { expected: Option<rules::Outcome>, found: Option<rules::Outcome> },
    /// Whether and why an operator ended the match is told otherwise.
    #[error("whether and why an operator ended the match is not what the log says")]
    Aborted,
    /// The match is said to stand elsewhere than at its end.
    #[error("by the log the match is over and nobody is to act, the record says otherwise")]
    Status,
}

fn seated(seat: &play::Seat) -> String {
    let who = match seat.holder() {
        play::SeatHolder::Player => format!("player {:?} has", seat.name),
        play::SeatHolder::Bot => format!("bot {:?} has", seat.name),
        play::SeatHolder::Open | play::SeatHolder::Unspecified => "nobody has".to_owned(),
    };
    let resigned = if seat.resigned { " and resigned" } else { "" };
    format!("{who} seat {}{resigned}", seat.seat)
}
