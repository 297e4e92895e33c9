//! Cards, counted by how often they show what is asked for.

use crate::card::CONTENTS;
use crate::held::Held;
use crate::options::Joker;
use crate::{Card, Element};

/// How many cards show what is asked for in each of the ways that differ, one
/// byte for each. If one element is asked for: once, twice, three times. If two
/// are: the first one once, or twice, both, the last one once, or twice.
#[derive(Clone, Copy)]
pub(super) struct Shows(u64);

const ONCE: u64 = 1;
const TWICE: u64 = 1 << 8;
const THRICE: u64 = 1 << 16;
const BOTH: u64 = 1 << 16;
const LAST_ONCE: u64 = 1 << 24;
const LAST_TWICE: u64 = 1 << 32;

/// How each kind of card shows the elements that are asked for.
static WAYS: [[[u64; Card::COUNT]; Element::COUNT]; Element::COUNT] = {
    let mut ways = [[[0; Card::COUNT]; Element::COUNT]; Element::COUNT];
    let mut index = 0;
    while index < Card::COUNT * Element::COUNT * Element::COUNT {
        let (card, pair) = (index % Card::COUNT, index / Card::COUNT);
        let (first, last) = (pair / Element::COUNT, pair % Element::COUNT);
        let shown = (CONTENTS[card][first], CONTENTS[card][last]);
        ways[first][last][card] = match shown {
            (1, _) if first == last => ONCE,
            (2, _) if first == last => TWICE,
            (3, _) if first == last => THRICE,
            (1, 0) => ONCE,
            (2, 0) => TWICE,
            (1, 1) => BOTH,
            (0, 1) => LAST_ONCE,
            (0, 2) => LAST_TWICE,
            _ => 0,
        };
        index += 1;
    }
    ways
};

impl Shows {
    pub(super) const NONE: Self = Self(0);

    /// The cards that show one of these elements.
    pub(super) fn of(hand: &Held, [first, last]: [usize; 2]) -> Self {
        let ways = &WAYS[first][last];
        let kinds = hand.showing_either([first, last]);
        let count = |card: Card| u64::from(hand.cards().count(card));
        Self(kinds.map(|card| count(card) * ways[card.index()]).sum())
    }

    /// The cards that show one of these elements, and one that is not asked for
    /// not at all.
    pub(super) fn hiding(hidden: usize, hand: &Held, [first, last]: [usize; 2]) -> Self {
        let ways = &WAYS[first][last];
        let kinds = hand.showing_either([first, last]).filter(|card| card.content()[hidden] == 0);
        let count = |card: Card| u64::from(hand.cards().count(card));
        Self(kinds.map(|card| count(card) * ways[card.index()]).sum())
    }

    /// One card less.
    #[must_use]
    pub(super) fn without(self, card: Card, [first, last]: [usize; 2]) -> Self {
        Self(self.0 - WAYS[first][last][card.index()])
    }

    /// With the joker in each way in which it can be of use.
    pub(super) fn with_joker(self, joker: Joker, asked: [usize; 2]) -> impl Iterator<Item = Self> {
        let [first, last] = asked;
        let ways: &[u64] = match joker {
            _ if first == Element::Koku.index() => &[0],
            Joker::OneTroop if first == last => &[ONCE],
            Joker::OneCard if first == last => &[ONCE, TWICE],
            Joker::OneTroop => &[ONCE, LAST_ONCE],
            Joker::OneCard => &[ONCE, LAST_ONCE, TWICE, LAST_TWICE, BOTH],
        };
        ways.iter().map(move |way| Self(self.0 + way))
    }

    /// How many show the only element once, twice and three times.
    pub(super) const fn by_value(self) -> [i8; 3] {
        [self.number(ONCE), self.number(TWICE), self.number(THRICE)]
    }

    /// How many show of two elements only the first one or only the last one,
    /// once.
    pub(super) const fn once(self) -> [i8; 2] {
        [self.number(ONCE), self.number(LAST_ONCE)]
    }

    /// How many show the first one or the last one twice.
    pub(super) const fn twice(self) -> [i8; 2] {
        [self.number(TWICE), self.number(LAST_TWICE)]
    }

    pub(super) const fn both(self) -> i8 {
        self.number(BOTH)
    }

    /// Whether some card shows two of what two elements are asked for.
    pub(super) const fn has_doubles(self) -> bool {
        self.0 & (0xFF * (TWICE | BOTH | LAST_TWICE)) != 0
    }

    const fn number(self, way: u64) -> i8 {
        (self.0 / way) as i8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_counted_by_how_often_they_show_what_is_asked_for() {
        let ids = ["bushi", "bushi", "bushi+bushi", "bushi+sohei", "sohei", "koku1", "koku3"];
        let held = Held::new(ids.into_iter().filter_map(Card::from_id).collect());
        let (bushi, sohei, koku) = (1, 2, 4);
        let one = |element: usize| Shows::of(&held, [element; 2]).by_value();
        assert_eq!([bushi, sohei, koku].map(one), [[3, 1, 0], [2, 0, 0], [1, 0, 1]]);
        let two = Shows::of(&held, [bushi, sohei]);
        assert_eq!((two.once(), two.twice(), two.both()), ([2, 1], [1, 0], 1));
        let double = Card::from_id("bushi+sohei").expect("a kind of card");
        assert_eq!(two.without(double, [bushi, sohei]).both(), 0);
    }

    #[test]
    fn a_joker_is_of_use_in_every_way_in_which_it_shows_what_is_asked_for() {
        let ways = |joker: Joker, asked: [usize; 2]| Shows::NONE.with_joker(joker, asked).count();
        let (sohei, shinobi, koku) = (2, 3, 4);
        assert_eq!(ways(Joker::OneTroop, [sohei, shinobi]), 2);
        assert_eq!(ways(Joker::OneCard, [sohei, shinobi]), 5);
        assert_eq!(ways(Joker::OneCard, [sohei, sohei]), 2);
        assert_eq!(ways(Joker::OneCard, [koku, koku]), 1);
    }
}
