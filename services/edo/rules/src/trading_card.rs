//! Trading cards: what the merchant sells.

use core::fmt;

use crate::goods::{Good, Price};
use crate::tables::TRADING_CARDS;

kit_rules::indexed! {
    /// A card with two offers of the merchant.
    pub struct TradingCard: TradingFacts in TRADING_CARDS
}

kit_rules::index_set! {
    pub struct TradingSet(u32) of TradingCard
}

impl TradingCard {
    /// The resource to be bought.
    pub fn goods(self) -> GoodsOffer {
        self.facts().goods
    }

    /// The price of a power point.
    pub fn point(self) -> Price {
        self.facts().point
    }
}

impl fmt::Display for TradingCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GoodsOffer { good, units_max, ryo_each } = self.goods();
        let point = self.point();
        write!(f, "up to {units_max} {good} at {ryo_each} Ryo each, or a point for {point}")
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoodsOffer {
    /// What is sold.
    pub good: Good,
    /// How much of it at most.
    pub units_max: u8,
    /// What each unit costs.
    pub ryo_each: u8,
}

/// Which of the two open trading cards an offer stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OfferedBy {
    /// The card of this round.
    Current,
    /// The open top card of the draw pile, for whoever has the privilege.
    Top,
}

impl fmt::Display for OfferedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Current => "the current card",
            Self::Top => "the card of the next round",
        })
    }
}

/// A row of the generated table.
pub(crate) struct TradingFacts {
    pub id: &'static str,
    pub goods: GoodsOffer,
    pub point: Price,
}
