//! Who looks, and what they get.

use std::fmt;

use bytes::Bytes;
use kit_rules::Seat;

use crate::copy::Eyes;

/// Somebody for whom a message is redacted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Viewer {
    /// Somebody without a seat, who sees what everyone sees.
    Spectator,
    /// The player of a seat, who also sees what the seat owns.
    Seat(Seat),
}

impl Viewer {
    pub(crate) fn eyes(self) -> Eyes {
        match self {
            Self::Spectator => Eyes::One(0),
            Self::Seat(seat) => Eyes::One(seat.number()),
        }
    }
}

/// An encoded message that holds nothing its viewer may not see.
///
/// Only this crate makes values of this type. Its debug form tells the size
/// alone, since a hand of cards does not belong in a log.
#[derive(Clone, PartialEq, Eq)]
pub struct Redacted(Bytes);

impl Redacted {
    pub(crate) fn new(bytes: Vec<u8>) -> Self {
        Self(bytes.into())
    }

    /// The encoded message.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The encoded message, without a copy.
    pub fn into_bytes(self) -> Bytes {
        self.0
    }
}

impl fmt::Debug for Redacted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Redacted({} bytes)", self.0.len())
    }
}
