//! Troops that are as good as each other.
//!
//! A troop that is neither asked for nor claimed is good for exchanges only, and
//! there any other will do as well. If all of them count as one, a search with
//! many exchanges has far fewer places to go.

use super::plain::Plain;
use crate::held::Held;
use crate::lanes::Gift;
use crate::{Card, Cards, Troop};

/// The same payment and hand with all troops of that sort turned into the first
/// of them, and those that it stands for, one bit for each.
pub(super) fn merged(plain: &Plain, hand: &Held) -> (Plain, Held, u8) {
    let (mut plain, mut hand, mut gone) = (*plain, *hand, 0);
    let wanted = plain.claims.gifts().fold(plain.need, Gift::with);
    let mut free = Troop::ALL.iter().map(|troop| troop.index()).filter(|at| wanted.get(*at) == 0);
    if let Some(first) = free.next() {
        for other in free {
            let count = plain.pool(other).max(0) as u8;
            let rest = plain.spare.without(Gift::one(other).times(count));
            plain.spare = rest.with(Gift::one(first).times(count));
            hand = renamed(&hand, other, first);
            gone |= 1 << other;
        }
    }
    (plain, hand, gone)
}

/// The hand with every troop of one kind turned into another.
fn renamed(hand: &Held, from: usize, to: usize) -> Held {
    let renamed = hand.cards().iter().map(|card| {
        let mut content = *card.content();
        content[to] += core::mem::take(&mut content[from]);
        let same = Card::all().find(|other| *other.content() == content);
        same.expect("every pair of troops is on a card")
    });
    Held::new(renamed.collect::<Cards>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Part;
    use crate::completion::Means;

    fn hand(ids: &[&str]) -> Held {
        Held::new(ids.iter().filter_map(|id| Card::from_id(id)).collect())
    }

    #[test]
    fn troops_that_are_neither_asked_for_nor_claimed_count_as_one() {
        let hand_before = hand(&["samurai", "bushi+sohei", "sohei", "shinobi", "koku2"]);
        let means = Means { hand: hand_before, joker: None, exchanges: 3, pluses: 0 };
        let (bushi, sohei, shinobi) = (1, 2, 3);
        let mut plain = Plain::new(Gift::one(0).times(3), &means, true);
        plain.add(Part::Card(Card::from_id("bushi").expect("a kind of card")));
        plain.spare = plain.spare.with(Gift::one(sohei)).with(Gift::one(shinobi).times(2));
        let (plain, merged, gone) = merged(&plain, &hand_before);
        let expected = hand(&["samurai", "bushi+sohei", "sohei", "sohei", "koku2"]);
        assert_eq!(merged.cards(), expected.cards());
        assert_eq!([bushi, sohei, shinobi].map(|at| plain.pool(at)), [1, 3, 0]);
        assert_eq!(gone, 1 << shinobi);
    }
}
