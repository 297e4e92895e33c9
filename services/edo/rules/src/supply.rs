//! Supply: what is left of everything that there is only so much of.

use kit_rules::Seat;

use crate::card::Card;
use crate::space::SpaceSet;
use crate::state::State;
use crate::tables::{
    FORTRESSES, HOUSES, RONIN_TOKENS, SPECIAL_COPIES, TRADING_POSTS, WHITE_OFFICIALS,
};

impl State {
    /// The houses that the seat has not built.
    pub fn houses_left(&self, seat: Seat) -> usize {
        let built: usize = self.cities.iter().map(|city| city.houses_of(seat)).sum();
        usize::from(HOUSES).saturating_sub(built)
    }

    /// The trading posts that the seat has not built.
    pub fn posts_left(&self, seat: Seat) -> usize {
        let built = self.cities.iter().filter(|city| city.has_post_of(seat)).count();
        usize::from(TRADING_POSTS).saturating_sub(built)
    }

    pub fn fortresses_left(&self) -> usize {
        let built: usize = self.cities.iter().map(|city| usize::from(city.fortresses)).sum();
        usize::from(FORTRESSES).saturating_sub(built)
    }

    /// The white officials in the supply.
    pub fn whites_left(&self) -> usize {
        let hired: usize = self.players.iter().map(|player| usize::from(player.whites)).sum();
        usize::from(WHITE_OFFICIALS).saturating_sub(hired)
    }

    pub fn ronin_tokens_left(&self) -> usize {
        let owned = self.players.iter().map(|player| usize::from(player.ronin_tokens));
        usize::from(RONIN_TOKENS).saturating_sub(owned.sum())
    }

    /// How many copies of a special card are on display.
    pub fn copies_left(&self, card: Card) -> usize {
        let owned = self.players.iter().filter(|player| player.cards.contains(card)).count();
        let copies = if card.is_special() { usize::from(SPECIAL_COPIES) } else { 0 };
        copies.saturating_sub(owned)
    }

    /// The spaces with a temple of anybody.
    pub fn temples(&self) -> SpaceSet {
        self.players.iter().fold(SpaceSet::EMPTY, |all, player| all.union(player.temples))
    }
}
