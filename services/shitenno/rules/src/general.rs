//! The generals: each seat plays one.

use core::fmt;

use kit_rules::Seat;

include!(concat!(env!("OUT_DIR"), "/generals.rs"));

/// A general, who is a name and nothing else (SHI-1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct General {
    /// The id in the data file.
    pub id: &'static str,
    /// The name, family first.
    pub name: &'static str,
}

impl General {
    /// The general of a seat (SHI-3.5).
    pub fn of(seat: Seat) -> &'static Self {
        &GENERALS[seat.index() % GENERALS.len()]
    }

    /// The name of the family, for where there is little room.
    pub fn family(&self) -> &'static str {
        self.name.split(' ').next().unwrap_or(self.name)
    }
}

impl fmt::Display for General {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
