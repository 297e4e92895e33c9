//! Requests of clients that change a match: how each is read, and how it is
//! answered.

use alloc::format;
use alloc::string::String;

use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::{LogEntry, log_entry};
use kit_reason::Reason;
use kit_redact::Schema;
use kit_rules::Seat;
use prost::Message;
use sha2::{Digest, Sha256};

use crate::command::{Basis, Caller, Command};
use crate::counting::{CommitNumber, Revision};
use crate::faults::Faults;
use crate::game_match::Match;
use crate::limits::{ABORT_REASON_CHARS_MAX, ACTION_BYTES_MAX, ACTIONS_MAX, SEED_BYTES_MAX};
use crate::names;
use crate::outgoing::{self, NoAnswer};
use crate::redacted::Redacted;
use crate::replay;
use crate::token::{Token, invitation, seat_token};

/// A request that changes a match.
pub trait CommandRequest: Message + Sized {
    type Response;
    /// The name of the call.
    const METHOD: &'static str;
    /// Whose call it is.
    const ACTOR: Actor;

    fn match_id(&self) -> &str;

    /// Takes out what does not make it another request.
    fn take_request_id(&mut self) -> String;

    /// What it asks for. With faults the command is not to be used.
    fn command(&self, faults: &mut Faults) -> Command;

    /// What the caller is told.
    ///
    /// # Errors
    /// If the caller may not be told, or the change can't be.
    fn answer(done: &Committed<'_>) -> Result<Redacted<Self::Response>, NoAnswer>;
}

/// Whose call a request is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// Anybody's: a token that comes with it is not looked at.
    Anybody,
    Host,
    /// That of a seat. Request ids of different seats are kept apart, so that
    /// nobody can take another's.
    Seat,
    /// An operator's, who was admitted before.
    Operator,
}

/// A change that is stored, as it is answered.
#[derive(Clone, Debug)]
pub struct Committed<'a> {
    pub game_match: &'a Match,
    pub entry: &'a LogEntry,
    /// The schema of its game, or why it is not there.
    pub schema: Result<&'a Schema, Reason>,
    pub caller: Caller<'a>,
}

/// A request that makes sense by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadRequest {
    pub match_id: String,
    pub command: Command,
    pub identity: RequestIdentity,
}

/// By what a request is known when it comes again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestIdentity {
    /// The seat whose request ids these are; zero if they are nobody's.
    pub scope: u8,
    /// The id that the client chose; empty if it chose none.
    pub id: String,
    /// A digest of the content.
    pub fingerprint: [u8; 16],
}

/// Reads a request of a caller with this token.
///
/// # Errors
/// With all that is wrong.
pub fn read<R: CommandRequest>(
    mut request: R,
    token: Option<&Token>,
) -> Result<ReadRequest, Reason> {
    let id = request.take_request_id();
    let mut faults = Faults::default();
    faults.request_id(&id);
    let command = request.command(&mut faults);
    faults.finish()?;
    let claimed = token.and_then(Token::claimed_seat).filter(|_| R::ACTOR == Actor::Seat);
    let identity = RequestIdentity {
        scope: claimed.map_or(0, |seat| seat.number() as u8),
        id,
        fingerprint: fingerprint(R::METHOD, &request),
    };
    Ok(ReadRequest { match_id: request.match_id().into(), command, identity })
}

/// A digest of what a request asks for, its id left out.
pub fn fingerprint(method: &str, content: &impl Message) -> [u8; 16] {
    let content = content.encode_to_vec();
    let digest = Sha256::new().chain_update(method).chain_update([0]).chain_update(content);
    let full = digest.finalize();
    core::array::from_fn(|index| full[index])
}

impl Committed<'_> {
    /// The match as everyone may see it.
    fn shown(&self) -> Option<play::Match> {
        Some(self.game_match.to_match())
    }

    /// The seat that the change gave to somebody.
    fn taken_seat(&self) -> Result<Seat, Reason> {
        match &self.entry.change {
            Some(log_entry::Change::Seated(play::Seated { seat: Some(seat), .. })) => {
                Seat::new(seat.seat).ok_or_else(Reason::bug)
            }
            _ => Err(Reason::bug()),
        }
    }
}

/// The parts of an implementation that differ by name only.
macro_rules! of_match {
    ($response:ident, $method:literal) => {
        type Response = play::$response;
        const METHOD: &'static str = $method;

        fn match_id(&self) -> &str {
            &self.match_id
        }
    };
}

/// Changes of which the caller is told nothing but the match.
macro_rules! shows_match {
    ($response:ident) => {
        fn take_request_id(&mut self) -> String {
            core::mem::take(&mut self.request_id)
        }

        fn answer(done: &Committed<'_>) -> Result<Redacted<Self::Response>, NoAnswer> {
            Ok(Redacted::new(play::$response { game_match: done.shown() }))
        }
    };
}

impl CommandRequest for play::SitDownRequest {
    of_match!(SitDownResponse, "SitDown");
    const ACTOR: Actor = Actor::Anybody;

    fn take_request_id(&mut self) -> String {
        core::mem::take(&mut self.request_id)
    }

    fn command(&self, faults: &mut Faults) -> Command {
        let name = names::read(&self.name, faults);
        faults.require(self.seed.len() <= SEED_BYTES_MAX, "seed", "is at most 64 bytes");
        let seat = optional_seat(self.seat, faults);
        let (seed, invitation) = (self.seed.clone(), self.invitation.clone());
        Command::Sit { seat, name, seed, invitation }
    }

