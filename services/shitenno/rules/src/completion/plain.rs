//! Endings without exchanges, found by counting.
//!
//! Without exchanges nothing is taken away any more: what can be spared only
//! grows, and elements that are not asked for never make a part needed. So all
//! that matters of a card is how often it shows what is asked for, and a few
//! sums tell whether some choice of cards covers exactly enough.

use super::claims::Claims;
use super::open::Open;
use crate::Element;
use crate::held::Held;
use crate::lanes::Gift;
use crate::options::Joker;

/// Whether an ending without exchanges supplies what is missing of the asked
/// elements, one or two, and upholds all claims.
pub(super) fn finishes(asked: [usize; 2], need: Gift, open: &Open, claims: Claims) -> bool {
    let [first, last] = asked;
    let spare = |index| open.spare.get(index);
    if !claims.beyond(first, spare(first)).beyond(last, spare(last)).is_none() {
        return false;
    }
    let there = |index| spare(index) + need.get(index) > 0;
    let pluses = open.means.pluses as i8;
    if first == last {
        let cards = open.means.hand.by_value(first);
        let sum = Sum { element: first, spare: spare(first), there: there(first), pluses, claims };
        return sum.finishes_with_joker(cards, open.means.joker);
    }
    let pair = Pair {
        elements: asked,
        spare: asked.map(spare),
        there: asked.map(there),
        pluses,
        claims,
    };
    pair.finishes_with_joker(Shows::of(&open.means.hand, asked), open.means.joker)
}

/// One element is asked for.
struct Sum {
    element: usize,
    spare: i8,
    there: bool,
    pluses: i8,
    claims: Claims,
}

impl Sum {
    fn finishes_with_joker(&self, [ones, twos, threes]: [i8; 3], joker: Option<Joker>) -> bool {
        match joker {
            Some(joker) if self.element != Element::Koku.index() => {
                self.finishes([ones + 1, twos, threes])
                    || joker == Joker::OneCard && self.finishes([ones, twos + 1, threes])
            }
            _ => self.finishes([ones, twos, threes]),
        }
    }

    /// Whether some of so many cards that show the element once, twice or three
    /// times will do. For each number of the last, as many cards of two as fit
    /// are best, since the rest has to come one by one.
    fn finishes(&self, [ones, twos, threes]: [i8; 3]) -> bool {
        for used_threes in 0..=threes {
            let rest = -self.spare - 3 * used_threes;
            if rest <= 0 {
                return self.upholds(-rest);
            }
            let used_twos = twos.min(rest / 2);
            let rest = rest - 2 * used_twos;
            let countable = self.there || used_threes + used_twos + ones > 0;
            let pluses = if countable { self.pluses } else { 0 };
            if rest <= ones + pluses || rest == 1 && used_twos < twos && self.upholds(1) {
                return true;
            }
        }
        false
    }

    fn upholds(&self, spare: i8) -> bool {
        self.claims.beyond(self.element, spare).is_none()
    }
}

/// Two troops are asked for.
struct Pair {
    elements: [usize; 2],
    spare: [i8; 2],
    there: [bool; 2],
    pluses: i8,
    claims: Claims,
}

/// How many cards show of two troops only the one or the other, once or twice,
/// or both.
#[derive(Clone, Copy)]
struct Shows {
    once: [i8; 2],
    twice: [i8; 2],
    both: i8,
}

impl Shows {
    fn of(hand: &Held, [first, last]: [usize; 2]) -> Self {
        Self {
            once: [hand.singles(first, last), hand.singles(last, first)],
            twice: [hand.double(first, first), hand.double(last, last)],
            both: hand.double(first, last),
        }
    }
}

impl Pair {
    fn finishes_with_joker(&self, cards: Shows, joker: Option<Joker>) -> bool {
        let Some(joker) = joker else { return self.finishes(&cards) };
        let Shows { once: [one, other], twice: [two, others], both } = cards;
        self.finishes(&Shows { once: [one + 1, other], ..cards })
            || self.finishes(&Shows { once: [one, other + 1], ..cards })
            || joker == Joker::OneCard
                && (self.finishes(&Shows { twice: [two + 1, others], ..cards })
                    || self.finishes(&Shows { twice: [two, others + 1], ..cards })
                    || self.finishes(&Shows { both: both + 1, ..cards }))
    }

    /// Whether some of the cards will do: some that show two of the elements,
    /// and for the rest those that show one.
    fn finishes(&self, cards: &Shows) -> bool {
        let short = self.spare.map(|spare| (-spare).max(0));
        let most = |count: i8, short: i8| 0..=count.min(short);
        most(cards.both, short[0].max(short[1])).any(|both| {
            most(cards.twice[0], short[0]).any(|first| {
                most(cards.twice[1], short[1])
                    .any(|last| self.finishes_one_by_one(&cards.once, both, [first, last]))
            })
        })
    }

    fn finishes_one_by_one(&self, once: &[i8; 2], both: i8, twice: [i8; 2]) -> bool {
        let mut pluses = self.pluses;
        let mut claims = self.claims;
        for place in 0..2 {
            let spare = self.spare[place] + both + 2 * twice[place];
            let short = (-spare).max(0);
            if short > once[place] {
                pluses -= short - once[place];
                if !self.there[place] && both + twice[place] + once[place] == 0 {
                    return false;
                }
            }
            claims = claims.beyond(self.elements[place], spare);
        }
        pluses >= 0 && claims.is_none()
    }
}
