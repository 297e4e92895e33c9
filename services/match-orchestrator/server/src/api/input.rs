//! Reads what clients send, and names every bad field at once.

use kit_rules::Seat;
use kit_service::{FieldFault, Reason};
use prost::Message;

use crate::limits::{REQUEST_ID_BYTES_MAX, REQUEST_ID_BYTES_MIN};
use crate::matches::Request;
use crate::orchestrator::Orchestrator;
use crate::secrets;

/// Collects faults until all fields have been read.
#[derive(Default)]
pub(crate) struct Faults(Vec<FieldFault>);

impl Faults {
    /// Notes a fault.
    pub(crate) fn add(&mut self, field: impl Into<String>, why: impl Into<String>) {
        self.0.push(FieldFault { field: field.into(), why: why.into() });
    }

    /// Notes a fault unless the condition holds.
    pub(crate) fn require(&mut self, holds: bool, field: &str, why: impl Into<String>) {
        if !holds {
            self.add(field, why);
        }
    }

    /// Checks a request id. It may be missing; if not, it must be hard to
    /// guess, since repeating it returns the first answer.
    pub(crate) fn request_id(&mut self, id: &str) {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte);
        let length = REQUEST_ID_BYTES_MIN..=REQUEST_ID_BYTES_MAX;
        self.require(
            id.is_empty() || (length.contains(&id.len()) && id.bytes().all(plain)),
            "request_id",
            "is 16 to 64 letters, digits or -_.: – a random UUID for example – or empty",
        );
    }

    /// The end of reading.
    pub(crate) fn finish(self) -> Result<(), Reason> {
        if self.0.is_empty() { Ok(()) } else { Err(Reason::Malformed(self.0)) }
    }
}

/// A seat that may be left open: zero means any.
pub(crate) fn optional_seat(number: u32) -> Result<Option<Seat>, Reason> {
    match number {
        0 => Ok(None),
        _ => Seat::new(number)
            .map(Some)
            .ok_or_else(|| Reason::malformed("seat", "is a seat of the match, or 0 for any")),
    }
}

/// The identity of a command. Without an id of the client's own, it gets one
/// that is never repeated.
pub(crate) fn command(
    orchestrator: &Orchestrator,
    scope: Option<Seat>,
    request_id: &str,
    method: &str,
    content: &impl Message,
) -> Request {
    let scope = scope.map_or(0, |seat| seat.number() as u8);
    let content = content.encode_to_vec();
    if request_id.is_empty() {
        let id = format!("once/{}", hex::encode(secrets::bytes::<16>(&*orchestrator.secrets)));
        return Request { repeatable: false, ..Request::new(scope, id, method, &content) };
    }
    Request::new(scope, request_id.to_owned(), method, &content)
}
