//! The tiles on the board.

use core::num::NonZeroU8;

use kit_rules::{Seat, SeatCount};

use crate::cell::{LandSet, SeaSet, TableFacts};
use crate::{Cell, Land, Sea, Tile, TileSet};

/// A tile on the board: whose, and which. One byte, since a state has many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed(NonZeroU8);

impl Placed {
    /// This seat's tile.
    pub fn new(owner: Seat, tile: Tile) -> Self {
        let byte = (owner.index() << 5 | tile.index()) as u8;
        Self(NonZeroU8::MIN.saturating_add(byte))
    }

    /// Whose tile it is.
    pub fn owner(self) -> Seat {
        Seat::from_index(usize::from(self.0.get() - 1) >> 5)
    }

    pub fn tile(self) -> Tile {
        let index = usize::from(self.0.get() - 1) & 0b1_1111;
        Tile::from_index(index).expect("the byte was made of a tile")
    }
}

/// The tiles on the board, and the cells in play that are still empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    land: [Option<Placed>; Land::COUNT],
    sea: [Option<Placed>; Sea::COUNT],
    empty_land: LandSet,
    empty_sea: SeaSet,
}

impl Board {
    /// The board of a table of this size, without tiles.
    pub fn new(seats: SeatCount) -> Self {
        let table = TableFacts::of(seats);
        Self {
            land: [None; Land::COUNT],
            sea: [None; Sea::COUNT],
            empty_land: LandSet::prefix(table.land),
            empty_sea: SeaSet::prefix(table.sea),
        }
    }

    pub fn at(&self, cell: Cell) -> Option<Placed> {
        match cell {
            Cell::Settlement(_) => None,
            Cell::Land(land) => self.land[land.index()],
            Cell::Sea(sea) => self.sea[sea.index()],
        }
    }

    /// Puts a tile on a land cell and returns the one that was there.
    pub fn put_on_land(&mut self, land: Land, placed: Placed) -> Option<Placed> {
        self.empty_land = self.empty_land.without(land);
        self.land[land.index()].replace(placed)
    }

    /// Puts a tile on a sea cell and returns the one that was there.
    pub fn put_on_sea(&mut self, sea: Sea, placed: Placed) -> Option<Placed> {
        self.empty_sea = self.empty_sea.without(sea);
        self.sea[sea.index()].replace(placed)
    }

    /// All tiles with their cells, in the order of the cells.
    pub fn tiles(&self) -> impl Iterator<Item = (Cell, Placed)> + '_ {
        let land = Land::all().map(Cell::Land);
        let cells = land.chain(Sea::all().map(Cell::Sea));
        cells.filter_map(|cell| self.at(cell).map(|placed| (cell, placed)))
    }

    pub fn tiles_of(&self, seat: Seat) -> TileSet {
        let own = self.tiles().filter(|(_, placed)| placed.owner() == seat);
        own.map(|(_, placed)| placed.tile()).collect()
    }

    /// The land cells in play that are empty.
    pub fn empty_land(&self) -> impl Iterator<Item = Land> + use<> {
        self.empty_land.iter()
    }

    /// The sea cells in play that are empty.
    pub fn empty_sea(&self) -> impl Iterator<Item = Sea> + use<> {
        self.empty_sea.iter()
    }

    /// Whether a tile could still be put on some land cell.
    pub fn has_empty_land(&self) -> bool {
        !self.empty_land.is_empty()
    }

    /// Whether none of these land cells is empty.
    pub(crate) fn is_filled(&self, land: LandSet) -> bool {
        self.empty_land.intersection(land).is_empty()
    }

    /// Whether this is the board of a table of that size.
    pub(crate) fn is_of(&self, seats: SeatCount) -> bool {
        let blank = Self::new(seats);
        let land: LandSet = Land::all().filter(|land| self.land[land.index()].is_some()).collect();
        let sea: SeaSet = Sea::all().filter(|sea| self.sea[sea.index()].is_some()).collect();
        self.empty_land.union(land) == blank.empty_land
            && self.empty_sea.union(sea) == blank.empty_sea
    }

    /// The land cells with a tile of the seat that a tile exchange may lift.
    pub(crate) fn liftable(&self, seat: Seat) -> impl Iterator<Item = Land> + '_ {
        Land::all().filter(move |land| {
            self.land[land.index()]
                .is_some_and(|placed| placed.owner() == seat && placed.tile().is_liftable())
        })
    }
}
