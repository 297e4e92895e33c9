//! Claims of the parts of a payment: what the pool would lack without them.

use crate::card::CONTENTS;
use crate::lanes::{Gift, Spare};
use crate::{Card, Element, Part};

/// The claims of parts that may turn out dispensable, one bit for each. A claim
/// is what a part gives. Everything that a part can give is on a kind of card,
/// which stands for it, and parts that give the same make one claim.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Claims(u32);

/// No card shows an element more often than this.
const SHOWN_MAX: usize = 3;

/// The claims to at least so many of each element, but to one at least.
static AT_LEAST: [[u32; SHOWN_MAX + 2]; Element::COUNT] = {
    let mut claims = [[0; SHOWN_MAX + 2]; Element::COUNT];
    let mut index = 0;
    while index < Card::COUNT * Element::COUNT {
        let (card, element) = (index / Element::COUNT, index % Element::COUNT);
        let shown = CONTENTS[card][element] as usize;
        assert!(shown <= SHOWN_MAX, "no card shows an element more often");
        let mut count = 0;
        while count <= shown && shown > 0 {
            claims[element][count] |= 1 << card;
            count += 1;
        }
        index += 1;
    }
    claims
};

/// The kind of card that shows a single element and nothing else.
static SINGLE: [u8; Element::COUNT] = {
    let mut single = [0; Element::COUNT];
    let mut element = 0;
    while element < Element::COUNT {
        let mut card = 0;
        while Gift::new(&CONTENTS[card]).lanes() != Gift::one(element).lanes() {
            card += 1;
        }
        single[element] = card as u8;
        element += 1;
    }
    single
};

impl Claims {
    pub(super) const NONE: Self = Self(0);

    pub(super) fn of(part: Part) -> Self {
        Self(match part {
            Part::Card(card) | Part::Joker(card) => 1 << card.index(),
            Part::Exchange { to: element, .. } | Part::PlusOne(element) => {
                return Self::one(element.index());
            }
        })
    }

    /// The claim to a single element.
    pub(super) fn one(element: usize) -> Self {
        Self(1 << SINGLE[element])
    }

    #[must_use]
    pub(super) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The claims that are left when a tile works on one of so many elements.
    /// Without a part that gives all of them, the tile would find none: such a
    /// part is needed and makes no claim any more.
    #[must_use]
    pub(super) fn after_tile(self, element: usize, there: i8) -> Self {
        Self(self.0 & !AT_LEAST[element][(there.max(0) as usize).min(SHOWN_MAX + 1)])
    }

    /// The claims that are not upheld: everything that is asked for would be
    /// there without the part.
    #[must_use]
    pub(super) fn dispensable(self, spare: Spare) -> Self {
        (0..Element::COUNT).fold(self, |claims, index| claims.beyond(index, spare.get(index)))
    }

    /// The claims that are not upheld by an element of which so many can be
    /// spared.
    #[must_use]
    pub(super) fn beyond(self, element: usize, spare: i8) -> Self {
        Self(self.0 & !AT_LEAST[element][(spare.max(0) as usize).min(SHOWN_MAX) + 1])
    }

    pub(super) const fn is_none(self) -> bool {
        self.0 == 0
    }

    pub(super) fn gifts(self) -> impl Iterator<Item = Gift> {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            let card = Card::from_index(rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(Gift::of(card))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claims(ids: &[&str]) -> Claims {
        let cards = ids.iter().filter_map(|id| Card::from_id(id));
        cards.fold(Claims::NONE, |claims, card| claims.with(Claims::of(Part::Card(card))))
    }

    #[test]
    fn a_claim_is_dispensable_exactly_if_all_of_it_can_be_spared() {
        for number in 0..5u32.pow(5) {
            let lanes = core::array::from_fn(|at| (number / 5u32.pow(at as u32) % 5) as u8);
            let spare = Spare::none_of(Gift::new(&[1; 5])).with(Gift::new(&lanes));
            for card in Card::all() {
                let claim = Claims::of(Part::Card(card));
                let mut shown = (0..5).filter(|at| card.content()[*at] > 0);
                let dispensable = shown.all(|at| lanes[at] > card.content()[at]);
                assert_eq!(!claim.dispensable(spare).is_none(), dispensable, "{card}: {lanes:?}");
            }
        }
    }

    #[test]
    fn a_tile_settles_the_claims_to_all_that_it_could_work_on() {
        let all = claims(&["bushi", "bushi+sohei", "bushi+bushi", "sohei"]);
        let bushi = 1;
        assert!(all.after_tile(bushi, 1) == claims(&["sohei"]));
        assert!(all.after_tile(bushi, 2) == claims(&["bushi", "bushi+sohei", "sohei"]));
        assert!(all.after_tile(bushi, 3) == all);
    }

    #[test]
    fn a_tile_claims_what_the_smallest_card_claims() {
        let koku = Claims::of(Part::PlusOne(Element::Koku));
        assert!(koku == claims(&["koku1"]));
        assert!(koku.gifts().eq([Gift::one(4)]));
    }
}
