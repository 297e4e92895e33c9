//! Viewers, and what they get.

use std::fmt;

use bytes::Bytes;
use kit_rules::Seat;

use crate::copy::Recipients;

/// Somebody for whom a message is redacted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Viewer {
    /// Somebody without a seat, who sees what everyone sees.
    Spectator,
    /// The player of a seat, who also sees what the seat owns.
    Seat(Seat),
}

impl Viewer {
    /// The seat of the viewer, if it has one.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Self::Spectator => None,
            Self::Seat(seat) => Some(seat),
        }
    }

    /// The number of the viewer's seat; zero for a spectator.
    pub fn number(self) -> u32 {
        self.seat().map_or(0, Seat::number)
    }

    pub(crate) fn recipients(self) -> Recipients {
        Recipients::One(self.number())
    }
}

/// An encoded message that holds nothing its viewer may not see.
///
/// Only this crate makes values of this type. Its debug form tells the size
/// alone, since a hand of cards does not belong in a log.
#[derive(Clone, PartialEq, Eq)]
pub struct RedactedBytes(Bytes);

impl RedactedBytes {
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

impl fmt::Debug for RedactedBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RedactedBytes({} bytes)", self.0.len())
    }
}
