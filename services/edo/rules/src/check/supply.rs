//! Validation of the supply: everything that there is only so much of.

use super::{Inconsistent, Sight, ensure};
use crate::card::CardSet;
use crate::piles::Tokken;
use crate::state::{Phase, State, TurnStep};
use crate::tables::{
    BLACK_OFFICIALS, FORTRESSES, HOUSES, RONIN_TOKENS, SPECIAL_COPIES, TEMPLES, TRADING_POSTS,
    WHITE_OFFICIALS,
};
use crate::token::{Demand, DemandSet, Privilege, PrivilegeSet};
use crate::trading_card::{TradingCard, TradingSet};

impl State {
    pub(super) fn check_supply(&self) -> Result<(), Inconsistent> {
        let all = |count: fn(&crate::Player) -> u8| -> usize {
            self.players.iter().map(|player| usize::from(count(player))).sum()
        };
        let fortresses: usize = self.cities.iter().map(|city| usize::from(city.fortresses)).sum();
        let shown = self.players.iter().flat_map(|player| player.shown.iter().flatten());
        let black: u32 = shown.map(|planned| u32::from(planned.officials.black)).sum();
        let common = black <= BLACK_OFFICIALS.into()
            && all(|player| player.whites) <= WHITE_OFFICIALS.into()
            && all(|player| player.ronin_tokens) <= RONIN_TOKENS.into()
            && fortresses <= FORTRESSES.into();
        ensure(common, Inconsistent::Supply)?;
        for card in CardSet::SPECIAL.iter() {
            let owners = self.players.iter().filter(|player| player.cards.contains(card)).count();
            ensure(owners <= SPECIAL_COPIES.into(), Inconsistent::Supply)?;
        }
        for seat in self.seats.seats() {
            let houses: usize = self.cities.iter().map(|city| city.houses_of(seat)).sum();
            let posts = self.cities.iter().filter(|city| city.has_post_of(seat)).count();
            let own = houses <= HOUSES.into()
                && posts <= TRADING_POSTS.into()
                && self.player(seat).temples.len() <= TEMPLES.into();
            ensure(own, Inconsistent::Supply)?;
        }
        let packages = self.players.iter().filter_map(|player| player.package);
        let different: crate::PackageSet = packages.clone().collect();
        ensure(different.len() == packages.count(), Inconsistent::Supply)
    }

    /// One trading card leaves the game with every round, and the top of the
    /// pile is open as long as there is a pile.
    pub(super) fn check_trading_cards(&self, sight: Sight) -> Result<(), Inconsistent> {
        let trade = &self.trade;
        let open: TradingSet = [trade.current, trade.top].into_iter().flatten().collect();
        let open_count = usize::from(trade.current.is_some()) + usize::from(trade.top.is_some());
        let apart = open.len() == open_count && trade.pile.intersection(open).is_empty();
        ensure(apart, Inconsistent::TradingCards)?;
        let gone = match self.phase {
            Phase::Setup => 0,
            Phase::NextCard => usize::from(self.round),
            _ => usize::from(self.round).saturating_sub(1),
        };
        let left = TradingCard::COUNT.saturating_sub(gone);
        let known = open_count + trade.pile.len();
        let is_hidden = sight == Sight::View && trade.pile.is_empty() && left >= open_count;
        ensure(known == left || is_hidden, Inconsistent::TradingCards)?;
        let shown = match self.phase {
            Phase::Setup => trade.current.is_some() || trade.top.is_none(),
            Phase::NextCard => trade.current.is_some() && trade.top.is_none(),
            _ => trade.current.is_some() && trade.top.is_some() == (left > 1),
        };
        ensure(shown && (self.phase != Phase::NextCard || left > 1), Inconsistent::TradingCards)
    }

    pub(super) fn check_tokens(&self, sight: Sight) -> Result<(), Inconsistent> {
        let tokken = &self.tokken;
        if !self.options.tokken {
            return ensure(*tokken == Tokken::default(), Inconsistent::Tokens);
        }
        let demands: TokenRow<Demand> = TokenRow::new(tokken.demands, tokken.next_demand);
        let mut seen = tokken.demand_stack;
        let demands_apart = demands.iter().all(|demand| {
            let is_new = !seen.contains(demand);
            seen = seen.with(demand);
            is_new
        });
        let privileges: TokenRow<Privilege> =
            TokenRow::new(tokken.privileges, tokken.next_privilege);
        let mut held = tokken.privilege_stack;
        let mut count = held.len() + privileges.iter().count();
        held = privileges.iter().fold(held, PrivilegeSet::with);
        for player in &self.players {
            count += player.privileges.len();
            held = held.union(player.privileges);
        }
        ensure(demands_apart && held.len() == count, Inconsistent::Tokens)?;
        let step = match self.phase {
            Phase::Turn(turn) => Some(turn.step),
            _ => None,
        };
        let full = sight == Sight::Full;
        let fits = match (self.phase, step) {
            (Phase::Setup, _) => !full || seen == DemandSet::ALL && held == PrivilegeSet::ALL,
            (_, Some(TurnStep::TurnUpDemand)) => {
                tokken.next_demand.is_none() && (!full || !tokken.demand_stack.is_empty())
            }
            (_, Some(TurnStep::TurnUpPrivilege)) => {
                tokken.next_privilege.is_none() && (!full || !tokken.privilege_stack.is_empty())
            }
            _ => true,
        };
        ensure(fits, Inconsistent::Tokens)
    }
}

/// The tokens of a row and the one that comes next.
struct TokenRow<T> {
    row: [Option<T>; crate::COLUMNS],
    next: Option<T>,
}

impl<T: Copy> TokenRow<T> {
    const fn new(row: [Option<T>; crate::COLUMNS], next: Option<T>) -> Self {
        Self { row, next }
    }

    fn iter(&self) -> impl Iterator<Item = T> + '_ {
        self.row.iter().copied().chain([self.next]).flatten()
    }
}
