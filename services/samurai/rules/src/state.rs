//! A position: everything there is to know, and nothing of the future.

use kit_rules::{Seat, SeatCount, SeatSet};

use crate::options::{Captures, Options};
use crate::{
    Board, Figure, FigureCounts, FigureSet, HAND_SIZE, Settlement, TableFacts, Tile, TileSet,
};

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
    /// Who begins, once that is known.
    pub start_seat: Option<Seat>,
    pub phase: Phase,
    /// The figures that are not placed yet.
    pub supply: FigureCounts,
    /// The figures that nobody won.
    pub set_aside: FigureCounts,
    pub figures: [FigureSet; Settlement::COUNT],
    pub board: Board,
    /// What belongs to each seat; places beyond the table stay empty.
    pub players: [Player; SEATS_MAX],
}

/// What belongs to one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// The tiles behind the screen.
    pub hand: TileSet,
    /// The tiles that can be drawn. It is a set: nobody knows an order.
    pub pool: TileSet,
    /// The tiles chosen so far for the starting hand. They stay in the pool
    /// until the hand is sealed, so that nobody sees how far the choice is.
    pub chosen: TileSet,
    /// The tiles drawn so far while the hand is being filled.
    pub drawn: TileSet,
    /// Whether the figure exchange was played; it is then out of the game.
    pub figure_exchange_used: bool,
    /// The captured figures that everyone sees.
    pub captured_open: FigureCounts,
    /// The captured figures behind the screen.
    pub captured_hidden: FigureCounts,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The start seat is to be drawn.
    DrawStartSeat,
    /// Everyone who has not sealed chooses a starting hand.
    ChooseHands { sealed: SeatSet },
    /// The seat draws its starting hand.
    DealHands { seat: Seat },
    /// The players place the figures.
    PlaceFigures { active: Seat },
    /// Chance places the figures.
    ScatterFigures,
    /// A seat plays tiles.
    Play(Turn),
    /// A seat that ended its turn draws tiles.
    Refill { seat: Seat },
    /// The game is over.
    Over(EndReason),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    pub active: Seat,
    pub tiles_played: u8,
    /// Whether the turn's one plain tile is among them.
    pub plain_played: bool,
    /// An exchange that waits for its second half.
    pub exchange: Option<Exchange>,
}

impl Turn {
    pub const fn of(active: Seat) -> Self {
        Self { active, tiles_played: 0, plain_played: false, exchange: None }
    }
}

/// The first half of an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exchange {
    /// A figure that will change places with another.
    Figure {
        /// Where it stands.
        settlement: Settlement,
        figure: Figure,
    },
    /// A tile that was lifted from the board.
    Tile { tile: Tile },
}

/// Why the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// No figure of this type is left on the board.
    TypeExhausted(Figure),
    /// Four or more figures were set aside.
    FourthTie,
}

/// How many figures set aside end the game.
pub(crate) const TIES_MAX: u32 = 4;

impl State {
    /// What belongs to a seat of this table.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    pub fn figures_in(&self, settlement: Settlement) -> FigureSet {
        self.figures[settlement.index()]
    }

    /// How many figures of each type stand on the board.
    pub fn figures_on_board(&self) -> FigureCounts {
        let mut counts = FigureCounts::NONE;
        for figures in self.figures {
            for figure in figures.iter() {
                counts[figure] += 1;
            }
        }
        counts
    }

    /// The settlements in play, as a range of indices.
    pub(crate) fn settlements(&self) -> impl Iterator<Item = Settlement> + use<> {
        Settlement::all().take(TableFacts::of(self.seats).settlements)
    }

    /// Whether captured figures are on display before the end.
    pub fn captures_are_open(&self) -> bool {
        self.options.captures == Captures::Open || TableFacts::of(self.seats).captures_public
    }

    /// What ends the game in this position, if anything does. Figures never
    /// come back, so it stays true.
    pub fn end_reason(&self) -> Option<EndReason> {
        let on_board = self.figures.iter().fold(FigureSet::EMPTY, |all, set| all.union(*set));
        let gone = Figure::ALL.into_iter().find(|figure| !on_board.contains(*figure));
        match gone {
            Some(figure) => Some(EndReason::TypeExhausted(figure)),
            None if self.set_aside.total() >= TIES_MAX => Some(EndReason::FourthTie),
            None => None,
        }
    }

    pub(crate) fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }
}

impl Player {
    /// A player who has not touched the tiles yet.
    pub const fn new() -> Self {
        Self {
            hand: TileSet::EMPTY,
            pool: TileSet::ALL,
            chosen: TileSet::EMPTY,
            drawn: TileSet::EMPTY,
            figure_exchange_used: false,
            captured_open: FigureCounts::NONE,
            captured_hidden: FigureCounts::NONE,
        }
    }

    pub fn captured(&self) -> FigureCounts {
        let mut all = self.captured_open;
        for figure in Figure::ALL {
            all[figure] = all[figure].saturating_add(self.captured_hidden[figure]);
        }
        all
    }

    /// Whether a tile is to be drawn before the hand is full.
    pub(crate) fn wants_tile(&self) -> bool {
        self.hand.len() + self.drawn.len() < HAND_SIZE && !self.pool.is_empty()
    }
}
