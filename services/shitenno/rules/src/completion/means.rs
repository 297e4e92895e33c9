//! Means that a player could still add to a payment.

use super::Prospect;
use crate::held::Held;
use crate::lanes::Gift;
use crate::options::Joker;
use crate::{Card, Options};

/// What a player could still add.
#[derive(Clone, Copy)]
pub(crate) struct Means {
    /// The cards in hand that are not set out.
    pub(crate) hand: Held,
    /// What the joker can stand for, if it can be used.
    pub(crate) joker: Option<Joker>,
    pub(crate) exchanges: u8,
    pub(crate) pluses: u8,
}

impl Means {
    /// Whether some legal payment exists, given how much the whole hand lacks.
    pub(crate) fn could_pay(
        &self,
        missing: i8,
        need: impl FnOnce() -> Gift,
        options: &Options,
    ) -> bool {
        let joker = self.joker.map_or(0, |joker| if joker == Joker::OneCard { 2 } else { 1 });
        let help = (self.exchanges + self.pluses) as i8 + joker;
        missing <= 0 || missing <= help && Prospect::new(need(), self, options).could_cover()
    }
}

pub(crate) fn jokers(joker: Option<Joker>) -> impl Iterator<Item = Card> {
    let stands_for = move |card: &Card| joker == Some(Joker::OneCard) || card.is_single();
    let count = if joker.is_some() { Card::TROOP_KINDS } else { 0 };
    Card::troops().take(count).filter(stands_for)
}
