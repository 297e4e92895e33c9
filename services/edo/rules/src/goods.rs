//! Rice, wood and stone, and what things cost.

use core::fmt;
use core::ops::{Index, IndexMut};

/// A resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Good {
    /// Feeds samurai.
    Rice,
    /// Builds.
    Wood,
    /// Builds.
    Stone,
}

impl Good {
    /// All resources.
    pub const ALL: [Self; 3] = [Self::Rice, Self::Wood, Self::Stone];

    /// The place in [`Good::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The one at this place of [`Good::ALL`].
    pub fn from_index(index: usize) -> Option<Self> {
        Self::ALL.get(index).copied()
    }

    /// The name in the data file.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Rice => "rice",
            Self::Wood => "wood",
            Self::Stone => "stone",
        }
    }
}

impl fmt::Display for Good {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// How much of each resource a player has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Goods([u16; 3]);

impl Goods {
    /// So much of each.
    pub const fn new(rice: u16, wood: u16, stone: u16) -> Self {
        Self([rice, wood, stone])
    }

    /// All resources together.
    pub fn total(self) -> u32 {
        self.0.iter().map(|amount| u32::from(*amount)).sum()
    }
}

impl Index<Good> for Goods {
    type Output = u16;

    fn index(&self, good: Good) -> &u16 {
        &self.0[good.index()]
    }
}

impl IndexMut<Good> for Goods {
    fn index_mut(&mut self, good: Good) -> &mut u16 {
        &mut self.0[good.index()]
    }
}

/// What something costs, or what a package holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Price {
    /// Money.
    pub ryo: u8,
    /// Rice.
    pub rice: u8,
    /// Wood.
    pub wood: u8,
    /// Stone.
    pub stone: u8,
}

impl Price {
    /// How much of a resource.
    pub const fn good(self, good: Good) -> u8 {
        match good {
            Good::Rice => self.rice,
            Good::Wood => self.wood,
            Good::Stone => self.stone,
        }
    }

    /// The price with so much less to pay in money.
    #[must_use]
    pub const fn discounted(self, ryo: u8) -> Self {
        Self { ryo: self.ryo.saturating_sub(ryo), ..self }
    }
}

impl fmt::Display for Price {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let goods = Good::ALL.into_iter().map(|good| (self.good(good), good.id()));
        let parts = [(self.ryo, "Ryo")].into_iter().chain(goods).filter(|(amount, _)| *amount > 0);
        let count = parts.clone().count();
        if count == 0 {
            return f.write_str("nothing");
        }
        for (place, (amount, name)) in parts.enumerate() {
            let before = match place {
                0 => "",
                _ if place + 1 == count => " and ",
                _ => ", ",
            };
            write!(f, "{before}{amount} {name}")?;
        }
        Ok(())
    }
}
