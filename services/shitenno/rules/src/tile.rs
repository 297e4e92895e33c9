//! Bonus tiles: a troop on one face, a bonus on the other.

use crate::Troop;
use crate::pile::Pile;

include!(concat!(env!("OUT_DIR"), "/tiles.rs"));

kit_rules::variants! {
    /// What a tile does for its owner, once.
    pub enum Bonus {
        /// One element of a payment becomes another.
        Exchange = "exchange",
        /// One element of a payment counts once more.
        PlusOne = "+1",
        /// One troop card is drawn.
        Draw = "draw",
    }
}

/// Tiles that lie in front of somebody or are used up; only the bonus matters.
pub type Bonuses = Pile<Bonus, { Bonus::COUNT }>;

/// A kind of tile as it lies on a gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile {
    /// The troop on the upper face.
    pub face: Troop,
    /// The bonus on the lower face.
    pub bonus: Bonus,
}

pub type Tiles = Pile<Tile, { Tile::COUNT }>;

impl Tile {
    pub const COUNT: usize = COPIES.len();

    /// The kind at this place: by face, then by bonus.
    pub fn from_index(index: usize) -> Option<Self> {
        let face = Troop::from_index(index / Bonus::COUNT)?;
        Some(Self { face, bonus: Bonus::ALL[index % Bonus::COUNT] })
    }

    /// The place among all kinds.
    pub const fn index(self) -> usize {
        self.face.index() * Bonus::COUNT + self.bonus.index()
    }

    pub fn copies(self) -> u8 {
        COPIES[self.index()]
    }
}

kit_rules::impl_indexed! { Tile }

impl Tiles {
    pub fn all() -> Self {
        Self::new(COPIES)
    }

    pub fn with_face(&self, face: Troop) -> u8 {
        let first = face.index() * Bonus::COUNT;
        self.counts()[first..first + Bonus::COUNT].iter().sum()
    }

    pub fn with_bonus(&self, bonus: Bonus) -> u8 {
        Troop::ALL.into_iter().map(|face| self.count(Tile { face, bonus })).sum()
    }
}
