//! Starting conditions of a table of each size, and the winter's table.

use kit_rules::{Seat, SeatCount};

use crate::Province;
use crate::number::{SEATS_MAX, SEATS_MIN};

include!(concat!(env!("OUT_DIR"), "/tables.rs"));

/// What a table of a certain size begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableFacts {
    pub chests: u8,
    /// The groups of armies of each seat, largest first.
    pub groups: &'static [u8],
    /// The fixed line-ups, one for each seat.
    pub line_ups: &'static [LineUp],
}

/// The provinces that a seat begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineUp {
    pub letter: &'static str,
    /// The provinces, and how many armies stand there.
    pub armies: &'static [(Province, u8)],
}

/// The colour and the clan of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clan {
    /// The colour of its cubes.
    pub colour: &'static str,
    pub name: &'static str,
}

/// What missing rice leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortage {
    /// The least that has to be missing.
    pub rice_min: u8,
    /// How many provinces revolt.
    pub provinces: u8,
    /// How many farmers each of these revolts has beside those of its markers.
    pub farmers: u8,
}

impl TableFacts {
    /// What a table of this size begins with; sizes that the game does not have
    /// count as the nearest that it has.
    pub fn of(seats: SeatCount) -> &'static Self {
        &TABLES[seats.get().clamp(SEATS_MIN, SEATS_MAX) - SEATS_MIN]
    }
}

impl Clan {
    pub fn of(seat: Seat) -> &'static Self {
        &CLANS[seat.index() % CLANS.len()]
    }
}

impl Shortage {
    /// What happens if so much rice is missing.
    pub fn of(missing: u8) -> Option<&'static Self> {
        SHORTAGES.iter().rev().find(|row| row.rice_min <= missing)
    }
}
