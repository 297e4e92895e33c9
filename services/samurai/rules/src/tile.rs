//! Tiles, and sets of them: the tables come from the data file.

use crate::Figure;

include!(concat!(env!("OUT_DIR"), "/tiles.rs"));

kit_rules::indexed! {
    /// One of the tiles that every player owns.
    pub struct Tile: TileFacts in TILES, shown by label
}

kit_rules::index_set! {
    /// A set of one player's tiles.
    pub struct TileSet(u32) of Tile
}

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
    /// The one that swaps two figures.
    pub const FIGURE_EXCHANGE: Self = FIGURE_EXCHANGE;
    /// The one that moves an own tile.
    pub const TILE_EXCHANGE: Self = TILE_EXCHANGE;

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
}

impl TileSet {
    /// The tiles that bear the character.
    pub const CHARACTERS: Self = Self(CHARACTERS);
    /// The tiles that go on an empty sea cell.
    pub const SHIPS: Self = Self(SHIPS);
    /// The tiles that go on an empty land cell.
    pub const LANDING: Self = Self(LANDING);
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
