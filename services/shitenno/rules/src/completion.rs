//! Completion of payments: whether one that has begun can still be finished.
//!
//! A payment is legal if it covers what is asked for and none of its parts can
//! be left out (SHI-6.9). Each part is kept as a *claim*: what the pool would
//! lack without it. A tile that would not find its element without the part
//! settles the claim for good: the part is needed. Any other claim has to be
//! upheld in the end: something would be missing.
//!
//! It is enough to look for *straight* endings, in which every exchange and
//! every +1 supplies something that is still missing, apart from a +1 that
//! makes up for what an exchange takes. Whatever a detour could do, an ending
//! without it does with fewer tiles: an element that is exchanged twice can be
//! exchanged once. And parts that are added but not needed can be dropped
//! again without making any other part dispensable, so what an ending adds
//! makes no claims. A test compares all this with trying every payment.

mod claims;
mod means;
mod merge;
mod open;
mod plain;
mod search;
mod shows;
mod swap;

use crate::held::Held;
use crate::lanes::Gift;
use crate::options::{Joker, TileOrder};
use crate::{Card, Element, Options, Part};
use claims::Claims;
pub(crate) use means::{Means, jokers};
use open::Open;
use plain::Plain;
use search::Search;
use shows::Shows;

/// With so many exchanges it pays to make the search smaller first.
const MANY_EXCHANGES: u8 = 3;

/// A begun payment with what could still be added to it.
pub(crate) struct Prospect {
    /// The payment as it would be finished without exchanges.
    plain: Plain,
    /// The cards in hand that are not set out.
    hand: Held,
    exchanges: u8,
    any_order: bool,
    waste_is_refused: bool,
}

impl Prospect {
    #[inline]
    pub(crate) fn new(need: Gift, means: &Means, options: &Options) -> Self {
        Self {
            plain: Plain::new(need, means, options.plus_one_on_exchanged_koku),
            hand: means.hand,
            exchanges: means.exchanges,
            any_order: options.tile_order == TileOrder::Any,
            waste_is_refused: options.waste_is_refused,
        }
    }

    /// What can still be added.
    pub(crate) fn means(&self) -> Means {
        let Plain { joker, pluses, .. } = self.plain;
        Means { hand: self.hand, joker, exchanges: self.exchanges, pluses }
    }

    /// The kinds of cards in hand that may be of use: without exchanges, those
    /// that show what is asked for, if waste is refused.
    pub(crate) fn cards(&self) -> impl Iterator<Item = Card> + use<> {
        let all = self.exchanges > 0 || !self.waste_is_refused;
        if all { self.hand.kinds() } else { self.hand.showing_either(self.plain.asked) }
    }

    /// What the joker can stand for, if it can be used.
    pub(crate) const fn joker(&self) -> Option<Joker> {
        self.plain.joker
    }

    /// Whether there are tiles to work on the payment.
    pub(crate) const fn has_tiles(&self) -> bool {
        self.exchanges > 0 || self.plain.pluses > 0
    }

    /// Whether the parts give this element.
    pub(crate) fn has(&self, element: Element) -> bool {
        self.plain.pool(element.index()) > 0
    }

    /// Whether a +1 may count this element: it is there, and if only koku cards
    /// may be added to, there is one.
    pub(crate) fn counts(&self, element: Element) -> bool {
        self.has(element) && (element != Element::Koku || self.plain.koku_counts)
    }

    /// The elements that an exchange can be for. The last one had better be for
    /// what is asked for, if waste is refused.
    pub(crate) fn targets(&self) -> impl Iterator<Item = Element> {
        let any = self.exchanges > 1 || !self.waste_is_refused;
        let asked = |element: &Element| self.plain.need.get(element.index()) > 0;
        Element::ALL.into_iter().filter(move |element| any || asked(element))
    }

