//! The cells of the board: the tables come from the data file.

use core::fmt;

use kit_rules::SeatCount;

include!(concat!(env!("OUT_DIR"), "/cells.rs"));

/// One hexagon of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cell {
    /// Holds figures, never a tile.
    Settlement(Settlement),
    /// Holds at most one tile that is not a ship.
    Land(Land),
    /// Holds at most one ship.
    Sea(Sea),
}

kit_rules::indexed! {
    /// A village, a city, or Edo.
    pub struct Settlement: SETTLEMENTS.len()
}

kit_rules::indexed! {
    pub struct Land: TOUCHED.len()
}

kit_rules::indexed! {
    pub struct Sea: CELLS.len() - SETTLEMENTS.len() - TOUCHED.len()
}

kit_rules::index_set! {
    pub(crate) struct SettlementSet(u64) of Settlement
}

kit_rules::index_set! {
    pub(crate) struct LandSet(u64) of Land
}

kit_rules::index_set! {
    pub(crate) struct SeaSet(u128) of Sea
}

/// The size of a settlement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SettlementKind {
    /// Holds one figure.
    Village,
    /// Holds two figures of different types.
    City,
    /// The capital: holds one figure of each type.
    Edo,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The id in the data file.
    pub id: &'static str,
    pub name: &'static str,
    /// The smallest table that uses it.
    pub seats_min: usize,
}

/// What a table of a certain size uses. The cells in play are the first ones of
/// each terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableFacts {
    pub settlements: usize,
    pub land: usize,
    pub sea: usize,
    pub figures_per_type: u8,
    /// Whether captured figures stand in front of the screens.
    pub captures_public: bool,
}

impl TableFacts {
    /// What a table of this size uses; sizes that the game does not have count
    /// as the nearest that it has.
    pub fn of(seats: SeatCount) -> &'static Self {
        &TABLES[seats.get().clamp(2, 4) - 2]
    }
}

impl Cell {
    pub const COUNT: usize = CELLS.len();

    /// All cells in order: settlements, land, sea.
    pub fn all() -> impl Iterator<Item = Self> {
        let settlements = Settlement::all().map(Self::Settlement);
        settlements.chain(Land::all().map(Self::Land)).chain(Sea::all().map(Self::Sea))
    }

    /// The cell with this id of the data file.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::all().find(|cell| cell.id() == id)
    }

    /// The cell with these coordinates.
    pub fn at(q: i8, r: i8) -> Option<Self> {
        Self::all().find(|cell| cell.place() == (q, r))
    }

    /// The place in the order of [`Cell::all`].
    pub const fn index(self) -> usize {
        match self {
            Self::Settlement(settlement) => settlement.index(),
            Self::Land(land) => Settlement::COUNT + land.index(),
            Self::Sea(sea) => Settlement::COUNT + Land::COUNT + sea.index(),
        }
    }

    /// The cell at this place of [`Cell::all`].
    pub fn from_index(index: usize) -> Option<Self> {
        let after_settlements = index.checked_sub(Settlement::COUNT);
        let Some(index) = after_settlements else {
            return Settlement::from_index(index).map(Self::Settlement);
        };
        match index.checked_sub(Land::COUNT) {
            None => Land::from_index(index).map(Self::Land),
            Some(index) => Sea::from_index(index).map(Self::Sea),
        }
    }

    /// The id in the data file.
    pub fn id(self) -> &'static str {
        self.facts().id
    }

    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// The axial coordinates.
    pub fn place(self) -> (i8, i8) {
        (self.facts().q, self.facts().r)
    }

    /// The piece of the board that it is printed on.
    pub fn piece(self) -> &'static Piece {
        &PIECES[self.facts().piece]
    }

    /// Whether a table of this size uses the cell.
    pub fn is_in_play(self, seats: SeatCount) -> bool {
        let table = TableFacts::of(seats);
        match self {
            Self::Settlement(settlement) => settlement.index() < table.settlements,
            Self::Land(land) => land.index() < table.land,
            Self::Sea(sea) => sea.index() < table.sea,
        }
    }

    /// The neighbours on the whole board, clockwise from north.
    pub fn neighbours(self) -> &'static [Self] {
        self.facts().around
    }

    fn facts(self) -> &'static CellFacts {
        &CELLS[self.index()]
    }
}

impl Settlement {
    /// The capital.
    pub const EDO: Self = Self(EDO_ONLY.trailing_zeros() as u8);

    /// How large it is.
    pub fn kind(self) -> SettlementKind {
        self.facts().kind
    }

    /// How many figures it holds.
    pub fn capacity(self) -> usize {
        match self.kind() {
            SettlementKind::Village => 1,
            SettlementKind::City => 2,
            SettlementKind::Edo => 3,
        }
    }

    /// The six cells around it, clockwise from north; all of them are in play
    /// whenever the settlement is.
    pub fn around(self) -> &'static [Cell; 6] {
        &self.facts().around
    }

    /// The land cells around it.
    pub(crate) fn land(self) -> LandSet {
        LandSet(self.facts().land)
    }

    fn facts(self) -> &'static SettlementFacts {
        &SETTLEMENTS[self.index()]
    }
}

impl Land {
    /// The two settlements that it lies between.
    pub fn settlements(self) -> [Settlement; 2] {
        TOUCHED[self.index()]
    }
}

impl SettlementSet {
    pub(crate) const fn of_kind(kind: SettlementKind) -> Self {
        Self(match kind {
            SettlementKind::Village => VILLAGES,
            SettlementKind::City => CITIES,
            SettlementKind::Edo => EDO_ONLY,
        })
    }
}

/// What the three terrains have in common.
macro_rules! terrain {
    ($terrain:ident) => {
        impl $terrain {
            /// The id in the data file.
            pub fn id(self) -> &'static str {
                Cell::$terrain(self).id()
            }

            pub fn name(self) -> &'static str {
                Cell::$terrain(self).name()
            }
        }

        impl fmt::Display for $terrain {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

terrain!(Settlement);
terrain!(Land);
terrain!(Sea);

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A row of the generated table of cells.
struct CellFacts {
    id: &'static str,
    name: &'static str,
    q: i8,
    r: i8,
    piece: usize,
    around: &'static [Cell],
}

/// A row of the generated table of settlements.
struct SettlementFacts {
    kind: SettlementKind,
    around: [Cell; 6],
    land: u64,
}
