//! Endings without exchanges, found by counting.
//!
//! Without exchanges nothing is taken away any more: what can be spared only
//! grows, and elements that are not asked for never make a part needed. So all
//! that matters of a card is how often it shows what is asked for, and a few
//! sums tell whether some choice of cards covers exactly enough.

use super::claims::Claims;
use super::means::Means;
use super::shows::Shows;
use crate::lanes::{Gift, Spare};
use crate::options::Joker;
use crate::{Card, Element, Part};

/// A payment that is to be finished without exchanges.
#[derive(Clone, Copy)]
pub(super) struct Plain {
    /// The elements that are asked for: one, or two troops.
    pub(super) asked: [usize; 2],
    pub(super) need: Gift,
    pub(super) spare: Spare,
    /// The cards that can be added.
    pub(super) cards: Shows,
    pub(super) joker: Option<Joker>,
    pub(super) pluses: u8,
    /// What has to be upheld.
    pub(super) claims: Claims,
    /// Whether a +1 may count koku: those that exchanges made will do, or there
    /// is a koku card. No claim of that card depends on it, since a payment in
    /// which a +1 on koku is needed has no koku to spare.
    pub(super) koku_counts: bool,
}

impl Plain {
    /// Nothing is set out yet.
    pub(super) fn new(need: Gift, means: &Means, koku_counts: bool) -> Self {
        let Means { hand, joker, pluses, .. } = *means;
        let asked = need.ends();
        let (spare, cards) = (Spare::none_of(need), Shows::of(&hand, asked));
        Self { asked, need, spare, cards, joker, pluses, claims: Claims::NONE, koku_counts }
    }

    /// Adds a part. Tiles come after cards and the joker, so there are no more
    /// of these after a tile.
    // Lists ask about every part there is; here each kind of part gets its own
    // copy, which is worth a tenth of all time.
    #[inline(always)]
    pub(super) fn add(&mut self, part: Part) {
        match part {
            Part::Card(card) => self.add_free(card),
            Part::Joker(card) => {
                self.joker = None;
                self.spare = self.spare.with(Gift::of(card));
            }
            Part::Exchange { from, to } => {
                self.end_cards(from);
                let changed = self.spare.without(Gift::one(from.index()));
                self.spare = changed.with(Gift::one(to.index()));
            }
            Part::PlusOne(element) => {
                self.end_cards(element);
                self.spare = self.spare.with(Gift::one(element.index()));
                self.pluses = self.pluses.saturating_sub(1);
            }
        }
        self.claims = self.claims.with(Claims::of(part));
    }

    /// Adds a card that makes no claim.
    pub(super) fn add_free(&mut self, card: Card) {
        self.cards = self.cards.without(card, self.asked);
        self.spare = self.spare.with(Gift::of(card));
        self.koku_counts |= card.is_koku();
    }

    pub(super) fn missing(&self) -> i8 {
        missing(self.asked, self.spare).1
    }

    pub(super) const fn pool(&self, element: usize) -> i8 {
        self.spare.get(element) + self.need.get(element)
    }

    /// Before a tile works on an element.
    fn end_cards(&mut self, element: Element) {
        let index = element.index();
        self.claims = self.claims.after_tile(index, self.pool(index));
        self.cards = Shows::NONE;
        self.joker = None;
    }
}

/// The first element that is missing, and how many are missing in all.
pub(super) fn missing([first, last]: [usize; 2], spare: Spare) -> (usize, i8) {
    let of_first = -spare.get(first).min(0);
    if first == last {
        return (first, of_first);
    }
    let all = of_first - spare.get(last).min(0);
    (if of_first > 0 { first } else { last }, all)
}

impl Plain {
    /// Whether an ending supplies what is missing and upholds all claims.
    #[inline]
    pub(super) fn finishes(&self) -> bool {
        let [first, last] = self.asked;
        if !self.upholds([self.spare.get(first), self.spare.get(last)]) {
            return false;
        }
        let Some(joker) = self.joker else { return self.finishes_with(self.cards) };
        self.cards.with_joker(joker, self.asked).any(|cards| self.finishes_with(cards))
    }

    #[inline]
    fn finishes_with(&self, cards: Shows) -> bool {
        let [first, last] = self.asked;
        if first == last { self.finishes_one(cards.by_value()) } else { self.finishes_two(cards) }
    }

    /// Whether some of so many cards that show the only element once, twice or
    /// three times will do. For each number of the last, as many cards of two
    /// as fit are best, since the rest has to come one by one.
    fn finishes_one(&self, [ones, twos, threes]: [i8; 3]) -> bool {
        let [element, _] = self.asked;
        let missing = -self.spare.get(element);
        for used_threes in 0..=threes {
            let rest = missing - 3 * used_threes;
            if rest <= 0 {
                return self.upholds([-rest; 2]);
            }
            let used_twos = twos.min(rest / 2);
            let rest = rest - 2 * used_twos;
            let added = used_threes + used_twos + ones;
            let counts = added > 0 || self.koku_counts || element != Element::Koku.index();
            let there = added + self.pool(element);
            let pluses = if counts && there > 0 { self.pluses as i8 } else { 0 };
            if rest <= ones + pluses || rest == 1 && used_twos < twos && self.upholds([1; 2]) {
                return true;
            }
        }
        false
    }

    /// Whether some of the cards will do if two elements are asked for: some
    /// that show two of them, and for the rest those that show one.
    fn finishes_two(&self, cards: Shows) -> bool {
        let short = self.asked.map(|element| (-self.spare.get(element)).max(0));
        let (once, twice) = (cards.once(), cards.twice());
        if !cards.has_doubles() {
            return self.finishes_one_by_one(once, [0, 0]);
        }
        for both in 0..=cards.both().min(short[0].max(short[1])) {
            for first in 0..=twice[0].min(short[0]) {
                for last in 0..=twice[1].min(short[1]) {
                    if self.finishes_one_by_one(once, [both + 2 * first, both + 2 * last]) {
                        return true;
                    }
                }
            }
        }
        false
    }

    #[inline]
    fn finishes_one_by_one(&self, once: [i8; 2], supplied: [i8; 2]) -> bool {
        let mut pluses = self.pluses as i8;
        let mut spare = [0; 2];
        for place in 0..2 {
            let element = self.asked[place];
            spare[place] = self.spare.get(element) + supplied[place];
            let by_plus_one = -spare[place] - once[place];
            if by_plus_one > 0 {
                pluses -= by_plus_one;
                if self.pool(element) + supplied[place] + once[place] == 0 {
                    return false;
                }
            }
        }
        pluses >= 0 && self.upholds(spare)
    }

    /// Whether all claims are upheld if so many of the elements can be spared.
    fn upholds(&self, [of_first, of_last]: [i8; 2]) -> bool {
        let [first, last] = self.asked;
        self.claims.beyond(first, of_first).beyond(last, of_last).is_none()
    }
}
