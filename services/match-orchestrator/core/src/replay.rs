//! Replay of a log: every change is planned once more, as it was the first time,
//! and must come out the same.

mod difference;

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use bytes::Bytes;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::LogEntry;
use kit_proto::bakufu::play::v1::log_entry::Change as Told;
use kit_proto::bakufu::record::v1::Roster;
use kit_reason::Reason;
use kit_rules::{Seat, SeatCount};
use prost_types::Timestamp;

pub use self::difference::Difference;
pub(crate) use self::difference::standings;
use crate::change::Change;
use crate::check::Nonsense;
use crate::command::{Basis, Caller, Command, Context, Nonce};
use crate::erasure;
use crate::game_match::Match;
use crate::identity::CommitId;
use crate::pending::NotDone;
use crate::plan::{Planned, create_with, plan};
use crate::refusal::is_refusal;

/// What a match came from, besides its log.
#[derive(Clone, Debug)]
pub struct Origin {
    pub(crate) roster: Arc<Roster>,
    pub(crate) seats: SeatCount,
    /// The seeds that the seats had at the start.
    pub(crate) seeds: Arc<Vec<Bytes>>,
}

/// Why a change could not be made again.
#[derive(Clone, Debug)]
pub enum Deviates {
    /// The entry tells nothing that can follow.
    NoChange,
    /// What was accepted once is refused now.
    Refused(Reason),
    /// The change comes out otherwise than it is told.
    Different(Difference),
    /// The rules answer nonsense now.
    Nonsense(Nonsense),
    /// Nobody could answer. That says nothing about the record.
    Failed(Reason),
}

impl Origin {
    /// What a match came from that has ended like this.
    pub fn of(ended: &Match) -> Self {
        // The log tells of rewinds, of new invitations and of who sat down when.
        let roster = Roster {
            rewinds: Vec::new(),
            seatings_until_ms: 0,
            invitation_nonce: Bytes::new(),
            ..Roster::clone(&ended.roster)
        };
        Self {
            roster: Arc::new(roster),
            seats: ended.lifecycle.seat_count(),
            seeds: Arc::clone(&ended.seeds),
        }
    }

    /// Plans the change that an entry tells; `before` is the match before it,
    /// none if there was none.
    ///
    /// # Errors
    /// If it can't have happened.
    pub fn plan_again<'m>(
        &self,
        before: Option<&'m Match>,
        entry: &LogEntry,
    ) -> Result<Planned<'m>, Deviates> {
        let Some(before) = before else {
            return match entry.change {
                Some(Told::Created(_)) => {
                    let roster = Arc::clone(&self.roster);
                    let change = create_with(roster, self.seats, committed_at(entry));
                    Ok(Planned::Done(change.into()))
                }
                _ => Err(Deviates::NoChange),
            };
        };
        let (command, seat) = self.command(entry).ok_or(Deviates::NoChange)?;
        // Who may do what was checked when it was accepted.
        let context = Context::new(Caller::Orchestrator(seat), committed_at(entry));
        let context = Context { nonce: nonce(entry), erased: erasure::digest(entry), ..context };
        plan(before, &command, &context).map_err(Deviates::from)
    }

    /// The command that an entry tells, and the seat that gave it.
    fn command(&self, entry: &LogEntry) -> Option<(Command, Option<Seat>)> {
        let seat = |number: u32| Seat::new(number).map(Some);
        Some(match entry.change.as_ref()? {
            Told::Seated(play::Seated { seat: Some(seated), .. }) => {
                (self.sit(seated, erasure::told_name(entry))?, None)
            }
            Told::SeatLeft(left) if left.removed_by_host => {
                (Command::Remove { seat: Seat::new(left.seat)? }, None)
            }
            Told::SeatLeft(left) => (Command::Leave, seat(left.seat)?),
            Told::InvitationRenewed(_) => (Command::RenewInvitation, None),
            Told::Started(_) => (Command::Start, None),
            Told::Acted(acted) => {
                let (actions, basis) = (acted.actions.clone(), Basis::Anything);
                (Command::Act { actions, basis }, seat(acted.seat)?)
            }
            Told::Resigned(resigned) => (Command::Resign, seat(resigned.seat)?),
            Told::Rewound(rewound) => (Command::Rewind { timeline: rewound.timeline }, None),
            Told::Aborted(aborted) => (Command::Abort { reason: aborted.reason.clone() }, None),
            Told::Created(_) | Told::Seated(_) => return None,
        })
    }

    /// The log holds no seeds. The one that counts is that of whoever sat there
    /// at the start, so an earlier player of the seat may have it just as well.
    fn sit(&self, seated: &play::Seat, erased: Option<String>) -> Option<Command> {
        let seat = Seat::new(seated.seat)?;
        match seated.holder() {
            play::SeatHolder::Player => {
                let seed = self.seeds.get(seat.index()).cloned().unwrap_or_default();
                let name = erased.unwrap_or_else(|| seated.name.clone());
                let invitation = String::new();
                Some(Command::Sit { seat: Some(seat), name, seed, invitation })
            }
            play::SeatHolder::Bot => Some(Command::AddBot { seat: Some(seat) }),
            play::SeatHolder::Open | play::SeatHolder::Unspecified => None,
        }
    }
}

/// The match after a change that was made again, if its entry is the recorded
/// one: state, events, draws, revisions and all.
///
/// # Errors
/// If the entry differs.
pub fn confirm(again: Change, recorded: &LogEntry) -> Result<Match, Deviates> {
    let Change { mut after, entry, .. } = again;
    if let Some(difference) = Difference::between(&entry, recorded) {
        return Err(Deviates::Different(difference));
    }
    if recorded.identity.is_empty() {
        after.identity = CommitId::unchained(after.id(), after.commit());
    }
    Ok(after)
}

/// When a change was made: it can't be worked out, but its identity depends on it.
pub fn committed_at(recorded: &LogEntry) -> Timestamp {
    recorded.committed_at.unwrap_or_default()
}

/// The random bytes with which a change was made, if it was with any.
pub fn nonce(recorded: &LogEntry) -> Option<Nonce> {
    match recorded.change.as_ref()? {
        Told::Seated(seated) => seated.nonce[..].try_into().ok(),
        Told::Rewound(rewound) => rewound.nonce[..].try_into().ok(),
        Told::InvitationRenewed(renewed) => renewed.nonce[..].try_into().ok(),
        _ => None,
    }
}

impl From<Reason> for Deviates {
    fn from(reason: Reason) -> Self {
        if is_refusal(&reason) { Self::Refused(reason) } else { Self::Failed(reason) }
    }
}

impl From<NotDone> for Deviates {
    fn from(not_done: NotDone) -> Self {
        match not_done {
            NotDone::Refused(reason) => Self::from(reason),
            NotDone::Nonsense(nonsense) => Self::Nonsense(nonsense),
        }
    }
}
