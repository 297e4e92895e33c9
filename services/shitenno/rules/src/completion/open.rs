//! A payment as it stands, and what each part makes of it.

use super::means::Means;
use super::plain::Plain;
use crate::held::Held;
use crate::lanes::{Gift, Spare};
use crate::{Card, Cards, Element};

/// What changes while an ending is looked for.
#[derive(Clone, Copy)]
pub(super) struct Open {
    pub(super) spare: Spare,
    pub(super) means: Means,
    /// The elements that the ending has exchanged away, one bit for each.
    pub(super) taken: u8,
    /// The elements that the ending has exchanged something for.
    pub(super) made: u8,
    /// How often the ending has counted each element once more.
    pub(super) added: Gift,
    pub(super) koku_counts: bool,
}

/// All that an ending depends on, apart from the claims.
pub(super) type SearchKey = (Spare, Cards, [u8; 4], Gift, bool);

impl Open {
    /// Nothing of an ending is there yet.
    pub(super) const fn new(plain: &Plain, hand: Held, exchanges: u8) -> Self {
        let Plain { spare, joker, pluses, koku_counts, .. } = *plain;
        let means = Means { hand, joker, exchanges, pluses };
        Self { spare, means, taken: 0, made: 0, added: Gift::NONE, koku_counts }
    }

    #[must_use]
    pub(super) fn with_card(mut self, card: Card) -> Self {
        self.means.hand = self.means.hand.without(card);
        self.spare = self.spare.with(Gift::of(card));
        self.koku_counts |= card.is_koku();
        self
    }

    #[must_use]
    pub(super) fn with_joker(mut self, card: Card) -> Self {
        self.means.joker = None;
        self.spare = self.spare.with(Gift::of(card));
        self
    }

    #[must_use]
    pub(super) fn with_all_cards(mut self) -> Self {
        let content = self.means.hand.content();
        self.spare = self.spare.with(content);
        self.koku_counts |= content.get(Element::Koku.index()) > 0;
        self.means.hand = Held::NONE;
        self
    }

    /// After a +1 of the ending.
    #[must_use]
    pub(super) fn with_plus_one(mut self, index: usize) -> Self {
        self.means.pluses -= 1;
        self.spare = self.spare.with(Gift::one(index));
        self.added = self.added.with(Gift::one(index));
        self
    }

    /// After an exchange of the ending.
    #[must_use]
    pub(super) fn exchange(mut self, from: usize, to: usize) -> Self {
        self.means.exchanges -= 1;
        self.spare = self.spare.without(Gift::one(from)).with(Gift::one(to));
        self.taken |= 1 << from;
        self.made |= 1 << to;
        self
    }

    /// What was counted once more matters only if exchanges come before that.
    pub(super) const fn place(&self, any_order: bool) -> SearchKey {
        let Means { hand, joker, exchanges, pluses } = self.means;
        let tiles = [exchanges, pluses, self.taken, self.made];
        let added = if any_order { Gift::NONE } else { self.added };
        (self.spare, *hand.cards(), tiles, added, joker.is_some())
    }
}
