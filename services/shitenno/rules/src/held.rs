//! The cards that can still be set out, found by what they show.

use crate::card::CONTENTS;
use crate::lanes::Gift;
use crate::{Card, Cards, Element};

/// Cards that can still be set out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Held(Cards);

/// No element is on more kinds of cards than this.
const SHOWING_MAX: usize = 5;

/// The kinds of cards that show each element, and how many they are.
static SHOWING: [([u8; SHOWING_MAX], usize); Element::COUNT] = {
    let mut showing = [([0; SHOWING_MAX], 0); Element::COUNT];
    let mut index = 0;
    while index < Card::COUNT * Element::COUNT {
        let (card, element) = (index / Element::COUNT, index % Element::COUNT);
        if CONTENTS[card][element] > 0 {
            let (cards, count) = &mut showing[element];
            cards[*count] = card as u8;
            *count += 1;
        }
        index += 1;
    }
    showing
};

/// The kinds of cards that show an element once and another one not at all.
static SINGLES: [[([u8; SHOWING_MAX], usize); Element::COUNT]; Element::COUNT] = {
    let mut singles = [[([0; SHOWING_MAX], 0); Element::COUNT]; Element::COUNT];
    let mut index = 0;
    while index < Card::COUNT * Element::COUNT * Element::COUNT {
        let (card, pair) = (index % Card::COUNT, index / Card::COUNT);
        let (element, other) = (pair / Element::COUNT, pair % Element::COUNT);
        let content = &CONTENTS[card];
        if content[element] == 1 && (element == other || content[other] == 0) {
            let (cards, count) = &mut singles[element][other];
            cards[*count] = card as u8;
            *count += 1;
        }
        index += 1;
    }
    singles
};

impl Held {
    /// No card.
    pub(crate) const NONE: Self = Self(Cards::EMPTY);

    pub(crate) const fn new(cards: Cards) -> Self {
        Self(cards)
    }

    pub(crate) const fn cards(&self) -> &Cards {
        &self.0
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn has(&self, card: Card) -> bool {
        self.0.has(card)
    }

    /// The cards without one of this kind.
    #[must_use]
    pub(crate) fn without(mut self, card: Card) -> Self {
        self.0.take(card);
        self
    }

    /// The kinds that are there, in order.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = Card> + use<> {
        self.0.kinds()
    }

    /// The kinds from this place on that show an element.
    pub(crate) fn showing(&self, element: usize, from: usize) -> impl Iterator<Item = Card> {
        let (cards, count) = &SHOWING[element];
        let wanted = cards[..*count].iter().map(|card| usize::from(*card));
        let there = move |index: &usize| *index >= from && self.0.counts()[*index] > 0;
        wanted.filter(there).filter_map(Card::from_index)
    }

    /// How many cards show an element once, and another one not at all.
    pub(crate) fn singles(&self, element: usize, other: usize) -> i8 {
        let (cards, count) = &SINGLES[element][other];
        cards[..*count].iter().map(|card| self.0.counts()[usize::from(*card)] as i8).sum()
    }

    /// All elements on the cards.
    pub(crate) fn content(&self) -> Gift {
        Gift::of_all(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_found_by_what_they_show() {
        let cards: Cards = ["bushi", "bushi+sohei", "sohei", "koku2"]
            .into_iter()
            .filter_map(Card::from_id)
            .collect();
        let held = Held::new(cards);
        let showing = |element: Element| held.showing(element.index(), 0).count();
        assert_eq!(Element::ALL.map(showing), [0, 2, 2, 0, 1]);
        assert_eq!(Card::from_id("sohei").map(|card| held.without(card).has(card)), Some(false));
    }
}
