//! Faults of a request, all of them at once.

use alloc::string::String;
use alloc::vec::Vec;

use kit_reason::{FieldFault, Reason};

use crate::limits::{REQUEST_ID_BYTES_MAX, REQUEST_ID_BYTES_MIN};

/// Collects faults until all fields have been read.
#[derive(Debug, Default)]
pub struct Faults(Vec<FieldFault>);

impl Faults {
    pub fn add(&mut self, field: impl Into<String>, why: impl Into<String>) {
        self.0.push(FieldFault { field: field.into(), why: why.into() });
    }

    /// Notes a fault unless the condition holds.
    pub fn require(&mut self, holds: bool, field: &str, why: impl Into<String>) {
        if !holds {
            self.add(field, why);
        }
    }

    /// Checks a request id. It may be missing; if not, it must be hard to
    /// guess, since repeating it returns the first answer.
    pub fn request_id(&mut self, id: &str) {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte);
        let length = REQUEST_ID_BYTES_MIN..=REQUEST_ID_BYTES_MAX;
        self.require(
            id.is_empty() || (length.contains(&id.len()) && id.bytes().all(plain)),
            "request_id",
            "is 16 to 64 letters, digits or -_.: – a random UUID for example – or empty",
        );
    }

    /// The end of reading.
    ///
    /// # Errors
    /// If there was a fault.
    pub fn finish(self) -> Result<(), Reason> {
        if self.0.is_empty() { Ok(()) } else { Err(Reason::Malformed(self.0)) }
    }
}
