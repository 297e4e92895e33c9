//! Buildings, and the cities that hold them.

use kit_rules::Seat;

use crate::goods::Price;
use crate::profit::ProfitTile;
use crate::tables::{BUILDINGS, SITES};

kit_rules::variants! {
    /// Something that an official builds.
    pub enum BuildingKind {
        /// Takes a site of a city and counts for its income.
        House = "house",
        /// Takes a site of an outer city, counts twice, and helps to trade.
        TradingPost = "trading post",
        /// Takes a fortress spot of a city and belongs to nobody.
        Fortress = "fortress",
        /// Stands outside of cities and makes roads free for its owner.
        Temple = "temple",
    }
}

impl BuildingKind {
    pub fn price(self) -> Price {
        BUILDINGS[self as usize].price
    }

    /// The power points that it brings at once.
    pub fn points(self) -> u8 {
        BUILDINGS[self as usize].points
    }

    /// What it counts for the income of its city.
    pub fn weight(self) -> u8 {
        BUILDINGS[self as usize].weight
    }
}

/// A house or a trading post on a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Building {
    pub owner: Seat,
    /// Whether it is a trading post, and not a house.
    pub is_post: bool,
}

impl Building {
    pub const fn house(owner: Seat) -> Self {
        Self { owner, is_post: false }
    }

    pub const fn kind(self) -> BuildingKind {
        if self.is_post { BuildingKind::TradingPost } else { BuildingKind::House }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct City {
    /// What the city pays; none before it is laid out, and in covered cities.
    pub profit: Option<ProfitTile>,
    /// Houses and trading posts, site 1 first and without a gap.
    pub sites: [Option<Building>; SITES],
    pub fortresses: u8,
}

impl City {
    /// The most sites that a city can have.
    pub const SITES: usize = SITES;

    /// The houses and trading posts, site 1 first.
    pub fn buildings(&self) -> impl Iterator<Item = Building> + '_ {
        self.sites.iter().map_while(|site| *site)
    }

    /// Whether the seat has a trading post there.
    pub fn has_post_of(&self, seat: Seat) -> bool {
        self.buildings().any(|building| building.is_post && building.owner == seat)
    }

    pub fn houses_of(&self, seat: Seat) -> usize {
        self.buildings().filter(|building| !building.is_post && building.owner == seat).count()
    }

    /// Puts a building on the lowest free site, of which there is one.
    pub(crate) fn add(&mut self, building: Building) {
        if let Some(site) = self.sites.iter_mut().find(|site| site.is_none()) {
            *site = Some(building);
        }
    }

    /// Puts a building on site 1, and all others one site up.
    pub(crate) fn add_first(&mut self, building: Building) {
        self.sites.rotate_right(1);
        self.sites[0] = Some(building);
    }
}

/// A row of the generated table.
pub(crate) struct BuildingFacts {
    pub points: u8,
    pub weight: u8,
    pub price: Price,
}
