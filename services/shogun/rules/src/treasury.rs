//! Chests, which are on display or behind screens.

use kit_rules::Seat;

use crate::options::ChestDisplay;
use crate::state::State;

impl State {
    /// Gives chests to a seat.
    pub(crate) fn gain_chests(&mut self, seat: Seat, chests: u8) {
        let pile = self.chests_of(seat);
        *pile = pile.saturating_add(chests);
    }

    /// Lets a seat pay, if it can.
    pub(crate) fn pay(&mut self, seat: Seat, chests: u8) -> bool {
        let pile = self.chests_of(seat);
        let rest = pile.checked_sub(chests);
        if let Some(rest) = rest {
            *pile = rest;
        }
        rest.is_some()
    }

    /// The chests of a seat, where they stand in this match.
    fn chests_of(&mut self, seat: Seat) -> &mut u8 {
        let display = self.options.chests;
        let player = self.player_mut(seat);
        match display {
            ChestDisplay::Open => &mut player.chests_open,
            ChestDisplay::Hidden => &mut player.chests_hidden,
        }
    }
}
