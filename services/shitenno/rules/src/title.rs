//! Titles, and the hierarchy tiles that stand for them.

use core::fmt;

include!(concat!(env!("OUT_DIR"), "/titles.rs"));

/// A title, lowest rank first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Title {
    /// One seal: a joker troop once a turn.
    Hatamoto,
    /// Two seals: gilds one own kamon at the end of the turn.
    Sensei,
    /// Three seals: one more point for each kamon.
    Shomyo,
    /// Four seals: two more points for each kamon.
    Daimyo,
}

impl Title {
    /// All titles, lowest rank first.
    pub const ALL: [Self; 4] = [Self::Hatamoto, Self::Sensei, Self::Shomyo, Self::Daimyo];

    /// The title with so many seals.
    pub fn with_seals(seals: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|title| u32::from(title.seals()) == seals)
    }

    /// The number of seals.
    pub const fn seals(self) -> u8 {
        self as u8 + 1
    }

    /// The id in the data file.
    pub fn id(self) -> &'static str {
        self.facts().id
    }

    /// What the holder scores besides for each kamon.
    pub fn points_per_kamon(self) -> u16 {
        self.facts().points_per_kamon
    }

    fn facts(self) -> &'static TitleFacts {
        &TITLES[self as usize]
    }
}

impl fmt::Display for Title {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.facts().name)
    }
}

/// A set of titles or of hierarchy tiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TitleSet(u8);

impl TitleSet {
    /// None.
    pub const EMPTY: Self = Self(0);
    /// All four.
    pub const ALL: Self = Self(0b1111);

    /// Whether the title is in the set.
    pub const fn contains(self, title: Title) -> bool {
        self.0 & (1 << title as u8) != 0
    }

    /// The set with this title.
    #[must_use]
    pub const fn with(self, title: Title) -> Self {
        Self(self.0 | 1 << title as u8)
    }

    /// The set without this title.
    #[must_use]
    pub const fn without(self, title: Title) -> Self {
        Self(self.0 & !(1 << title as u8))
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The titles, lowest rank first.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Title> {
        Title::ALL.into_iter().filter(move |title| self.contains(*title))
    }
}

impl FromIterator<Title> for TitleSet {
    fn from_iter<I: IntoIterator<Item = Title>>(titles: I) -> Self {
        titles.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// A row of the generated table.
struct TitleFacts {
    id: &'static str,
    name: &'static str,
    points_per_kamon: u16,
}
