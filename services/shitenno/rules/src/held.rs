//! The cards that can still be set out, found by what they show.

use crate::card::CONTENTS;
use crate::lanes::Gift;
use crate::pile::Kinds;
use crate::{Card, Cards, Element};

/// Cards that can still be set out.
#[derive(Clone, Copy)]
pub(crate) struct Held {
    cards: Cards,
    /// The kinds that are there, one bit for each.
    kinds: u32,
}

/// The kinds of cards that show each element, one bit for each.
static SHOWING: [u32; Element::COUNT] = {
    let mut showing = [0; Element::COUNT];
    let mut index = 0;
    while index < Card::COUNT * Element::COUNT {
        let (card, element) = (index / Element::COUNT, index % Element::COUNT);
        if CONTENTS[card][element] > 0 {
            showing[element] |= 1 << card;
        }
        index += 1;
    }
    showing
};

impl Held {
    pub(crate) const NONE: Self = Self { cards: Cards::EMPTY, kinds: 0 };

    pub(crate) fn new(cards: Cards) -> Self {
        Self { cards, kinds: cards.kind_bits() }
    }

    pub(crate) const fn cards(&self) -> &Cards {
        &self.cards
    }

    pub(crate) const fn has(&self, card: Card) -> bool {
        self.kinds >> card.index() & 1 == 1
    }

    /// The cards without one of this kind.
    #[must_use]
    pub(crate) fn without(mut self, card: Card) -> Self {
        self.take(card);
        self
    }

    pub(crate) fn take(&mut self, card: Card) {
        self.cards.take(card);
        self.kinds &= !(u32::from(!self.cards.has(card)) << card.index());
    }

    /// The kinds that are there, in order.
    pub(crate) fn kinds(&self) -> Kinds<Card> {
        Kinds::of(self.kinds)
    }

    /// The kinds from this place on that show an element.
    pub(crate) fn showing(&self, element: usize, from: usize) -> Kinds<Card> {
        Kinds::of(self.kinds & SHOWING[element] & (u32::MAX << from))
    }

    /// The kinds that show one of two elements.
    pub(crate) fn showing_either(&self, [element, other]: [usize; 2]) -> Kinds<Card> {
        Kinds::of(self.kinds & (SHOWING[element] | SHOWING[other]))
    }

    /// All elements on the cards.
    pub(crate) fn content(&self) -> Gift {
        Gift::of_all(&self.cards)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Troop;

    #[test]
    fn cards_are_found_by_what_they_show() {
        let cards: Cards = ["bushi", "bushi+sohei", "sohei", "koku2"]
            .into_iter()
            .filter_map(Card::from_id)
            .collect();
        let held = Held::new(cards);
        let showing = |element: Element| held.showing(element.index(), 0).count();
        assert_eq!(Element::ALL.map(showing), [0, 2, 2, 0, 1]);
        let rest = held.without(Card::from_id("sohei").expect("a kind of card"));
        let sohei = Element::Troop(Troop::Sohei).index();
        assert!(rest.showing(sohei, 0).eq(Card::from_id("bushi+sohei")));
    }
}
