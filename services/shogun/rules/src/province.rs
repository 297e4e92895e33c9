//! The provinces of the map: the tables come from the data file.

use kit_rules::SeatCount;

use crate::number::SEATS_MIN;

include!(concat!(env!("OUT_DIR"), "/provinces.rs"));

kit_rules::variants! {
    #[derive(Default)]
    pub enum Side {
        /// The side for first games.
        #[default]
        Sun = "sun",
        /// The side on which eight provinces belong to another region.
        Moon = "moon",
    }
}

kit_rules::variants! {
    /// A region, named by the colour that it is printed in.
    pub enum Region {
        /// The west.
        Green = "green",
        /// The south-west and Kii.
        Purple = "purple",
        /// The centre.
        Red = "red",
        /// The north.
        Brown = "brown",
        /// The east.
        Yellow = "yellow",
    }
}

kit_rules::indexed! {
    /// A province, which is also its card.
    pub struct Province: ProvinceFacts in PROVINCES, shown by name
}

kit_rules::index_set! {
    pub struct ProvinceSet(u64) of Province
}

struct ProvinceFacts {
    id: &'static str,
    name: &'static str,
    regions: [Region; 2],
    towns: u8,
    rice: u8,
    chests: u8,
    land: u64,
    sea: u64,
}

impl Province {
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// The region that it belongs to on a side of the board.
    pub fn region(self, side: Side) -> Region {
        self.facts().regions[side as usize]
    }

    /// How many buildings it has room for.
    pub fn towns(self) -> u8 {
        self.facts().towns
    }

    /// How much rice its card yields.
    pub fn rice(self) -> u8 {
        self.facts().rice
    }

    /// How many chests its card yields.
    pub fn chests(self) -> u8 {
        self.facts().chests
    }

    /// The provinces across a border on land.
    pub fn land_neighbours(self) -> ProvinceSet {
        ProvinceSet(self.facts().land)
    }

    /// The provinces at the other end of a sea route.
    pub fn sea_neighbours(self) -> ProvinceSet {
        ProvinceSet(self.facts().sea)
    }

    /// All adjacent provinces, whatever the table.
    pub fn neighbours(self) -> ProvinceSet {
        ProvinceSet(self.facts().land | self.facts().sea)
    }
}

impl ProvinceSet {
    /// The provinces that take part at a table on a side of the board; the
    /// smallest table leaves some out.
    pub fn in_play(seats: SeatCount, side: Side) -> Self {
        if seats.get() > SEATS_MIN {
            return Self::ALL;
        }
        Self::ALL.difference(Self(OUT_OF_SMALLEST[side as usize]))
    }
}
