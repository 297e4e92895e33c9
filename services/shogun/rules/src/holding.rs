//! What stands in a province.

use core::fmt;

use kit_rules::Seat;

/// A kind of building.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Building {
    /// A castle.
    Castle,
    /// A temple.
    Temple,
    /// A theatre.
    Theatre,
}

/// Buildings of different kinds, as they stand in one province.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Buildings(u8);

/// What stands in one province; a neutral one has nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Holding {
    /// Whose province it is, and whose its card.
    pub owner: Option<Seat>,
    /// The armies of the owner.
    pub armies: u8,
    /// The buildings.
    pub buildings: Buildings,
    /// The revolt markers.
    pub markers: u8,
}

impl Building {
    /// The three kinds.
    pub const ALL: [Self; 3] = [Self::Castle, Self::Temple, Self::Theatre];

    /// The place in [`Building::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name, also for people.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Castle => "castle",
            Self::Temple => "temple",
            Self::Theatre => "theatre",
        }
    }

    /// The kind with this name.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|building| building.id() == id)
    }
}

impl fmt::Display for Building {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl Buildings {
    /// No building.
    pub const NONE: Self = Self(0);

    /// Whether a building of this kind is there.
    pub const fn contains(self, building: Building) -> bool {
        self.0 & 1 << building as u8 != 0
    }

    /// The buildings with one of this kind.
    #[must_use]
    pub const fn with(self, building: Building) -> Self {
        Self(self.0 | 1 << building as u8)
    }

    /// How many there are.
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The buildings in order.
    pub fn iter(self) -> impl Iterator<Item = Building> {
        Building::ALL.into_iter().filter(move |building| self.contains(*building))
    }
}

impl FromIterator<Building> for Buildings {
    fn from_iter<I: IntoIterator<Item = Building>>(buildings: I) -> Self {
        buildings.into_iter().fold(Self::NONE, Self::with)
    }
}
