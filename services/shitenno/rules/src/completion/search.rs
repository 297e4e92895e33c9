//! The search for an ending with exchanges.

use alloc::collections::BTreeSet;
use core::cell::RefCell;

use super::means::{Means, jokers};
use super::open::{Open, SearchKey};
use super::plain::{Plain, missing};
use super::swap;
use crate::lanes::{Gift, Spare};
use crate::options::Joker;
use crate::{Card, Element};

pub(super) struct Search<'a> {
    /// The payment so far: what it asks for and what it claims.
    plain: &'a Plain,
    any_order: bool,
    /// Whether waste matters; otherwise it is enough to cover.
    strict: bool,
    /// The troops that another one stands for, one bit for each.
    merged: u8,
    /// Where no ending was found, by what was being supplied and in which ways;
    /// it stays empty unless there are many tiles.
    dead_ends: RefCell<BTreeSet<(SearchKey, usize, Way)>>,
}

/// The joker stands for a card that shows so many troops at most.
const JOKER_SHOWS_MAX: i8 = 2;

/// The ways to supply a missing element, in the order in which they are tried.
/// An ending is a choice of ways, not a sequence of them, so none is tried
/// after a later one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    Card(usize),
    Source(usize),
    PlusOne,
}

impl<'a> Search<'a> {
    pub(super) const fn new(plain: &'a Plain, any_order: bool, strict: bool, merged: u8) -> Self {
        Self { plain, any_order, strict, merged, dead_ends: RefCell::new(BTreeSet::new()) }
    }

    /// Whether there is an ending.
    pub(super) fn succeeds(&self, open: &Open) -> bool {
        let (index, missing) = missing(self.plain.asked, open.spare);
        self.may_lead_on(open, missing)
            && (swap::finishes(self.plain, &open.means.hand, self.strict)
                || self.goes_on(open, index, missing, Way::Card(0)))
    }

    /// Looks for an ending. So far, `kind` was supplied in ways up to `from`.
    /// With many tiles many orders lead to the same place, so places without an
    /// ending are remembered.
    fn finds(&self, open: &Open, kind: usize, from: Way) -> bool {
        let (index, missing) = missing(self.plain.asked, open.spare);
        let from = if index == kind { from } else { Way::Card(0) };
        if !self.may_lead_on(open, missing) {
            return false;
        }
        if open.means.exchanges < 2 {
            return self.goes_on(open, index, missing, from);
        }
        let key = (open.place(self.any_order), index, from);
        if self.dead_ends.borrow().contains(&key) {
            return false;
        }
        let found = self.goes_on(open, index, missing, from);
        if !found {
            self.dead_ends.borrow_mut().insert(key);
        }
        found
    }

    /// Supplies the element that is missing, if one is.
    fn goes_on(&self, open: &Open, index: usize, missing: i8, from: Way) -> bool {
        if missing == 0 {
            return self.exchanges_are_needed(open) && self.can_be_ordered(open);
        }
        self.by_card(open, index, from)
            || self.by_exchange(open, index, from)
            || self.by_plus_one(open, index)
    }

    /// Whether enough can be supplied, and exchanges may uphold the claims.
    fn may_lead_on(&self, open: &Open, missing: i8) -> bool {
        self.could_supply(open, missing)
            && self.can_uphold_claims(open.spare, missing.min(open.means.exchanges as i8))
    }

    /// Whether tiles, which supply one each, and all cards together could supply
    /// what is missing.
    fn could_supply(&self, open: &Open, missing: i8) -> bool {
        let Means { hand, joker, exchanges, pluses } = &open.means;
        let for_cards = missing - (exchanges + pluses) as i8;
        if for_cards <= 0 {
            return true;
        }
        let [first, last] = self.plain.asked;
        let asks_troops = first != Element::Koku.index();
        let by_joker = if joker.is_some() && asks_troops { JOKER_SHOWS_MAX } else { 0 };
        let content = hand.content();
        let of_use = |element: usize| content.get(element).min((-open.spare.get(element)).max(0));
        let by_cards = of_use(first) + if first == last { 0 } else { of_use(last) };
        for_cards <= by_cards + by_joker
    }

    /// Whether so many exchanges may be enough to uphold every claim. Claims on
    /// one element only are added up over the elements.
    fn can_uphold_claims(&self, spare: Spare, exchanges: i8) -> bool {
        let open = self.plain.claims.dispensable(spare);
        if open.is_none() || exchanges == 0 {
            return open.is_none();
        }
        let mut taken = [0; Element::COUNT];
        for claim in open.gifts() {
            if exchanges_to_uphold(claim, spare) > exchanges {
                return false;
            }
            if let Some(index) = claim.only_element() {
                taken[index] = taken[index].max(spare.get(index) - claim.get(index) + 1);
            }
        }
        taken.into_iter().sum::<i8>() <= exchanges
    }

    /// Supplies an element with a card that shows it, or with the joker.
    fn by_card(&self, open: &Open, index: usize, from: Way) -> bool {
        let Way::Card(first) = from else { return false };
        for card in open.means.hand.showing(index, first) {
            if self.finds(&open.with_card(card), index, Way::Card(card.index())) {
                return true;
            }
        }
        self.jokers(open.means.joker)
            .filter(|card| card.content()[index] > 0)
            .any(|card| self.finds(&open.with_joker(card), index, Way::Source(0)))
    }

