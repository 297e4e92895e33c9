//! Validation of positions that come from outside.
//!
//! Everything the rules rely on is checked here, so that no position can make
//! them panic or leave a seat without anything to do.

mod board;
mod phase;
mod plan;
mod supply;

use kit_rules::Seat;

use crate::state::State;
use crate::{SEATS_MAX, Space};

/// Why a position cannot be one of this game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Inconsistent {
    /// The table has a size that the game does not have.
    #[error("the game has no table of this size")]
    TableSize,
    /// A place beyond the table is not empty, or a seat is not at the table.
    #[error("something belongs to a seat that is not at the table")]
    Seats,
    /// It is not known who begins, though it has to be.
    #[error("the start seat does not fit the phase")]
    StartSeat,
    /// The round does not fit the phase or the trading cards.
    #[error("the round does not fit the phase and the trading cards")]
    Round,
    /// A city holds what it cannot hold.
    #[error("{space} holds what it cannot hold")]
    City { space: Space },
    /// A player has what nobody can have.
    #[error("{seat} has what nobody can have")]
    Player { seat: Seat },
    /// A figure stands where it cannot stand.
    #[error("a figure stands where it cannot stand")]
    Figures,
    /// A supply has given out more than it had.
    #[error("more is in play than there is")]
    Supply,
    /// The trading cards do not add up.
    #[error("the trading cards do not add up")]
    TradingCards,
    /// Demands or privileges do not add up.
    #[error("demands or privileges do not add up")]
    Tokens,
    /// The Ronin are not where they can be.
    #[error("the Ronin are not where they can be")]
    Ronin,
    /// The plan of a seat does not fit the phase.
    #[error("the plan of {seat} does not fit the phase")]
    Plan { seat: Seat },
    /// The starting positions do not fit the passes.
    #[error("the starting positions do not fit")]
    Positions,
    /// The phase does not fit the position.
    #[error("the phase does not fit the position")]
    Phase,
    /// The running turn cannot have come about.
    #[error("the running turn does not fit the position")]
    Turn,
    /// The game should be over, or should not.
    #[error("the end of the game does not fit the position")]
    End,
}

/// How much of a position somebody sees.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sight {
    /// Everything.
    Full,
    /// Not what lies face down.
    View,
}

impl State {
    /// Checks a complete position.
    ///
    /// # Errors
    /// If it cannot be a position of this game.
    pub fn check(&self) -> Result<(), Inconsistent> {
        self.check_public(Sight::Full)?;
        self.seats.seats().try_for_each(|seat| self.check_plan(seat))
    }

    /// Checks what one viewer sees of a position: the plans of all others and
    /// what lies face down may be missing.
    ///
    /// # Errors
    /// If it cannot be a view of a position of this game.
    pub fn check_view(&self, viewer: Option<Seat>) -> Result<(), Inconsistent> {
        self.check_public(Sight::View)?;
        match viewer {
            Some(seat) if !self.seats.has(seat) => Err(Inconsistent::Seats),
            Some(seat) => self.check_plan(seat),
            None => Ok(()),
        }
    }

    fn check_public(&self, sight: Sight) -> Result<(), Inconsistent> {
        ensure((2..=SEATS_MAX).contains(&self.seats.get()), Inconsistent::TableSize)?;
        let beyond = &self.players[self.seats.get()..];
        ensure(beyond.iter().all(|player| *player == Default::default()), Inconsistent::Seats)?;
        let start_fits = self.start_seat.is_none_or(|seat| self.seats.has(seat));
        ensure(start_fits, Inconsistent::Seats)?;
        self.check_cities()?;
        self.seats.seats().try_for_each(|seat| self.check_player(seat))?;
        self.check_figures()?;
        self.check_supply()?;
        self.check_trading_cards(sight)?;
        self.check_tokens(sight)?;
        self.check_phase(sight)
    }
}

fn ensure(holds: bool, otherwise: Inconsistent) -> Result<(), Inconsistent> {
    if holds { Ok(()) } else { Err(otherwise) }
}
