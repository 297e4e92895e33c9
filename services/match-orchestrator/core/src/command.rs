//! Commands: what somebody wants to change, and what comes with it from outside.

use alloc::string::String;
use alloc::vec::Vec;

use bytes::Bytes;
use kit_reason::Reason;
use kit_rules::Seat;
use match_orchestrator_draws::MatchKey;
use prost_types::Timestamp;

use crate::counting::Revision;
use crate::game_match::Match;
use crate::identity::CommitId;
use crate::lifecycle::Refusal;
use crate::token::Token;

/// A change of a match that somebody asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A player sits down, on the first open seat if none is named.
    Sit {
        seat: Option<Seat>,
        /// The player's name.
        name: String,
        /// What the player adds to the seeds of the match.
        seed: Bytes,
        /// What lets the player in, if the match is by invitation.
        invitation: String,
    },
    /// A bot sits down, on the first open seat if none is named.
    AddBot { seat: Option<Seat> },
    /// The caller's seat is given up before the start.
    Leave,
    /// The host frees a seat, whoever has it.
    Remove { seat: Seat },
    /// The host makes a new invitation.
    RenewInvitation,
    /// The match starts.
    Start,
    /// The caller's seat acts: all actions in order, or none.
    Act {
        /// The encoded actions.
        actions: Vec<Bytes>,
        /// What the decision was made on.
        basis: Basis,
    },
    /// The caller's seat gives up.
    Resign,
    /// The match goes on from here in a new timeline, because its store has lost
    /// what came after.
    Rewind { timeline: u32 },
    /// The match ends without a result.
    Abort {
        /// Why, for the players to read.
        reason: String,
    },
}

/// What a seat has looked at before it acts. If that is not the latest, it has
/// to look again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Whatever there is.
    Anything,
    /// What the seat saw at this revision.
    Revision(Revision),
    /// The match after this commit, and not after one that has the same number since
    /// the store was set back.
    Commit(CommitId),
}

/// What a command comes with from outside.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    pub caller: Caller<'a>,
    /// When it happens.
    pub now: Timestamp,
    /// Where random numbers come from.
    pub draws: Draws<'a>,
    /// Random bytes of this command alone. Only what was recorded before there
    /// were nonces comes without, and who was erased.
    pub nonce: Option<Nonce>,
    /// What stands in the record for the name of a player who was erased.
    pub erased: Option<NameDigest>,
}

/// A digest of a nonce and a player's name.
pub type NameDigest = [u8; 32];

/// Random bytes that are used once.
pub type Nonce = [u8; 16];

#[derive(Clone, Copy, Debug)]
pub enum Caller<'a> {
    /// Somebody outside, with a token or without. What the token allows is
    /// checked against the match.
    Client(Option<&'a Token>),
    Operator,
    /// The orchestrator itself: for a seat that it plays, for one whose act is
    /// recorded, or for none.
    Orchestrator(Option<Seat>),
}

/// Where the random numbers of a match come from.
#[derive(Clone, Copy, Debug)]
pub enum Draws<'a> {
    /// From the seeds that the match is committed to.
    Committed,
    /// From elsewhere: how a match would go on with other seeds.
    Imagined(&'a MatchKey),
}

impl<'a> Context<'a> {
    /// A caller at a moment, in a match that draws as it has promised to.
    pub fn new(caller: Caller<'a>, now: Timestamp) -> Self {
        Self { caller, now, draws: Draws::Committed, nonce: None, erased: None }
    }

    /// The same with a nonce.
    #[must_use]
    pub fn with_nonce(self, nonce: Nonce) -> Self {
        Self { nonce: Some(nonce), ..self }
    }
}

impl Command {
    /// Whether it brings a match no further: it frees a seat, ends the match, or
    /// lets it go on from an earlier point.
    pub(crate) fn only_ends(&self) -> bool {
        match self {
            Self::Leave
            | Self::Remove { .. }
            | Self::Resign
            | Self::Rewind { .. }
            | Self::Abort { .. } => true,
            Self::Sit { .. }
            | Self::AddBot { .. }
            | Self::RenewInvitation
            | Self::Start
            | Self::Act { .. } => false,
        }
    }
}

impl Caller<'_> {
    /// Whether it is somebody outside. What such callers were held to when they
    /// were let in is not asked again when a log is played again.
    pub(crate) fn is_client(&self) -> bool {
        matches!(self, Self::Client(_))
    }

    pub(crate) fn seat(&self, game_match: &Match) -> Result<Seat, Reason> {
        match self {
            Self::Client(token) => Token::acting_seat(*token, game_match),
            Self::Orchestrator(Some(seat)) => Ok(*seat),
            Self::Orchestrator(None) | Self::Operator => Err(Reason::NotYourSeat),
        }
    }

    /// The seat that acts, unless somebody else plays it.
    pub(crate) fn playing_seat(&self, game_match: &Match) -> Result<Seat, Reason> {
        let seat = self.seat(game_match)?;
        match self {
            Self::Client(_) if game_match.lifecycle.is_driven(seat) => {
                Err(Refusal::Resigned(seat).into())
            }
            _ => Ok(seat),
        }
    }

    /// Lets only the host pass, and the orchestrator itself.
    pub(crate) fn require_host(&self, game_match: &Match) -> Result<(), Reason> {
        match self {
            Self::Client(token) => Token::require_host(*token, game_match),
            Self::Orchestrator(_) => Ok(()),
            Self::Operator => Err(Reason::NotYourSeat),
        }
    }

    /// Lets only the orchestrator itself pass.
    pub(crate) fn require_orchestrator(&self) -> Result<(), Reason> {
        match self {
            Self::Orchestrator(_) => Ok(()),
            Self::Client(_) | Self::Operator => Err(Reason::NotYourSeat),
        }
    }

    /// Lets only operators pass, and the orchestrator itself.
    pub(crate) fn require_operator(&self) -> Result<(), Reason> {
        match self {
            Self::Client(_) => Err(Reason::NotOperator),
            Self::Operator | Self::Orchestrator(_) => Ok(()),
        }
    }
}
