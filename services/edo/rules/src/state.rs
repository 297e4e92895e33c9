//! A position: everything there is to know, and nothing of the future.

use kit_rules::{Planning, Seat, SeatCount};

use crate::board::{Side, TableFacts};
use crate::building::City;
use crate::location::{LocationSet, LocationTile};
use crate::officials::Officials;
use crate::options::Options;
use crate::piles::{Tokken, Trade};
use crate::player::Player;
use crate::space::{Space, SpaceSet};
use crate::squad::Squad;

/// The most seats that a table has.
pub const SEATS_MAX: usize = 5;
/// How many cards a plan has.
pub const SLOTS: usize = 3;
/// How many columns the board of demands and privileges has.
pub const COLUMNS: usize = 3;
pub const RONIN: usize = 3;

/// A position.
///
/// Whoever builds one from outside has to pass it through [`State::check`], or
/// through [`State::check_view`] if parts of it are hidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// How the match is played.
    pub options: Options,
    pub seats: SeatCount,
    /// Who begins this round, once that is known.
    pub start_seat: Option<Seat>,
    /// The round being played, from 1; 0 while the table is laid out.
    pub round: u8,
    pub phase: Phase,
    /// Where the merchant stands.
    pub merchant: Space,
    pub trade: Trade,
    /// The cities in the order of [`Space::city_index`].
    pub cities: [City; Space::CITIES],
    /// Demands and privileges; empty without Tokken.
    pub tokken: Tokken,
    /// Where the Ronin stand; nowhere without Ronin.
    pub ronin: Squad,
    /// What belongs to each seat; places beyond the table stay empty.
    pub players: [Player; SEATS_MAX],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Chance lays out the table.
    Setup,
    /// The players take packages and starting cities.
    Positions {
        /// How many they have taken together.
        taken: u8,
    },
    /// The start player selects a Ronin.
    SelectRonin,
    /// The start player relocates a Ronin.
    Relocate(Relocation),
    /// Everyone who has not sealed plans in secret.
    Plan(Planning),
    /// A seat carries out a slot of its plan.
    Turn(Turn),
    /// A seat pays its samurai.
    Wages {
        /// Who pays.
        seat: Seat,
    },
    /// A seat returns what it can't store.
    Store {
        /// Who returns.
        seat: Seat,
    },
    /// The next trading card is to be turned up.
    NextCard,
    /// The game is over.
    Over(EndReason),
}

/// The relocation of a Ronin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relocation {
    /// Where it stands.
    pub from: Space,
    /// The tile that says where it goes; none before it is drawn.
    pub tile: Option<LocationTile>,
    /// The tiles that are out of the bag, the last one among them.
    pub drawn: LocationSet,
}

impl Relocation {
    /// A relocation from this space that begins with a full bag.
    pub const fn of(from: Space) -> Self {
        Self { from, tile: None, drawn: LocationSet::EMPTY }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    pub active: Seat,
    /// The slot that is carried out, from 0.
    pub slot: u8,
    /// The officials of the slot that were not used yet.
    pub officials: Officials,
    /// The samurai that can still move in this step, or still be paired.
    pub ready: Squad,
    /// Whether an official of this slot has already faced Ronin.
    pub has_dispersed: bool,
    pub step: TurnStep,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnStep {
    /// Samurai and the merchant move for money.
    Moving {
        /// Whether the merchant can still move.
        merchant: bool,
    },
    /// The next official is to be used.
    Working,
    /// An official lets samurai travel for free.
    Travelling {
        /// How many may still travel.
        moves_left: u8,
    },
    /// An official trades.
    Trading {
        used: Offers,
        /// Whether the privilege of trading was used for this official.
        privileged: bool,
    },
    /// An official gathers samurai against Ronin.
    Gathering {
        /// Where the Ronin stand.
        space: Space,
        /// How many samurai may still come.
        moves_left: u8,
    },
    /// Dispersed Ronin are relocated.
    Relocating(Relocation),
    /// The next demand is to be turned up.
    TurnUpDemand,
    /// The next privilege is to be turned up.
    TurnUpPrivilege,
    /// No official is left; privileges can still be used.
    Finishing,
}

/// A set of the four offers on the two open trading cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offers {
    pub current_goods: bool,
    pub current_point: bool,
    pub top_goods: bool,
    pub top_point: bool,
}

/// Why the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// Somebody has enough power points.
    Points,
    /// No trading card is left.
    LastCard,
}

impl State {
    /// What belongs to a seat of this table.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    /// The side of the board in use.
    pub fn side(&self) -> Side {
        TableFacts::of(self.seats).side
    }

    /// The spaces that are covered: with two players and Ronin only cities.
    pub fn covered(&self) -> SpaceSet {
        let table = TableFacts::of(self.seats);
        if self.has_neutral_samurai() {
            table.covered_cities
        } else {
            table.covered_cities.union(table.covered_resources)
        }
    }

    /// The spaces where something can be done.
    pub fn open_spaces(&self) -> SpaceSet {
        self.side().spaces().difference(self.covered())
    }

    /// Whether a neutral samurai stands on every resource space.
    pub fn has_neutral_samurai(&self) -> bool {
        self.options.ronin && self.seats.get() == 2
    }

    /// How many samurai of any kind stand on a space.
    pub fn samurai_on(&self, space: Space) -> usize {
        let own: usize = self.players.iter().map(|player| player.samurai.count(space)).sum();
        let neutral = self.has_neutral_samurai() && space.kind().good().is_some();
        own + self.ronin.count(space) + usize::from(neutral)
    }

    /// What stands in a city; `None` outside of cities.
    pub fn city(&self, space: Space) -> Option<&City> {
        space.city_index().map(|index| &self.cities[index])
    }

    pub fn turn_order(&self) -> impl Iterator<Item = Seat> + use<> {
        let (seats, first) = (self.seats, self.first());
        core::iter::successors(Some(first), move |seat| Some(seat.next(seats))).take(seats.get())
    }

    /// Who begins the round; the first seat before that is known.
    pub(crate) fn first(&self) -> Seat {
        self.start_seat.unwrap_or(Seat::from_index(0))
    }

    pub(crate) fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    pub(crate) fn city_mut(&mut self, space: Space) -> Option<&mut City> {
        space.city_index().map(|index| &mut self.cities[index])
    }
}

impl Turn {
    /// The turn goes on with the next official.
    #[must_use]
    pub(crate) const fn working(self) -> Self {
        Self { step: TurnStep::Working, ..self }
    }
}

impl Offers {
    /// How many were used.
    pub const fn count(self) -> usize {
        self.current_goods as usize
            + self.current_point as usize
            + self.top_goods as usize
            + self.top_point as usize
    }
}
