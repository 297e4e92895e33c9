//! Figures, and small collections of them.

use core::fmt;
use core::ops::{Index, IndexMut};

/// A type of figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Figure {
    /// A helmet.
    Helmet,
    /// A buddha.
    Buddha,
    /// A rice field.
    Rice,
}

impl Figure {
    /// The three types.
    pub const ALL: [Self; 3] = [Self::Helmet, Self::Buddha, Self::Rice];

    /// The place in [`Figure::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name, also for people.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Helmet => "helmet",
            Self::Buddha => "buddha",
            Self::Rice => "rice",
        }
    }

    /// One of them, for people.
    pub const fn with_article(self) -> &'static str {
        match self {
            Self::Helmet => "a helmet",
            Self::Buddha => "a buddha",
            Self::Rice => "a rice field",
        }
    }

    /// The type with this name.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|figure| figure.id() == id)
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// Figures of different types, as they stand in one settlement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FigureSet(u8);

impl FigureSet {
    /// No figure.
    pub const EMPTY: Self = Self(0);
    /// One figure of each type.
    pub const ALL: Self = Self(0b111);

    /// Whether a figure of this type is in the set.
    pub const fn contains(self, figure: Figure) -> bool {
        self.0 & (1 << figure as u8) != 0
    }

    /// The set with this figure.
    #[must_use]
    pub const fn with(self, figure: Figure) -> Self {
        Self(self.0 | 1 << figure as u8)
    }

    /// The set without this figure.
    #[must_use]
    pub const fn without(self, figure: Figure) -> Self {
        Self(self.0 & !(1 << figure as u8))
    }

    /// The figures of either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The figures in order.
    pub fn iter(self) -> impl Iterator<Item = Figure> {
        Figure::ALL.into_iter().filter(move |figure| self.contains(*figure))
    }
}

impl FromIterator<Figure> for FigureSet {
    fn from_iter<I: IntoIterator<Item = Figure>>(figures: I) -> Self {
        figures.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// How many figures of each type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FigureCounts([u8; 3]);

impl FigureCounts {
    /// No figures.
    pub const NONE: Self = Self([0; 3]);

    /// So many helmets, buddhas and rice fields.
    pub const fn new(helmets: u8, buddhas: u8, rice: u8) -> Self {
        Self([helmets, buddhas, rice])
    }

    /// The same number of each type.
    pub const fn each(count: u8) -> Self {
        Self([count; 3])
    }

    /// All types together.
    pub fn total(self) -> u32 {
        self.0.iter().map(|count| u32::from(*count)).sum()
    }
}

impl Index<Figure> for FigureCounts {
    type Output = u8;

    fn index(&self, figure: Figure) -> &u8 {
        &self.0[figure.index()]
    }
}

impl IndexMut<Figure> for FigureCounts {
    fn index_mut(&mut self, figure: Figure) -> &mut u8 {
        &mut self.0[figure.index()]
    }
}
