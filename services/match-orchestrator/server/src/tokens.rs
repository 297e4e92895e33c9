//! Seat and host tokens: derived, never stored, scoped to one match and seat.

use hmac::{Hmac, KeyInit, Mac};
use kit_redact::Viewer;
use kit_rules::Seat;
use kit_service::Reason;
use sha2::Sha256;
use subtle::ConstantTimeEq;
use tonic::metadata::MetadataMap;

use crate::record::Record;

const PREFIX: &str = "bkf";

/// What a token claims, before it is checked against a match.
pub(crate) struct Token {
    match_id: String,
    /// Zero is the host.
    seat: u32,
    proof: [u8; 16],
}

impl Token {
    /// The token that a request carries, if any.
    pub(crate) fn of(metadata: &MetadataMap) -> Result<Option<Self>, Reason> {
        let Some(value) = metadata.get("authorization") else {
            return Ok(None);
        };
        value
            .to_str()
            .ok()
            .and_then(|text| text.strip_prefix("Bearer ").or(text.strip_prefix("bearer ")))
            .and_then(Self::parse)
            .map(Some)
            .ok_or_else(unreadable)
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
    pub(crate) fn claimed_seat(&self) -> Option<Seat> {
        Seat::new(self.seat)
    }

    /// Checks the token against a match.
    fn check(&self, record: &Record) -> Result<Option<Seat>, Reason> {
        if self.match_id != record.match_id() {
            return Err(Reason::NotYourSeat);
        }
        let seat = Seat::new(self.seat);
        let seated_at = match seat {
            Some(seat) => record.table.chair(seat).map_err(|_| unreadable())?.seated_at,
            None => 0,
        };
        let right = proof(record, self.seat, seated_at);
        if bool::from(right.ct_eq(&self.proof)) { Ok(seat) } else { Err(unreadable()) }
    }
}

/// Who reads: a seat with its token, or a spectator.
pub(crate) fn viewer(token: Option<&Token>, record: &Record) -> Result<Viewer, Reason> {
    match token {
        None => Ok(Viewer::Spectator),
        Some(token) => Ok(token.check(record)?.map_or(Viewer::Spectator, Viewer::Seat)),
    }
}

/// The seat that acts. A host token is no seat.
pub(crate) fn acting_seat(token: Option<&Token>, record: &Record) -> Result<Seat, Reason> {
    token.ok_or_else(missing)?.check(record)?.ok_or(Reason::NotYourSeat)
}

/// Lets only the host pass.
pub(crate) fn require_host(token: Option<&Token>, record: &Record) -> Result<(), Reason> {
    match token.ok_or_else(missing)?.check(record)? {
        None => Ok(()),
        Some(_) => Err(Reason::NotYourSeat),
    }
}

/// The token of a seat that was taken in this commit.
pub(crate) fn seat_token(record: &Record, seat: Seat, seated_at: u64) -> String {
    write(record, seat.number(), seated_at)
}

/// The token of the host.
pub(crate) fn host_token(record: &Record) -> String {
    write(record, 0, 0)
}

fn write(record: &Record, seat: u32, seated_at: u64) -> String {
    let proof = hex::encode(proof(record, seat, seated_at));
    format!("{PREFIX}_{}_{seat}_{proof}", record.match_id())
}

/// A seat that is left and taken again gets another proof, so the token of the
/// earlier player dies.
fn proof(record: &Record, seat: u32, seated_at: u64) -> [u8; 16] {
    let mut mac = Hmac::<Sha256>::new_from_slice(&record.roster.token_key)
        .expect("HMAC takes a key of any length");
    mac.update(&seat.to_be_bytes());
    mac.update(&seated_at.to_be_bytes());
    let full = mac.finalize().into_bytes();
    std::array::from_fn(|index| full[index])
}

fn missing() -> Reason {
    Reason::NotAuthenticated {
        message: "send the token as metadata `authorization: Bearer <token>`".to_owned(),
    }
}

fn unreadable() -> Reason {
    Reason::NotAuthenticated { message: "the token is not valid for this match".to_owned() }
}
