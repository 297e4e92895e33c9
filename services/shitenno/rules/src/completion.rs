//! Whether a payment that has begun can still be finished.
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
mod open;
mod plain;
mod search;

use crate::lanes::{Gift, Spare};
use crate::options::TileOrder;
use crate::{Element, Options, Part};
use claims::Claims;
pub(crate) use means::{Means, jokers};
use open::Open;
use search::Search;

/// A begun payment with what could still be added to it.
pub(crate) struct Prospect {
    need: Gift,
    /// The elements that are asked for: one, or two troops.
    asked: [usize; 2],
    claims: Claims,
    open: Open,
    any_order: bool,
    waste_is_refused: bool,
}

impl Prospect {
    #[inline]
    pub(crate) fn new(need: Gift, means: Means, options: &Options) -> Self {
        Self {
            need,
            asked: need.ends(),
            claims: Claims::NONE,
            open: Open::new(Spare::none_of(need), means),
            any_order: options.tile_order == TileOrder::Any,
            waste_is_refused: options.waste_is_refused,
        }
    }

    /// What can still be added.
    pub(crate) fn means(&self) -> &Means {
        &self.open.means
    }

    /// Whether the parts give this element.
    pub(crate) fn has(&self, element: Element) -> bool {
        self.pool(&self.open, element.index()) > 0
    }

    /// The elements that an exchange can be for. The last one had better be for
    /// what is asked for, if waste is refused.
    pub(crate) fn targets(&self) -> impl Iterator<Item = Element> {
        let any = self.open.means.exchanges > 1 || !self.waste_is_refused;
        Element::ALL.into_iter().filter(move |element| any || self.need.get(element.index()) > 0)
    }

    /// Adds a part that its player owns and that finds its element.
    #[inline]
    pub(crate) fn add(&mut self, part: Part) {
        self.claims = self.claims_with(part);
        self.open = self.open.with_part(part, self.any_order);
    }

    /// Whether the parts so far give what is asked for.
    pub(crate) fn covers(&self) -> bool {
        self.missing(self.open.spare).1 == 0
    }

    /// Whether the parts so far are a legal payment.
    pub(crate) fn is_legal(&self) -> bool {
        let wasteful = || !self.claims.dispensable(self.open.spare).is_none();
        self.covers() && !(self.waste_is_refused && wasteful())
    }

    /// Whether some ending makes a legal payment of the parts so far.
    pub(crate) fn can_finish(&self) -> bool {
        self.can_end(&self.open, self.claims)
    }

    /// Whether some ending makes a legal payment with this part besides, which
    /// finds its element.
    pub(crate) fn can_finish_with(&self, part: Part) -> bool {
        self.can_end(&self.open.with_part(part, self.any_order), self.claims_with(part))
    }

    /// Whether some ending covers, with or without waste. If one does, then
    /// some legal payment exists: dispensable parts can be dropped one by one
    /// until none is left.
    pub(crate) fn could_cover(&self) -> bool {
        self.can_cover(&self.open)
    }

    fn can_cover(&self, open: &Open) -> bool {
        plain::finishes(self.asked, self.need, open, Claims::NONE)
            || open.means.exchanges > 0
                && Search::new(self, Claims::NONE, false).succeeds(&open.with_all_cards())
    }

    fn can_end(&self, open: &Open, claims: Claims) -> bool {
        if !self.waste_is_refused {
            return self.can_cover(open);
        }
        plain::finishes(self.asked, self.need, open, claims)
            || open.means.exchanges > 0 && Search::new(self, claims, true).succeeds(open)
    }

    /// The claims after this part. If it is a tile, the parts are needed
    /// without which it would not find its element.
    fn claims_with(&self, part: Part) -> Claims {
        let before = match part {
            Part::Card(_) | Part::Joker(_) => self.claims,
            Part::Exchange { from: element, .. } | Part::PlusOne(element) => {
                let index = element.index();
                self.claims.after_tile(index, self.pool(&self.open, index))
            }
        };
        before.with(Claims::of(part))
    }

    fn pool(&self, open: &Open, index: usize) -> i8 {
        open.spare.get(index) + self.need.get(index)
    }

    /// The first element that is missing, and how many are missing in all.
    fn missing(&self, spare: Spare) -> (usize, i8) {
        let [first, last] = self.asked;
        let of_first = -spare.get(first).min(0);
        if first == last {
            return (first, of_first);
        }
        let all = of_first - spare.get(last).min(0);
        (if of_first > 0 { first } else { last }, all)
    }
}
