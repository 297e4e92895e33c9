//! Profit tiles: what a city pays, and how it is shared.

use core::fmt;

use crate::board::Side;
use crate::tables::PROFIT_TILES;

kit_rules::indexed! {
    /// What a city pays.
    pub struct ProfitTile: ProfitFacts in PROFIT_TILES
}

kit_rules::index_set! {
    pub struct ProfitSet(u32) of ProfitTile
}

impl ProfitTile {
    /// The side of the board that it belongs to.
    pub fn side(self) -> Side {
        self.facts().side
    }

    /// Whether it goes on Edo, and not on an outer city.
    pub fn is_for_edo(self) -> bool {
        self.facts().for_edo
    }

    /// What the city pays in all.
    pub fn total(self) -> u8 {
        self.facts().total
    }

    /// What the player of each rank gets if so many are present.
    pub fn shares(self, present: usize) -> &'static [u8] {
        match present {
            1..=5 => &self.facts().shares[present - 1][..present],
            _ => &[],
        }
    }
}

impl ProfitSet {
    /// The tiles of a side for Edo, or for outer cities.
    pub fn of(side: Side, for_edo: bool) -> Self {
        ProfitTile::all()
            .filter(|tile| tile.side() == side && tile.is_for_edo() == for_edo)
            .collect()
    }
}

impl fmt::Display for ProfitTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} Ryo", self.total())
    }
}

/// A row of the generated table.
pub(crate) struct ProfitFacts {
    pub id: &'static str,
    pub side: Side,
    pub for_edo: bool,
    pub total: u8,
    pub shares: [[u8; 5]; 5],
}
