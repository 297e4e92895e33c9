//! Piles, and what is turned up from them: trading cards, demands and privileges.

use crate::state::COLUMNS;
use crate::token::{Demand, DemandSet, Privilege, PrivilegeSet};
use crate::trading_card::{TradingCard, TradingSet};

/// The trading cards in the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trade {
    /// The card of this round.
    pub current: Option<TradingCard>,
    /// The open top card of the draw pile, which is the next round's.
    pub top: Option<TradingCard>,
    /// The cards below it. It is a set: nobody knows an order.
    pub pile: TradingSet,
}

/// The board of demands and privileges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tokken {
    pub demands: [Option<Demand>; COLUMNS],
    pub privileges: [Option<Privilege>; COLUMNS],
    pub next_demand: Option<Demand>,
    pub next_privilege: Option<Privilege>,
    /// The demands still face down. It is a set: nobody knows an order.
    pub demand_stack: DemandSet,
    /// The privileges still face down. It is a set: nobody knows an order.
    pub privilege_stack: PrivilegeSet,
}

impl Trade {
    /// Takes a card off the pile.
    pub(crate) fn draw(&mut self, value: u32) -> Option<TradingCard> {
        let card = self.pile.nth(value)?;
        self.pile = self.pile.without(card);
        Some(card)
    }
}

impl Tokken {
    /// Takes a demand off its stack.
    pub(crate) fn draw_demand(&mut self, value: u32) -> Option<Demand> {
        let demand = self.demand_stack.nth(value)?;
        self.demand_stack = self.demand_stack.without(demand);
        Some(demand)
    }

    /// Takes a privilege off its stack.
    pub(crate) fn draw_privilege(&mut self, value: u32) -> Option<Privilege> {
        let privilege = self.privilege_stack.nth(value)?;
        self.privilege_stack = self.privilege_stack.without(privilege);
        Some(privilege)
    }
}
