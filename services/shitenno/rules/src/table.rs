//! Table of what depends on how many play, which comes from the data file.

use kit_rules::SeatCount;

include!(concat!(env!("OUT_DIR"), "/tables.rs"));

/// What a table of a certain size uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableFacts {
    pub kamon: u8,
    /// How many troop cards a division has.
    pub troop_cards: u8,
    /// How many koku cards a division has.
    pub koku_cards: u8,
    /// The fewest rounds that a match can have.
    pub rounds_min: u8,
    /// The most rounds that a match can have.
    pub rounds_max: u8,
}

impl TableFacts {
    /// What a table of this size uses; sizes that the game does not have count
    /// as the nearest that it has.
    pub fn of(seats: SeatCount) -> &'static Self {
        &TABLES[seats.get().clamp(2, 4) - 2]
    }
}