    fn answer(done: &Committed<'_>) -> Result<Redacted<Self::Response>, NoAnswer> {
        let seat = done.taken_seat()?;
        // Bound to the commit that answers this request: if somebody else has
        // the seat by now, this is not their token.
        let seated_at = CommitNumber::new(done.entry.commit);
        Ok(Redacted::new(play::SitDownResponse {
            seat: seat.number(),
            seat_token: seat_token(done.game_match, seat, seated_at, replay::nonce(done.entry)),
            game_match: done.shown(),
        }))
    }
}

impl CommandRequest for play::AddBotRequest {
    of_match!(AddBotResponse, "AddBot");
    const ACTOR: Actor = Actor::Host;

    fn take_request_id(&mut self) -> String {
        core::mem::take(&mut self.request_id)
    }

    fn command(&self, faults: &mut Faults) -> Command {
        Command::AddBot { seat: optional_seat(self.seat, faults) }
    }

    fn answer(done: &Committed<'_>) -> Result<Redacted<Self::Response>, NoAnswer> {
        let seat = done.taken_seat()?.number();
        Ok(Redacted::new(play::AddBotResponse { seat, game_match: done.shown() }))
    }
}

impl CommandRequest for play::LeaveSeatRequest {
    of_match!(LeaveSeatResponse, "LeaveSeat");
    shows_match!(LeaveSeatResponse);
    const ACTOR: Actor = Actor::Seat;

    fn command(&self, _: &mut Faults) -> Command {
        Command::Leave
    }
}

impl CommandRequest for play::RemoveSeatRequest {
    of_match!(RemoveSeatResponse, "RemoveSeat");
    shows_match!(RemoveSeatResponse);
    const ACTOR: Actor = Actor::Host;

    fn command(&self, faults: &mut Faults) -> Command {
        let seat = Seat::new(self.seat);
        faults.require(seat.is_some(), "seat", "is a seat of the match");
        // With a fault it is not used.
        Command::Remove { seat: seat.unwrap_or(Seat::from_index(0)) }
    }
}

impl CommandRequest for play::RenewInvitationRequest {
    of_match!(RenewInvitationResponse, "RenewInvitation");
    const ACTOR: Actor = Actor::Host;

    fn take_request_id(&mut self) -> String {
        core::mem::take(&mut self.request_id)
    }

    fn command(&self, _: &mut Faults) -> Command {
        Command::RenewInvitation
    }

    fn answer(done: &Committed<'_>) -> Result<Redacted<Self::Response>, NoAnswer> {
        Ok(Redacted::new(play::RenewInvitationResponse {
            invitation: invitation(done.game_match, replay::nonce(done.entry)),
            game_match: done.shown(),
        }))
    }
}

impl CommandRequest for play::StartMatchRequest {
    of_match!(StartMatchResponse, "StartMatch");
    shows_match!(StartMatchResponse);
    const ACTOR: Actor = Actor::Host;

    fn command(&self, _: &mut Faults) -> Command {
        Command::Start
    }
}

impl CommandRequest for play::ResignRequest {
    of_match!(ResignResponse, "Resign");
    shows_match!(ResignResponse);
    const ACTOR: Actor = Actor::Seat;

    fn command(&self, _: &mut Faults) -> Command {
        Command::Resign
    }
}

impl CommandRequest for play::AbortMatchRequest {
    of_match!(AbortMatchResponse, "AbortMatch");
    shows_match!(AbortMatchResponse);
    const ACTOR: Actor = Actor::Operator;

    fn command(&self, faults: &mut Faults) -> Command {
        let length = self.reason.chars().count();
        faults.require(
            (1..=ABORT_REASON_CHARS_MAX).contains(&length)
                && !self.reason.trim().is_empty()
                && !self.reason.chars().any(char::is_control),
            "reason",
            "is 1 to 200 characters on one line, for the players to read",
        );
        Command::Abort { reason: self.reason.clone() }
    }
}

impl CommandRequest for play::SubmitActionsRequest {
    of_match!(SubmitActionsResponse, "SubmitActions");
    const ACTOR: Actor = Actor::Seat;

    fn take_request_id(&mut self) -> String {
        // A repetition may be of another size.
        self.padding.clear();
        core::mem::take(&mut self.request_id)
    }

    fn command(&self, faults: &mut Faults) -> Command {
        let count = self.actions.len();
        if !(1..=ACTIONS_MAX).contains(&count) {
            faults.add("actions", format!("holds 1 to {ACTIONS_MAX} actions, not {count}"));
        }
        for (index, action) in self.actions.iter().take(ACTIONS_MAX).enumerate() {
            if action.len() > ACTION_BYTES_MAX {
                faults.add(format!("actions[{index}]"), "is at most 4096 bytes");
            }
        }
        let basis = match self.expected_revision {
            Some(revision) => Basis::Revision(Revision::new(revision)),
            None => Basis::Anything,
        };
        Command::Act { actions: self.actions.clone(), basis }
    }

    fn answer(done: &Committed<'_>) -> Result<Redacted<Self::Response>, NoAnswer> {
        let seat = done.caller.seat(done.game_match)?;
        Ok(outgoing::submitted(done.schema.clone()?, done.game_match, done.entry, seat)?)
    }
}

/// A seat that may be left open: zero means any.
fn optional_seat(number: u32, faults: &mut Faults) -> Option<Seat> {
    let seat = Seat::new(number);
    faults.require(number == 0 || seat.is_some(), "seat", "is a seat of the match, or 0 for any");
    seat
}
