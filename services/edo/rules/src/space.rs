//! The spaces of the board; both sides share their names.

use core::fmt;

use crate::goods::Good;
use crate::tables::{CITIES, SPACES};

kit_rules::indexed! {
    pub struct Space: SpaceFacts in SPACES, shown by name
}

kit_rules::index_set! {
    pub struct SpaceSet(u32) of Space
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SpaceKind {
    /// The capital.
    Edo,
    /// A city around the capital.
    City,
    /// A forestry.
    Wood,
    /// A quarry.
    Stone,
    /// A rice field.
    Rice,
    /// A stop at a river.
    River,
    /// A stop at a road.
    Road,
    /// A border post, where officials become samurai.
    Border,
}

impl SpaceKind {
    /// What is produced there.
    pub const fn good(self) -> Option<Good> {
        match self {
            Self::Rice => Some(Good::Rice),
            Self::Wood => Some(Good::Wood),
            Self::Stone => Some(Good::Stone),
            _ => None,
        }
    }

    /// Whether it is Edo or an outer city.
    pub const fn is_city(self) -> bool {
        matches!(self, Self::Edo | Self::City)
    }

    /// Whether a Ronin can stand there (EDO-9.46).
    pub const fn takes_ronin(self) -> bool {
        matches!(self, Self::City | Self::Wood | Self::Stone | Self::Rice)
    }

    /// Whether a temple may stand there (EDO-9.8).
    pub const fn takes_temple(self) -> bool {
        matches!(self, Self::Wood | Self::Stone | Self::Rice | Self::River | Self::Road)
    }
}

impl Space {
    /// How many cities there are, Edo among them.
    pub const CITIES: usize = CITIES;
    /// The capital.
    pub const EDO: Self = Self(0);

    pub fn kind(self) -> SpaceKind {
        self.facts().kind
    }

    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// The place in a list of all cities, Edo first; `None` outside of cities.
    pub fn city_index(self) -> Option<usize> {
        self.facts().city
    }

    /// All cities, Edo first.
    pub fn cities() -> impl Iterator<Item = Self> {
        Self::all().filter(|space| space.kind().is_city())
    }
}

impl SpaceSet {
    pub fn of_kind(kind: SpaceKind) -> Self {
        Space::all().filter(|space| space.kind() == kind).collect()
    }
}

/// A space as the place where something is: in a city, on anything else.
pub(crate) struct At(pub Space);

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = if self.0.kind().is_city() { "in" } else { "on" };
        write!(f, "{word} {}", self.0)
    }
}

/// A row of the generated table.
pub(crate) struct SpaceFacts {
    pub id: &'static str,
    pub name: &'static str,
    pub kind: SpaceKind,
    pub city: Option<usize>,
}