    /// Adds a part that its player owns and that finds its element.
    #[inline]
    pub(crate) fn add(&mut self, part: Part) {
        self.exchanges = self.exchanges_after(part);
        self.plain.add(part);
        if !self.waste_is_refused {
            self.plain.claims = Claims::NONE;
        }
        match part {
            Part::Card(card) => self.hand.take(card),
            Part::Joker(_) => {}
            Part::Exchange { .. } | Part::PlusOne(_) => self.hand = Held::NONE,
        }
    }

    /// Whether the parts so far give what is asked for.
    pub(crate) fn covers(&self) -> bool {
        self.plain.missing() == 0
    }

    /// Whether the parts so far are a legal payment.
    pub(crate) fn is_legal(&self) -> bool {
        self.covers() && self.plain.claims.dispensable(self.plain.spare).is_none()
    }

    /// Whether some ending makes a legal payment of the parts so far.
    pub(crate) fn can_finish(&self) -> bool {
        self.plain.finishes()
            || self.exchanges > 0 && self.finds(&self.plain, self.hand, self.exchanges)
    }

    /// Whether some ending makes a legal payment with this part besides, which
    /// finds its element.
    #[inline(always)]
    pub(crate) fn can_finish_with(&self, part: Part) -> bool {
        let exchanges = self.exchanges_after(part);
        let mut plain = self.plain;
        plain.add(part);
        if !self.waste_is_refused {
            plain.claims = Claims::NONE;
        }
        plain.finishes() || exchanges > 0 && self.finds(&plain, self.hand_after(part), exchanges)
    }

    /// Whether some ending covers, with or without waste. If one does, then
    /// some legal payment exists: dispensable parts can be dropped one by one
    /// until none is left.
    pub(crate) fn could_cover(&self) -> bool {
        let plain = Plain { claims: Claims::NONE, ..self.plain };
        plain.finishes()
            || self.exchanges > 0 && self.finds_cover(&plain, self.hand, self.exchanges)
    }

    fn finds(&self, plain: &Plain, hand: Held, exchanges: u8) -> bool {
        if !self.waste_is_refused {
            return self.finds_cover(plain, hand, exchanges);
        }
        let (plain, hand, merged) = smaller(plain, hand, exchanges);
        let search = Search::new(&plain, self.any_order, true, merged);
        search.succeeds(&Open::new(&plain, hand, exchanges))
    }

    fn finds_cover(&self, plain: &Plain, hand: Held, exchanges: u8) -> bool {
        let open = Open::new(plain, hand, exchanges).with_all_cards();
        let (spare, koku_counts) = (open.spare, open.koku_counts);
        let plain = Plain { spare, koku_counts, cards: Shows::NONE, ..*plain };
        let (plain, none, merged) = smaller(&plain, Held::NONE, exchanges);
        let search = Search::new(&plain, self.any_order, false, merged);
        search.succeeds(&Open::new(&plain, none, exchanges))
    }

    /// Tiles come after cards, so none can be set out after a tile.
    fn hand_after(&self, part: Part) -> Held {
        match part {
            Part::Card(card) => self.hand.without(card),
            Part::Joker(_) => self.hand,
            Part::Exchange { .. } | Part::PlusOne(_) => Held::NONE,
        }
    }

    fn exchanges_after(&self, part: Part) -> u8 {
        match part {
            Part::Card(_) | Part::Joker(_) => self.exchanges,
            Part::Exchange { .. } => self.exchanges.saturating_sub(1),
            Part::PlusOne(_) => {
                if self.any_order {
                    self.exchanges
                } else {
                    0
                }
            }
        }
    }
}

/// The same payment and hand, with as few kinds of troops as the search needs, and
/// those that are left out.
fn smaller(plain: &Plain, hand: Held, exchanges: u8) -> (Plain, Held, u8) {
    let many = exchanges >= MANY_EXCHANGES;
    if many { merge::merged(plain, &hand) } else { (*plain, hand, 0) }
}
