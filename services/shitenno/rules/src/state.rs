//! A position: everything there is to know, and nothing of the future.

use kit_rules::{Seat, SeatCount};

use crate::province::POSITIONS;
use crate::{Bonus, Bonuses, Cards, Options, Plan, Province, Tiles, Title, TitleSet, Troop};

/// The most seats that a table has.
pub const SEATS_MAX: usize = 4;

/// A position.
///
/// Whoever builds one from outside has to pass it through [`State::check`], or
/// through [`State::check_view`] if parts of it are hidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// How the match is played.
    pub options: Options,
    pub seats: SeatCount,
    /// The running round, from 1; 0 while the table is set up.
    pub round: u8,
    pub phase: Phase,
    /// The troop cards that can be drawn.
    pub troop_deck: Deck,
    /// The koku cards that can be drawn.
    pub koku_deck: Deck,
    /// The troop cards that were spent; they become the deck again.
    pub discard: Cards,
    /// The koku cards that were spent; they are out of the game.
    pub spent_koku: Cards,
    /// The tiles that nobody knows yet: those below the upper ones and, if
    /// upper tiles keep their bonus secret, the upper ones as well. It is a
    /// pile without order over all gates.
    pub unseen_tiles: Tiles,
    pub used_tiles: Bonuses,
    /// The open cards of the division that lie in no lot.
    pub stock: Cards,
    /// The hierarchy tiles that lie neither in a lot nor before a player.
    pub hierarchy: TitleSet,
    /// The lots A and B. While a single lot is formed, it is A.
    pub lots: [Lot; 2],
    pub provinces: [Land; Province::COUNT],
    /// The control action that the player on turn is putting together; nobody
    /// else knows of it. Cards and tiles stay where they are until it is
    /// announced.
    pub plan: Option<Plan>,
    /// What belongs to each seat; places beyond the table stay empty.
    pub players: [Player; SEATS_MAX],
}

/// A deck: everyone knows how many cards it has, and nobody which.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deck {
    /// The cards. It is a pile: nobody knows an order.
    pub cards: Cards,
    pub count: u8,
}

/// A lot of the division.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lot {
    /// Its hierarchy tile, once chosen.
    pub tile: Option<Title>,
    pub cards: Cards,
}

kit_rules::variants! {
    pub enum LotName {
        A,
        /// The second lot, when two are made at once.
        B,
    }
}

impl LotName {
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

/// What lies on a province.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Land {
    /// The kamon on the positions, filled from the left.
    pub kamon: [Option<Kamon>; POSITIONS],
    /// The upper tile on the gate.
    pub top: Option<Top>,
}

impl Land {
    pub fn kamon_count(&self) -> usize {
        self.kamon.iter().map(|kamon| usize::from(kamon.is_some())).sum()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kamon {
    pub seat: Seat,
    /// Whether the golden face is up.
    pub golden: bool,
}

/// The upper tile on a gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Top {
    pub face: Troop,
    /// The bonus below, if everyone knows it.
    pub bonus: Option<Bonus>,
}

/// What belongs to one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// The cards in hand, which nobody else sees.
    pub hand: Cards,
    /// The hand laid open when the game is over.
    pub shown_hand: Cards,
    /// The title; nobody is without one after the setup.
    pub title: Option<Title>,
    /// The hierarchy tile received in the running division.
    pub tile: Option<Title>,
    /// The bonus tiles.
    pub bonuses: Bonuses,
    /// The kamon that are not placed.
    pub supply: u8,
    /// The points scored for placing kamon.
    pub points: u16,
    /// The points of the final scoring.
    pub last_points: LastPoints,
}

/// The points of the final scoring.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastPoints {
    /// For koku in hand.
    pub koku: u16,
    pub tiles: u16,
    pub majorities: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The first tile of a province is turned up.
    LayTiles { province: Province },
    /// A seat draws its first title.
    DealTitles { seat: Seat },
    /// A seat draws its first cards.
    DealHands { seat: Seat },
    /// The cards of a division are drawn.
    DrawStock,
    /// The Tairō forms a lot.
    FormLot,
    /// A lot is offered.
    OfferLot { asked: Seat },
    /// The Tairō makes the last two lots.
    SplitStock,
    /// The last player besides the Tairō chooses between them.
    ChooseLot,
    /// A seat takes its control turn.
    Turn(Turn),
    /// It draws a card with a draw tile.
    DrawCard(Turn),
    /// The bonus of a tile that it takes is found out.
    DrawBonus {
        turn: Turn,
        /// Where the tile lies.
        province: Province,
    },
    /// The next tile of a province is turned up.
    TurnUpTile {
        /// The turn that goes on afterwards.
        turn: Turn,
        province: Province,
    },
    /// The Sensei may gild a kamon.
    Gild {
        /// The Sensei.
        seat: Seat,
    },
    /// The game is over.
    Over(EndReason),
}

/// A running control turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    pub active: Seat,
    /// How many kamon were placed.
    pub placed: u8,
    pub joker_used: bool,
}

impl Turn {
    pub const fn of(active: Seat) -> Self {
        Self { active, placed: 0, joker_used: false }
    }
}

/// Why the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// Somebody has no kamon left to place.
    KamonPlaced,
    /// No koku card is left to draw.
    KokuDrawn,
}

impl State {
    /// What belongs to a seat of this table.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    pub fn land(&self, province: Province) -> &Land {
        &self.provinces[province.index()]
    }

    pub fn holder(&self, title: Title) -> Option<Seat> {
        self.seats.seats().find(|seat| self.player(*seat).title == Some(title))
    }

    /// The seats in the order of their titles, highest first.
    pub fn by_title(&self) -> impl Iterator<Item = Seat> + '_ {
        Title::ALL.into_iter().rev().filter_map(|title| self.holder(title))
    }

    /// The seats that have received no lot in this division, highest title
    /// first. The first of them is the Tairō.
    pub fn unserved(&self) -> impl Iterator<Item = Seat> + '_ {
        self.by_title().filter(|seat| self.player(*seat).tile.is_none())
    }

    /// Who forms lots, while a division runs.
    pub fn tairo(&self) -> Option<Seat> {
        let mut highest = None;
        let mut rank_max = 0;
        for (player, seat) in self.players.iter().zip(self.seats.seats()) {
            let rank = player.title.map_or(0, Title::seals);
            if player.tile.is_none() && rank >= rank_max {
                (highest, rank_max) = (Some(seat), rank);
            }
        }
        highest
    }

    /// Whether some troop card can be drawn, if need be after a refill.
    pub fn has_troop_cards(&self) -> bool {
        self.troop_deck.count > 0 || !self.discard.is_empty()
    }

    pub fn lot(&self, name: LotName) -> &Lot {
        &self.lots[name.index()]
    }

    pub(crate) fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    pub(crate) fn land_mut(&mut self, province: Province) -> &mut Land {
        &mut self.provinces[province.index()]
    }
}

impl Deck {
    pub fn of(cards: Cards) -> Self {
        Self { cards, count: cards.total() as u8 }
    }

    pub(crate) fn draw(&mut self, place: u32) -> Option<crate::Card> {
        let card = self.cards.nth(place)?;
        self.cards.take(card);
        self.count = self.count.saturating_sub(1);
        Some(card)
    }
}
