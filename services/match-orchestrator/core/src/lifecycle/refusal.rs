//! Refusals of the lifecycle.

use alloc::string::ToString;

use kit_reason::{Precondition, Reason};
use kit_rules::Seat;

use crate::counting::Revision;

/// A typed no. Nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The match has no such seat.
    #[error("the match has no seat {0}")]
    NoSuchSeat(u32),
    /// Somebody sits there.
    #[error("{0} is taken; choose an open seat")]
    SeatTaken(Seat),
    /// Nobody sits there.
    #[error("{0} is open")]
    SeatOpen(Seat),
    /// Every seat is taken.
    #[error("every seat is taken")]
    NoOpenSeat,
    /// Another seat has this name.
    #[error("another seat of this match has the same name")]
    NameTaken,
    /// Some seats are open, so the match can't start.
    #[error("some seats are open; fill them with players or bots first")]
    OpenSeats,
    /// The match has started.
    #[error("the match has started")]
    AlreadyStarted,
    /// The match has not started.
    #[error("the match has not started yet")]
    NotStarted,
    /// The match is over.
    #[error("the match is over")]
    Over,
    /// An operator has ended the match.
    #[error("the match is over: an operator has ended it")]
    Aborted,
    /// The seat is not to act.
    #[error("{0} is not to act now")]
    NotAwaited(Seat),
    /// The seat has resigned.
    #[error("{0} has resigned")]
    Resigned(Seat),
    /// The match has had a timeline of this number, or a later one.
    #[error("the timeline is not a new one")]
    OldTimeline,
    /// The caller's revision is not the current one any more.
    #[error("the match has changed")]
    StaleRevision { current: Revision },
    /// The caller's revision does not exist yet.
    #[error("there is no such revision yet")]
    FutureRevision { current: Revision },
}

/// The refusal as the caller reads it.
impl From<Refusal> for Reason {
    fn from(refusal: Refusal) -> Self {
        let message = refusal.to_string();
        let unmet = match refusal {
            Refusal::StaleRevision { current } => {
                return Self::StaleRevision { current: current.get() };
            }
            Refusal::FutureRevision { current } => {
                return Self::FutureRevision { current: current.get() };
            }
            Refusal::NoSuchSeat(_) => return Self::malformed("seat", message),
            Refusal::OldTimeline => return Self::malformed("timeline", message),
            Refusal::NameTaken => return Self::malformed("name", message),
            Refusal::NotAwaited(_) => return Self::NotAwaited { message, action_index: None },
            Refusal::SeatTaken(_) | Refusal::NoOpenSeat => Precondition::SeatTaken,
            Refusal::SeatOpen(_) => Precondition::SeatOpen,
            Refusal::OpenSeats => Precondition::SeatsOpen,
            Refusal::AlreadyStarted => Precondition::AlreadyStarted,
            Refusal::NotStarted => Precondition::NotStarted,
            Refusal::Over | Refusal::Aborted => Precondition::MatchOver,
            Refusal::Resigned(_) => Precondition::SeatResigned,
        };
        Self::Precondition { unmet, message }
    }
}
