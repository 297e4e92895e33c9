//! Seat and host tokens, and invitations: derived, never stored, scoped to one
//! match and seat.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;

use hmac::{Hmac, KeyInit, Mac};
use kit_reason::Reason;
use kit_redact::Viewer;
use kit_rules::Seat;
use sha2::Sha256;
use subtle::ConstantTimeEq;

use crate::command::Nonce;
use crate::counting::CommitNumber;
use crate::erasure;
use crate::game_match::Match;

const PREFIX: &str = "bkf";

/// What a token claims, before it is checked against a match.
#[derive(Clone)]
pub struct Token {
    match_id: String,
    /// Zero is the host.
    seat: u32,
    proof: [u8; 16],
}

impl Token {
    /// Reads the value of an `authorization` header.
    ///
    /// # Errors
    /// If it is no token of ours.
    pub fn read(authorization: &str) -> Result<Self, Reason> {
        let bearer =
            authorization.strip_prefix("Bearer ").or(authorization.strip_prefix("bearer "));
        bearer.and_then(Self::parse).ok_or_else(unreadable)
    }

    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.trim().split('_');
        if parts.next()? != PREFIX {
            return None;
        }
        let match_id = parts.next()?.to_owned();
        let seat = parts.next()?.parse().ok()?;
        let mut proof = [0; 16];
        hex::decode_to_slice(parts.next()?, &mut proof).ok()?;
        parts.next().is_none().then_some(Self { match_id, seat, proof })
    }

    /// The seat that the token says it is for. Not proven yet.
    pub fn claimed_seat(&self) -> Option<Seat> {
        Seat::new(self.seat)
    }

    /// Who reads: a seat with its token, or a spectator.
    ///
    /// # Errors
    /// If the token is not one of the match.
    pub fn viewer(token: Option<&Self>, game_match: &Match) -> Result<Viewer, Reason> {
        match token {
            None => Ok(Viewer::Spectator),
            Some(token) => Ok(token.check(game_match)?.map_or(Viewer::Spectator, Viewer::Seat)),
        }
    }

    /// The seat that acts. A host token is no seat.
    ///
    /// # Errors
    /// If there is no token, or it is not that of a seat of the match.
    pub fn acting_seat(token: Option<&Self>, game_match: &Match) -> Result<Seat, Reason> {
        token.ok_or_else(missing)?.check(game_match)?.ok_or(Reason::NotYourSeat)
    }

    /// Lets only the host pass.
    pub(crate) fn require_host(token: Option<&Self>, game_match: &Match) -> Result<(), Reason> {
        match token.ok_or_else(missing)?.check(game_match)? {
            None => Ok(()),
            Some(_) => Err(Reason::NotYourSeat),
        }
    }

    /// Checks the token against a match.
    fn check(&self, game_match: &Match) -> Result<Option<Seat>, Reason> {
        if self.match_id != game_match.id() {
            return Err(Reason::NotYourSeat);
        }
        let seat = Seat::new(self.seat);
        let sitting = match seat {
            Some(seat) => {
                let chair = game_match.lifecycle.chair(seat).map_err(|_| unreadable())?;
                // Its token could be derived without the nonce.
                if erasure::is_erased(chair) {
                    return Err(unreadable());
                }
                Sitting { seated_at: chair.seated_at, nonce: chair.nonce }
            }
            None => Sitting::default(),
        };
        let right = proof(game_match, self.seat, sitting);
        if bool::from(right.ct_eq(&self.proof)) { Ok(seat) } else { Err(unreadable()) }
    }
}

/// The token of a seat that was taken in this commit, with this nonce.
pub fn seat_token(
    game_match: &Match,
    seat: Seat,
    seated_at: CommitNumber,
    nonce: Option<Nonce>,
) -> String {
    write(game_match, seat.number(), Sitting { seated_at: Some(seated_at), nonce })
}

/// The key that tokens are derived from is drawn when a match is created, so it is
/// the host's nonce.
pub fn host_token(game_match: &Match) -> String {
    write(game_match, 0, Sitting::default())
}

/// The invitation that was made with this nonce; the first was made with none. It
/// goes to the host alone.
pub fn invitation(game_match: &Match, nonce: Option<Nonce>) -> String {
    hex::encode(invitation_proof(game_match, nonce))
}

/// Lets only those pass who have the present invitation.
pub(crate) fn require_invitation(game_match: &Match, sent: &str) -> Result<(), Reason> {
    let nonce = game_match.roster.invitation_nonce[..].try_into().ok();
    let right = invitation_proof(game_match, nonce);
    let mut proof = [0; 16];
    let is_readable = hex::decode_to_slice(sent, &mut proof).is_ok();
    if is_readable && bool::from(right.ct_eq(&proof)) { Ok(()) } else { Err(Reason::NotInvited) }
}

/// What tells the players of a seat apart. The commit alone would not: a store
/// that was set back counts the same numbers again, and the next player would
/// get the token of the one whose sitting was lost.
#[derive(Clone, Copy, Default)]
struct Sitting {
    seated_at: Option<CommitNumber>,
    nonce: Option<Nonce>,
}

fn write(game_match: &Match, seat: u32, sitting: Sitting) -> String {
    let proof = hex::encode(proof(game_match, seat, sitting));
    format!("{PREFIX}_{}_{seat}_{proof}", game_match.id())
}

/// A seat that is left and taken again gets another proof, so the token of the
/// earlier player dies.
fn proof(game_match: &Match, seat: u32, sitting: Sitting) -> [u8; 16] {
    let seated_at = sitting.seated_at.map_or(0, CommitNumber::get).to_be_bytes();
    // Tokens from before there were nonces stay good.
    let nonce = sitting.nonce.as_ref().map_or(&[][..], Nonce::as_slice);
    derived(game_match, &[&seat.to_be_bytes(), &seated_at, nonce])
}

/// No seat has a number that begins like this, so no token is an invitation.
fn invitation_proof(game_match: &Match, nonce: Option<Nonce>) -> [u8; 16] {
    derived(game_match, &[b"invitation", nonce.as_ref().map_or(&[][..], Nonce::as_slice)])
}

/// What only the key of the match makes of these parts.
fn derived(game_match: &Match, parts: &[&[u8]]) -> [u8; 16] {
    let mut mac = Hmac::<Sha256>::new_from_slice(&game_match.roster.token_key)
        .expect("HMAC takes a key of any length");
    parts.iter().for_each(|part| mac.update(part));
    let full = mac.finalize().into_bytes();
    core::array::from_fn(|index| full[index])
}

fn missing() -> Reason {
    Reason::NotAuthenticated {
        message: "send the token as metadata `authorization: Bearer <token>`".to_owned(),
    }
}

fn unreadable() -> Reason {
    Reason::NotAuthenticated { message: "the token is not valid for this match".to_owned() }
}

/// A token is as good as its seat, so it is never written.
impl core::fmt::Debug for Token {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Token(hidden)")
    }
}
