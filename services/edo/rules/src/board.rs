//! The two sides of the board, and what each number of players uses of them.

use kit_rules::SeatCount;

use crate::space::{Space, SpaceSet};
use crate::tables::{SIDES, SPACES, TABLES};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// For two and three players.
    A,
    /// For four and five players.
    B,
}

impl Side {
    pub fn spaces(self) -> SpaceSet {
        self.facts().spaces
    }

    /// The spaces one road away.
    pub fn next_to(self, space: Space) -> SpaceSet {
        SpaceSet(self.facts().roads[space.index()])
    }

    /// How many houses and trading posts a city takes.
    pub fn sites(self, space: Space) -> usize {
        self.facts().sites[space.index()].into()
    }

    /// How many fortresses a city takes.
    pub fn fortress_spots(self, space: Space) -> u8 {
        self.facts().fortress_spots[space.index()]
    }

    /// The spaces at the end of a road that begins in one of these.
    pub(crate) fn next_to_any(self, spaces: SpaceSet) -> SpaceSet {
        let roads = &self.facts().roads;
        SpaceSet(spaces.iter().fold(0, |all, space| all | roads[space.index()]))
    }

    fn facts(self) -> &'static SideFacts {
        &SIDES[self as usize]
    }
}

/// What a number of players uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableFacts {
    pub side: Side,
    pub covered_cities: SpaceSet,
    pub covered_resources: SpaceSet,
}

impl TableFacts {
    /// What so many players use; numbers that the game does not have count as
    /// the nearest that it has.
    pub fn of(seats: SeatCount) -> &'static Self {
        &TABLES[seats.get().clamp(2, 5) - 2]
    }
}

/// A row of the generated table.
pub(crate) struct SideFacts {
    pub spaces: SpaceSet,
    pub roads: [u32; SPACES.len()],
    pub sites: [u8; SPACES.len()],
    pub fortress_spots: [u8; SPACES.len()],
}
