//! The provinces of the map: the tables come from the data file.

use core::fmt;

use kit_rules::SeatCount;

use crate::number::SEATS_MIN;

include!(concat!(env!("OUT_DIR"), "/provinces.rs"));

/// A side of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The side for first games.
    #[default]
    Sun,
    /// The side on which eight provinces belong to another region.
    Moon,
}

/// A region, named by the colour that it is printed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Region {
    /// The west.
    Green,
    /// The south-west and Kii.
    Purple,
    /// The centre.
    Red,
    /// The north.
    Brown,
    /// The east.
    Yellow,
}

/// A province, which is also its card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Province(pub(crate) u8);

/// A set of provinces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProvinceSet(u64);

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

impl Side {
    /// Both sides.
    pub const ALL: [Self; 2] = [Self::Sun, Self::Moon];

    /// The name.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Sun => "sun",
            Self::Moon => "moon",
        }
    }
}

impl Region {
    /// The five regions.
    pub const ALL: [Self; 5] = [Self::Green, Self::Purple, Self::Red, Self::Brown, Self::Yellow];

    /// The name, also for people.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Green => "green",
            Self::Purple => "purple",
            Self::Red => "red",
            Self::Brown => "brown",
            Self::Yellow => "yellow",
        }
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl Province {
    /// How many provinces the board shows.
    pub const COUNT: usize = PROVINCES.len();

    /// All provinces in the order of the data file.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The province at this place of the data file.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// The province with this id of the data file.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::all().find(|province| province.id() == id)
    }

    /// The place in the data file.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The id in the data file.
    pub fn id(self) -> &'static str {
        self.facts().id
    }

    /// The name for people.
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

    fn facts(self) -> &'static ProvinceFacts {
        &PROVINCES[self.index()]
    }
}

impl fmt::Display for Province {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl ProvinceSet {
    /// No province.
    pub const EMPTY: Self = Self(0);
    /// Every province of the board.
    pub const ALL: Self = Self((1 << Province::COUNT) - 1);

    /// The provinces that take part at a table on a side of the board; the
    /// smallest table leaves some out.
    pub fn in_play(seats: SeatCount, side: Side) -> Self {
        if seats.get() > SEATS_MIN {
            return Self::ALL;
        }
        Self::ALL.difference(Self(OUT_OF_SMALLEST[side as usize]))
    }

    /// Just this province.
    pub const fn only(province: Province) -> Self {
        Self(1 << province.0)
    }

    /// Whether the province is in the set.
    pub const fn contains(self, province: Province) -> bool {
        self.0 & 1 << province.0 != 0
    }

    /// The set with this province.
    #[must_use]
    pub const fn with(self, province: Province) -> Self {
        Self(self.0 | 1 << province.0)
    }

    /// The set without this province.
    #[must_use]
    pub const fn without(self, province: Province) -> Self {
        Self(self.0 & !(1 << province.0))
    }

    /// The provinces of both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The provinces of this set that the other lacks.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The province at this place of the set.
    pub fn nth(self, place: u32) -> Option<Province> {
        self.iter().nth(place as usize)
    }

    /// The provinces in order.
    pub fn iter(self) -> impl Iterator<Item = Province> {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            let place = (rest != 0).then(|| rest.trailing_zeros() as u8)?;
            rest &= rest - 1;
            Some(Province(place))
        })
    }
}

impl FromIterator<Province> for ProvinceSet {
    fn from_iter<I: IntoIterator<Item = Province>>(provinces: I) -> Self {
        provinces.into_iter().fold(Self::EMPTY, Self::with)
    }
}
