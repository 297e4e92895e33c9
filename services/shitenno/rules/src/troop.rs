//! Troops, and the elements that payments are counted in.

use core::fmt;

kit_rules::variants! {
    pub enum Troop {
        Samurai,
        Bushi,
        /// Sōhei.
        Sohei,
        Shinobi,
    }
}

impl Troop {
    /// The id in the data file.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Samurai => "samurai",
            Self::Bushi => "bushi",
            Self::Sohei => "sohei",
            Self::Shinobi => "shinobi",
        }
    }
}

impl fmt::Display for Troop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Samurai => "Samurai",
            Self::Bushi => "Bushi",
            Self::Sohei => "Sōhei",
            Self::Shinobi => "Shinobi",
        })
    }
}

/// One troop or one koku: what cards are counted in while somebody pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Element {
    Troop(Troop),
    /// One koku of value.
    Koku,
}

/// How many there are of each element, in the order of [`Element::ALL`].
pub type Pool = [u8; Element::COUNT];

impl Element {
    pub const COUNT: usize = 5;
    /// All kinds: the troops, then koku.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Troop(Troop::Samurai),
        Self::Troop(Troop::Bushi),
        Self::Troop(Troop::Sohei),
        Self::Troop(Troop::Shinobi),
        Self::Koku,
    ];

    /// The place in [`Element::ALL`].
    pub const fn index(self) -> usize {
        match self {
            Self::Troop(troop) => troop.index(),
            Self::Koku => 4,
        }
    }

    /// The id of the troop in the data file, or `koku`.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Troop(troop) => troop.id(),
            Self::Koku => "koku",
        }
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Troop(troop) => troop.fmt(f),
            Self::Koku => f.write_str("koku"),
        }
    }
}
