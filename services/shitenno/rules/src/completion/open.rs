//! A payment as it stands, and what each part makes of it.

use super::means::Means;
use crate::held::Held;
use crate::lanes::{Gift, Spare};
use crate::{Card, Cards, Part};

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
}

/// All that an ending depends on, apart from the claims.
pub(super) type Place = (Spare, Cards, [u8; 4], Gift, bool);

impl Open {
    pub(super) const fn new(spare: Spare, means: Means) -> Self {
        Self { spare, means, taken: 0, made: 0, added: Gift::NONE }
    }

    /// What is open after a part was set out. Tiles come after cards and the
    /// joker, so there are no more of these after a tile.
    #[must_use]
    pub(super) fn with_part(mut self, part: Part, any_order: bool) -> Self {
        match part {
            Part::Card(card) => return self.with_card(card),
            Part::Joker(card) => return self.with_joker(card),
            Part::Exchange { from, to } => {
                let changed = self.spare.without(Gift::one(from.index()));
                self.spare = changed.with(Gift::one(to.index()));
                self.means.exchanges = self.means.exchanges.saturating_sub(1);
            }
            Part::PlusOne(element) => {
                self.spare = self.spare.with(Gift::one(element.index()));
                self.means.pluses = self.means.pluses.saturating_sub(1);
                if !any_order {
                    self.means.exchanges = 0;
                }
            }
        }
        self.means.hand = Held::NONE;
        self.means.joker = None;
        self
    }

    #[must_use]
    pub(super) fn with_card(mut self, card: Card) -> Self {
        self.means.hand.take(card);
        self.spare = self.spare.with(Gift::of(card));
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
        self.spare = self.spare.with(self.means.hand.content());
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

    /// Whether there are tiles enough for what is missing.
    pub(super) const fn could_do_with_tiles(&self, missing: i8) -> bool {
        missing <= (self.means.exchanges + self.means.pluses) as i8
    }

    pub(super) fn place(&self) -> Place {
        let Means { hand, joker, exchanges, pluses } = self.means;
        let tiles = [exchanges, pluses, self.taken, self.made];
        (self.spare, *hand.cards(), tiles, self.added, joker.is_some())
    }
}
