//! The cards that can still be set out, found by what they show.

use crate::card::CONTENTS;
use crate::lanes::Gift;
use crate::pile;
use crate::troop::Pool;
use crate::{Card, Cards, Element, Troop};

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

/// The kinds of cards that show a troop once, alone or with each other troop.
static ONCE: [[u8; TROOPS]; TROOPS] = {
    let mut once = [[0; TROOPS]; TROOPS];
    let mut pair = 0;
    while pair < TROOPS * TROOPS {
        let (troop, other) = (pair / TROOPS, pair % TROOPS);
        let mut content = [0; Element::COUNT];
        content[troop] = 1;
        content[other] = 1;
        once[troop][other] = kind_with(content);
        pair += 1;
    }
    once
};

/// The kind of card that shows each troop twice.
static TWICE: [u8; TROOPS] = {
    let mut twice = [0; TROOPS];
    let mut troop = 0;
    while troop < TROOPS {
        let mut content = [0; Element::COUNT];
        content[troop] = 2;
        twice[troop] = kind_with(content);
        troop += 1;
    }
    twice
};

/// The kinds of cards with one, two and three koku.
static KOKU: [u8; 3] =
    [kind_with([0, 0, 0, 0, 1]), kind_with([0, 0, 0, 0, 2]), kind_with([0, 0, 0, 0, 3])];

const TROOPS: usize = Troop::ALL.len();

impl Held {
    /// No card.
    pub(crate) const NONE: Self = Self { cards: Cards::EMPTY, kinds: 0 };

    pub(crate) fn new(cards: Cards) -> Self {
        Self { cards, kinds: cards.kind_bits() }
    }

    pub(crate) const fn cards(&self) -> &Cards {
        &self.cards
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.kinds == 0
    }

    pub(crate) const fn has(&self, card: Card) -> bool {
        self.kinds >> card.index() & 1 == 1
    }

    /// Takes a card out.
    pub(crate) fn take(&mut self, card: Card) {
        self.cards.take(card);
        self.kinds &= !(u32::from(!self.cards.has(card)) << card.index());
    }

    /// The kinds that are there, in order.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = Card> + use<> {
        pile::kinds_of(self.kinds)
    }

    /// The kinds from this place on that show an element.
    pub(crate) fn showing(&self, element: usize, from: usize) -> impl Iterator<Item = Card> + use<> {
        pile::kinds_of(self.kinds & SHOWING[element] & u32::MAX << from)
    }

    /// How many cards show a troop once, and another one not at all.
    pub(crate) fn singles(&self, troop: usize, other: usize) -> i8 {
        let all: i8 = ONCE[troop].iter().map(|kind| self.count(*kind)).sum();
        all - self.count(ONCE[troop][other])
    }

    /// How many cards show these two troops, which may be of one kind.
    pub(crate) fn double(&self, troop: usize, other: usize) -> i8 {
        self.count(if troop == other { TWICE[troop] } else { ONCE[troop][other] })
    }

    /// How many cards show an element once, twice and three times.
    pub(crate) fn by_value(&self, element: usize) -> [i8; 3] {
        match ONCE.get(element) {
            Some(once) => {
                let ones = once.iter().map(|kind| self.count(*kind)).sum();
                [ones, self.double(element, element), 0]
            }
            None => KOKU.map(|kind| self.count(kind)),
        }
    }

    /// All elements on the cards.
    pub(crate) fn content(&self) -> Gift {
        Gift::of_all(&self.cards)
    }

    fn count(&self, kind: u8) -> i8 {
        self.cards.counts()[usize::from(kind)] as i8
    }
}

/// The kind of card that shows exactly this.
const fn kind_with(content: Pool) -> u8 {
    let wanted = Gift::new(&content).lanes();
    let mut kind = 0;
    while Gift::new(&CONTENTS[kind]).lanes() != wanted {
        kind += 1;
    }
    kind as u8
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
        let mut rest = held;
        Card::from_id("sohei").into_iter().for_each(|card| rest.take(card));
        let sohei = Element::Troop(Troop::Sohei).index();
        assert!(rest.showing(sohei, 0).eq(Card::from_id("bushi+sohei")));
    }
    #[test]
    fn cards_are_counted_by_how_often_they_show_an_element() {
        let cards = ["bushi", "bushi", "bushi+bushi", "bushi+sohei", "koku1", "koku3", "koku3"];
        let held = Held::new(cards.into_iter().filter_map(Card::from_id).collect());
        let (bushi, sohei, shinobi) = (1, 2, 3);
        assert_eq!([bushi, sohei, 4].map(|element| held.by_value(element)), [
            [3, 1, 0],
            [1, 0, 0],
            [1, 0, 2]
        ]);
        assert_eq!((held.singles(bushi, sohei), held.singles(bushi, shinobi)), (2, 3));
        assert_eq!((held.double(bushi, sohei), held.double(sohei, bushi)), (1, 1));
    }
}
