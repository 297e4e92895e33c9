//! Endings with a single exchange, found by counting.
//!
//! Most payments that need an exchange at all can be finished with one: of
//! something that can be spared, or of a card that is added for it. Whatever
//! else there is to an ending is plain. What is not found here has to be
//! searched for.

use super::claims::Claims;
use super::plain::Plain;
use super::shows::Shows;
use crate::Element;
use crate::held::Held;
use crate::lanes::Gift;

/// Whether such an ending is easily found; if waste does not matter, claims are
/// not looked at.
pub(super) fn finishes(plain: &Plain, hand: &Held, strict: bool) -> bool {
    let [first, last] = plain.asked;
    let targets = if first == last { &plain.asked[..1] } else { &plain.asked[..] };
    let missing = targets.iter().copied().filter(|target| plain.spare.get(*target) < 0);
    missing.clone().any(|to| swaps(plain, hand, to, strict))
        || hand.kinds().any(|card| {
            let mut with_card = *plain;
            with_card.add_free(card);
            let rest = hand.without(card);
            let content = Gift::of(card);
            let mut fresh = missing.clone().filter(|to| content.get(*to) == 0);
            fresh.any(|to| {
                let mut shown = (0..Element::COUNT).filter(|from| content.get(*from) > 0);
                shown.any(|from| swap(&with_card, &rest, from, to, strict))
            })
        })
}

fn swaps(plain: &Plain, hand: &Held, to: usize, strict: bool) -> bool {
    (0..Element::COUNT).any(|from| swap(plain, hand, from, to, strict))
}

/// Whether the payment is finished by this exchange and a plain ending. What is
/// exchanged for must not be left over, or the exchange was not needed. What
/// is taken is needed if nothing is left, as long as no card brings it back.
fn swap(plain: &Plain, hand: &Held, from: usize, to: usize, strict: bool) -> bool {
    if plain.spare.get(from) <= 0 {
        return false;
    }
    let mut next = *plain;
    next.spare = plain.spare.without(Gift::one(from)).with(Gift::one(to));
    if strict && plain.need.get(from) == 0 {
        let left = plain.claims.beyond(from, next.spare.get(from));
        if left != plain.claims {
            next.claims = left;
            next.cards = Shows::hiding(from, hand, plain.asked);
        }
    }
    if strict {
        next.claims = next.claims.with(Claims::one(to));
    }
    next.finishes()
}
