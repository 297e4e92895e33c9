//! Tiles, and sets of them: the tables come from the data file.

use core::fmt;

use crate::Figure;

include!(concat!(env!("OUT_DIR"), "/tiles.rs"));

/// One of the tiles that every player owns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

/// What a tile is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Influences helmets.
    Helmet,
    /// Influences buddhas.
    Buddha,
    /// Influences rice fields.
    Rice,
    /// Influences all figures.
    Samurai,
    /// Takes the place of an own tile, which moves elsewhere.
    TileExchange,
    /// Influences all figures, and bears the character.
    Ronin,
    /// Influences all figures from the sea, and bears the character.
    Ship,
    /// Swaps two figures, and bears the character.
    FigureExchange,
}

impl Tile {
    /// How many tiles a player owns.
    pub const COUNT: usize = TILES.len();
    /// The one that swaps two figures.
    pub const FIGURE_EXCHANGE: Self = FIGURE_EXCHANGE;
    /// The one that moves an own tile.
    pub const TILE_EXCHANGE: Self = TILE_EXCHANGE;

    /// The tile at this place of the data file's list.
    pub fn from_index(index: usize) -> Option<Self> {
        (index < Self::COUNT).then_some(Self(index as u8))
    }

    /// The tile with this id of the data file.
    pub fn from_id(id: &str) -> Option<Self> {
        TileSet::ALL.iter().find(|tile| tile.id() == id)
    }

    /// The place in the data file's list.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The id in the data file.
    pub fn id(self) -> &'static str {
        self.facts().id
    }

    /// What it is.
    pub fn kind(self) -> Kind {
        self.facts().kind
    }

    /// The number printed on it.
    pub fn value(self) -> u8 {
        self.facts().value
    }

    /// What it adds for its owner to a figure next to it.
    pub fn influence(self, figure: Figure) -> u8 {
        self.facts().influence[figure.index()]
    }

    /// Whether it bears the character, so that any number of its like may be
    /// played in a turn.
    pub fn has_character(self) -> bool {
        self.facts().character
    }

    /// Whether it is put on an empty land cell.
    pub fn goes_on_land(self) -> bool {
        TileSet::LANDING.contains(self)
    }

    /// Whether a tile exchange may lift it.
    pub fn is_liftable(self) -> bool {
        self.goes_on_land() && !self.has_character()
    }

    fn facts(self) -> &'static TileFacts {
        &TILES[self.index()]
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.facts().label)
    }
}

/// A set of one player's tiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TileSet(u32);

impl TileSet {
    /// No tile.
    pub const EMPTY: Self = Self(0);
    /// All tiles of a player.
    pub const ALL: Self = Self((1 << Tile::COUNT) - 1);
    /// The tiles that bear the character.
    pub const CHARACTERS: Self = Self(CHARACTERS);
    /// The tiles that go on an empty sea cell.
    pub const SHIPS: Self = Self(SHIPS);
    /// The tiles that go on an empty land cell.
    pub const LANDING: Self = Self(LANDING);

    /// Whether the tile is in the set.
    pub const fn contains(self, tile: Tile) -> bool {
        self.0 & (1 << tile.0) != 0
    }

    /// The set with this tile.
    #[must_use]
    pub const fn with(self, tile: Tile) -> Self {
        Self(self.0 | 1 << tile.0)
    }

    /// The set without this tile.
    #[must_use]
    pub const fn without(self, tile: Tile) -> Self {
        Self(self.0 & !(1 << tile.0))
    }

    /// The tiles of either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The tiles of both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The tiles of this set that are not in the other.
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

    /// The tile at this place when the set is laid out in order.
    pub fn nth(self, index: u32) -> Option<Tile> {
        self.iter().nth(index as usize)
    }

    /// The tiles in order.
    pub fn iter(self) -> impl Iterator<Item = Tile> {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            let lowest = (rest != 0).then(|| Tile(rest.trailing_zeros() as u8))?;
            rest &= rest - 1;
            Some(lowest)
        })
    }
}

impl FromIterator<Tile> for TileSet {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        tiles.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// A row of the generated table.
struct TileFacts {
    id: &'static str,
    label: &'static str,
    kind: Kind,
    value: u8,
    influence: [u8; 3],
    character: bool,
}