    /// Supplies an element by an exchange.
    fn by_exchange(&self, open: &Open, index: usize, from: Way) -> bool {
        let first = match from {
            Way::Card(_) => 0,
            Way::Source(first) => first,
            Way::PlusOne => return false,
        };
        if open.means.exchanges == 0 {
            return false;
        }
        let mut nothing_to_spare = true;
        for source in 0..5 {
            let spare = open.spare.get(source) > 0;
            nothing_to_spare &= !spare;
            let next = if spare {
                open.exchange(source, index)
            } else if self.can_multiply(open, source) {
                open.with_plus_one(source).exchange(source, index)
            } else {
                continue;
            };
            if source >= first && self.finds(&next, index, Way::Source(source)) {
                return true;
            }
        }
        self.by_fresh_card(open, index, nothing_to_spare)
    }

    /// Adds a card for the sake of what exchanges can make of it. It is better
    /// to use up what is there than to add a card for one exchange alone.
    fn by_fresh_card(&self, open: &Open, index: usize, nothing_to_spare: bool) -> bool {
        let cards = open.means.hand.kinds().map(|card| (card, open.with_card(card)));
        // Where troops are asked for, the joker is better as one of them.
        let joker = open.means.joker.filter(|_| index == Element::Koku.index());
        let jokers = self.jokers(joker).map(|card| (card, open.with_joker(card)));
        let shows = |card: Card, index: usize| card.content()[index] > 0;
        let missing = |card: Card| (0..5).any(|at| shows(card, at) && open.spare.get(at) < 0);
        let more =
            |card: Card| !card.has_one_element() && (open.means.exchanges > 1 || missing(card));
        cards
            .chain(jokers)
            .filter(|(card, _)| !shows(*card, index) && (nothing_to_spare || more(*card)))
            .any(|(card, next)| {
                let sources = (0..5).filter(|source| shows(card, *source));
                sources
                    .map(|source| next.exchange(source, index))
                    .any(|next| self.finds(&next, index, Way::Source(0)))
            })
    }

    /// What the joker can stand for, apart from troops that others stand for.
    fn jokers(&self, joker: Option<Joker>) -> impl Iterator<Item = Card> {
        let merged = |at: &usize| self.merged & 1 << at != 0;
        let stays = move |card: &Card| !(0..5).filter(merged).any(|at| card.content()[at] > 0);
        jokers(joker).filter(stays)
    }

    /// Whether a +1 can make up for an element that an exchange takes: for what
    /// is asked for and there, or for what the ending has used up before. If
    /// exchanges come first, only the former can be made up for afterwards.
    fn can_multiply(&self, open: &Open, source: usize) -> bool {
        let there = if self.plain.need.get(source) > 0 {
            open.spare.get(source) <= 0 && self.pool(open, source) > 0
        } else {
            self.any_order && open.taken & 1 << source != 0
        };
        there && self.may_count(open, source)
    }

    /// Whether a +1 is left, and may count this element if it is there.
    fn may_count(&self, open: &Open, index: usize) -> bool {
        open.means.pluses > 0 && (index != Element::Koku.index() || open.koku_counts)
    }

    /// How many of an element there are.
    const fn pool(&self, open: &Open, index: usize) -> i8 {
        open.spare.get(index) + self.plain.need.get(index)
    }

    /// Supplies an element by counting one that is there once more.
    fn by_plus_one(&self, open: &Open, index: usize) -> bool {
        self.may_count(open, index)
            && self.pool(open, index) > 0
            && self.finds(&open.with_plus_one(index), index, Way::PlusOne)
    }

    /// Whether nothing can be spared of what the ending has exchanged for, if
    /// claims count at all.
    fn exchanges_are_needed(&self, open: &Open) -> bool {
        let needed = |index: usize| open.made & 1 << index == 0 || open.spare.get(index) == 0;
        !self.strict || (0..5).all(needed)
    }

    /// Whether something is left to count once more if exchanges come first.
    fn can_be_ordered(&self, open: &Open) -> bool {
        let left = |index: usize| {
            let added = open.added.get(index);
            added == 0 || self.pool(open, index) > added
        };
        self.any_order || (0..5).all(left)
    }
}

/// How many exchanges at least have to take something before a claim is upheld.
/// What is missing will be supplied exactly, so every bit of it is needed. What
/// is asked for is needed beyond what can be spared. And what is not asked for
/// is needed if exchanges take it all.
fn exchanges_to_uphold(claim: Gift, spare: Spare) -> i8 {
    let parts = (0..5).filter(|index| claim.get(*index) > 0);
    parts.map(|index| spare.get(index) - claim.get(index) + 1).min().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::completion::merge::merged;
    use crate::held::Held;
    use crate::{Cards, Part};

    /// Places without an ending that are met on the way to one.
    fn places(strict: bool) -> usize {
        let hand: Cards =
            [1, 2, 2, 7, 8, 9, 10, 12, 13].into_iter().filter_map(Card::from_index).collect();
        let hand = Held::new(hand);
        let means = Means { hand, joker: Some(Joker::OneCard), exchanges: 8, pluses: 3 };
        let mut plain = Plain::new(Gift::one(Element::Koku.index()).times(11), &means, true);
        let single = Card::from_index(0).expect("a kind of card");
        plain.add(Part::Card(single));
        let (plain, hand, merged) = merged(&plain, &hand);
        let search = Search::new(&plain, true, strict, merged);
        assert!(search.succeeds(&Open::new(&plain, hand, 8)));
        search.dead_ends.take().len()
    }

    #[test]
    fn a_payment_that_takes_every_tile_is_found_in_few_places() {
        for strict in [true, false] {
            let places = places(strict);
            assert!(places < 50, "{places} places were dead ends");
        }
    }
}
