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

use alloc::collections::BTreeSet;
use core::cell::RefCell;

use crate::held::Held;
use crate::lanes::{Gift, Spare};
use crate::options::{Joker, TileOrder};
use crate::troop::Pool;
use crate::{Card, Cards, Element, Options, Part};

/// A begun payment with what could still be added to it.
pub(crate) struct Prospect {
    need: Pool,
    /// The elements that are asked for: one, or two troops.
    asked: [usize; 2],
    claims: [Gift; CLAIMS_MAX],
    claim_count: usize,
    open: Open,
    any_order: bool,
    waste_is_refused: bool,
}

/// What a player could still add.
#[derive(Clone, Copy)]
pub(crate) struct Means {
    /// The cards in hand that are not set out.
    pub(crate) hand: Held,
    /// What the joker can stand for, if it can be used.
    pub(crate) joker: Option<Joker>,
    /// The exchange tiles.
    pub(crate) exchanges: u8,
    /// The +1 tiles.
    pub(crate) pluses: u8,
}

impl Means {
    /// Whether some legal payment exists, given how much the whole hand lacks.
    pub(crate) fn could_pay(
        &self,
        missing: i8,
        need: impl FnOnce() -> Pool,
        options: &Options,
    ) -> bool {
        let joker = self.joker.map_or(0, |joker| if joker == Joker::OneCard { 2 } else { 1 });
        let help = (self.exchanges + self.pluses) as i8 + joker;
        missing <= 0 || missing <= help && Prospect::new(need(), *self, options).could_cover()
    }
}

/// One claim for each kind of card, one for the joker, one for each tile.
const CLAIMS_MAX: usize = Card::COUNT + 1 + 16;

/// What changes while an ending is looked for.
#[derive(Clone, Copy)]
struct Open {
    spare: Spare,
    means: Means,
    /// The elements that the ending has exchanged away, one bit for each.
    taken: u8,
    /// The elements that the ending has exchanged something for.
    made: u8,
    /// How often the ending has counted each element once more.
    added: Gift,
}

/// The ways to supply a missing element, in the order in which they are tried.
/// An ending is a choice of ways, not a sequence of them, so none is tried
/// after a later one.
#[derive(Clone, Copy)]
enum Way {
    Card(usize),
    Source(usize),
    PlusOne,
}

impl Prospect {
    #[inline]
    pub(crate) fn new(need: Pool, means: Means, options: &Options) -> Self {
        let spare = Spare::none_of(&need);
        let asked = |index: &usize| need[*index] > 0;
        let first = (0..5).find(asked).unwrap_or(0);
        let last = (0..5).rfind(asked).unwrap_or(first);
        Self {
            need,
            asked: [first, last],
            claims: [Gift::NONE; CLAIMS_MAX],
            claim_count: 0,
            open: Open { spare, means, taken: 0, made: 0, added: Gift::NONE },
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
        Element::ALL.into_iter().filter(move |element| any || self.need[element.index()] > 0)
    }

    /// Adds a part that its player owns and that finds its element.
    pub(crate) fn add(&mut self, part: Part) {
        let claim = claim(part);
        if let Some(element) = worked_on(part) {
            let mut kept = 0;
            for place in 0..self.claim_count {
                if self.survives(self.claims[place], element) {
                    self.claims[kept] = self.claims[place];
                    kept += 1;
                }
            }
            self.claim_count = kept;
        }
        // Cards of one kind make the same claim.
        let repeated = matches!(part, Part::Card(_)) && self.claims().contains(&claim);
        if !repeated && self.claim_count < CLAIMS_MAX {
            self.claims[self.claim_count] = claim;
            self.claim_count += 1;
        }
        self.open = self.open_with(part);
    }

    /// Whether the parts so far give what is asked for.
    pub(crate) fn covers(&self) -> bool {
        self.missing(self.open.spare).1 == 0
    }

    /// Whether the parts so far are a legal payment.
    pub(crate) fn is_legal(&self) -> bool {
        let dispensable = |claim: &Gift| self.open.spare.can_do_without(*claim);
        self.covers() && !(self.waste_is_refused && self.claims().iter().any(dispensable))
    }

    /// Whether some ending makes a legal payment of the parts so far.
    pub(crate) fn can_finish(&self) -> bool {
        if !self.waste_is_refused {
            return self.could_cover();
        }
        self.search(!0, Gift::NONE).succeeds(&self.open)
    }

    /// Whether some ending makes a legal payment with this part besides, which
    /// finds its element.
    pub(crate) fn can_finish_with(&self, part: Part) -> bool {
        if !self.is_worth_a_try(part) {
            return false;
        }
        let open = self.open_with(part);
        if !self.waste_is_refused {
            return self.search(0, Gift::NONE).finds(&open.with_all_cards(), 0, Way::Card(0));
        }
        let mut kept = !0;
        if let Some(element) = worked_on(part) {
            for (place, claim) in self.claims().iter().enumerate() {
                kept &= !(u64::from(!self.survives(*claim, element)) << place);
            }
        }
        self.search(kept, claim(part)).succeeds(&open)
    }

    /// Rules most parts out that lead nowhere: there have to be tiles for what
    /// is missing after a tile, and without exchanges nothing can make a part
    /// needed that is not.
    fn is_worth_a_try(&self, part: Part) -> bool {
        let spare = spare_with(self.open.spare, part);
        let missing = self.missing(spare).1;
        let Means { exchanges, pluses, .. } = self.open.means;
        let (exchanges, pluses) = match part {
            Part::Card(_) | Part::Joker(_) => (exchanges, u8::MAX >> 2),
            Part::Exchange { .. } => (exchanges.saturating_sub(1), pluses),
            Part::PlusOne(_) if self.any_order => (exchanges, pluses.saturating_sub(1)),
            Part::PlusOne(_) => (0, pluses.saturating_sub(1)),
        };
        let can_be_needed = missing > 0 && exchanges > 0 || !spare.can_do_without(claim(part));
        missing <= (exchanges + pluses) as i8 && (can_be_needed || !self.waste_is_refused)
    }

    /// Whether some ending covers, with or without waste. If one does, then
    /// some legal payment exists: dispensable parts can be dropped one by one
    /// until none is left.
    pub(crate) fn could_cover(&self) -> bool {
        self.search(0, Gift::NONE).finds(&self.open.with_all_cards(), 0, Way::Card(0))
    }

    fn claims(&self) -> &[Gift] {
        &self.claims[..self.claim_count]
    }

    /// Whether a tile would find this element without the part of the claim;
    /// if not, the part is needed and makes no claim any more.
    fn survives(&self, claim: Gift, element: Element) -> bool {
        self.pool(&self.open, element.index()) > claim.get(element.index())
    }

    /// What is open after this part. Tiles come after cards and the joker, so
    /// there are no more of these after a tile.
    fn open_with(&self, part: Part) -> Open {
        let mut open = self.open;
        open.spare = spare_with(open.spare, part);
        let means = &mut open.means;
        match part {
            Part::Card(card) => {
                means.hand = means.hand.without(card);
                return open;
            }
            Part::Joker(_) => {
                means.joker = None;
                return open;
            }
            Part::Exchange { .. } => means.exchanges = means.exchanges.saturating_sub(1),
            Part::PlusOne(_) => {
                means.pluses = means.pluses.saturating_sub(1);
                if !self.any_order {
                    means.exchanges = 0;
                }
            }
        }
        means.hand = Held::NONE;
        means.joker = None;
        open
    }

    fn pool(&self, open: &Open, index: usize) -> i8 {
        open.spare.get(index) + self.need[index] as i8
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

    fn search(&self, kept: u64, last_claim: Gift) -> Search<'_> {
        Search { prospect: self, kept, last_claim, dead_ends: RefCell::default() }
    }
}

/// The search for an ending.
struct Search<'a> {
    prospect: &'a Prospect,
    /// Which claims count, one bit for each.
    kept: u64,
    /// One claim more.
    last_claim: Gift,
    /// Where no ending was found; it stays empty unless there are many tiles.
    dead_ends: RefCell<BTreeSet<Place>>,
}

/// All that an ending depends on, apart from the claims.
type Place = (Spare, Cards, [u8; 4], Gift, bool);

impl Search<'_> {
    /// Whether there is an ending.
    fn succeeds(&self, open: &Open) -> bool {
        self.is_plain(open) || self.finds(open, 0, Way::Card(0))
    }

    /// Whether everything that is missing can be supplied one by one, without
    /// exchanges and without anything left over, so that whatever is asked for
    /// is needed to the last. Most payments can be finished like that.
    fn is_plain(&self, open: &Open) -> bool {
        let [first, last] = self.prospect.asked;
        let asked = Gift::one(first).with(Gift::one(last));
        let claims = self.prospect.claims().iter().enumerate();
        let mut kept = claims.filter(|(place, _)| self.kept >> place & 1 == 1);
        if !kept.all(|(_, claim)| claim.shares(asked))
            || !(self.last_claim.is_none() || self.last_claim.shares(asked))
        {
            return false;
        }
        let mut pluses = open.means.pluses as i8;
        for (kind, other) in [(first, last), (last, first)] {
            let spare = open.spare.get(kind);
            let singles = open.means.hand.singles(kind, other);
            let short = -(spare + singles).min(0);
            if spare > 0 || short > 0 && self.prospect.pool(open, kind) + singles == 0 {
                return false;
            }
            pluses -= short;
            if first == last {
                break;
            }
        }
        pluses >= 0
    }

    /// Looks for an ending. So far, `kind` was supplied in ways up to `from`.
    fn finds(&self, open: &Open, kind: usize, from: Way) -> bool {
        let (index, missing) = self.prospect.missing(open.spare);
        let means = &open.means;
        let only_tiles = means.joker.is_none() && means.hand.is_empty();
        if only_tiles && !open.could_do_with_tiles(missing) {
            return false;
        }
        if !self.can_uphold_claims(open, missing.min(means.exchanges as i8)) {
            return false;
        }
        if missing == 0 {
            return self.exchanges_are_needed(open) && self.can_be_ordered(open);
        }
        let from = if index == kind { from } else { Way::Card(0) };
        self.by_card(open, index, from)
            || self.by_exchange(open, index, from)
            || self.by_plus_one(open, index)
    }

    /// Whether so many exchanges may be enough to uphold every claim. Claims on
    /// one element only are added up over the elements.
    fn can_uphold_claims(&self, open: &Open, exchanges: i8) -> bool {
        let mut taken = [0; Element::COUNT];
        let mut can_uphold = |claim: Gift| {
            if !open.spare.can_do_without(claim) {
                return true;
            }
            if let Some(index) = claim.only_element() {
                taken[index] = taken[index].max(open.spare.get(index) - claim.get(index) + 1);
            }
            exchanges > 0 && exchanges_to_uphold(claim, open.spare) <= exchanges
        };
        if !self.last_claim.is_none() && !can_uphold(self.last_claim) {
            return false;
        }
        for (place, claim) in self.prospect.claims().iter().enumerate() {
            if self.kept >> place & 1 == 1 && !can_uphold(*claim) {
                return false;
            }
        }
        exchanges == 0 || taken.into_iter().sum::<i8>() <= exchanges
    }

    /// Supplies an element with a card that shows it, or with the joker.
    fn by_card(&self, open: &Open, index: usize, from: Way) -> bool {
        let Way::Card(first) = from else { return false };
        for card in open.means.hand.showing(index, first) {
            if self.finds(&open.with_card(card), index, Way::Card(card.index())) {
                return true;
            }
        }
        jokers(open.means.joker)
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
        let jokers = jokers(joker).map(|card| (card, open.with_joker(card)));
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
                    .any(|next| self.finds_once(&next, index))
            })
    }

    /// Looks for an ending after a card was added for an exchange. Cards added
    /// in another order lead to the same place, and with many exchanges there
    /// are many orders; so places without an ending are remembered.
    fn finds_once(&self, open: &Open, index: usize) -> bool {
        if open.means.exchanges < 2 {
            return self.finds(open, index, Way::Source(0));
        }
        if self.dead_ends.borrow().contains(&open.place()) {
            return false;
        }
        let found = self.finds(open, index, Way::Source(0));
        if !found {
            self.dead_ends.borrow_mut().insert(open.place());
        }
        found
    }

    /// Whether a +1 can make up for an element that an exchange takes: for what
    /// is asked for and there, or for what the ending has used up before. If
    /// exchanges come first, only the former can be made up for afterwards.
    fn can_multiply(&self, open: &Open, source: usize) -> bool {
        let there = if self.prospect.need[source] > 0 {
            open.spare.get(source) <= 0 && self.prospect.pool(open, source) > 0
        } else {
            self.prospect.any_order && open.taken & 1 << source != 0
        };
        there && open.means.pluses > 0
    }

    /// Supplies an element by counting one that is there once more.
    fn by_plus_one(&self, open: &Open, index: usize) -> bool {
        open.means.pluses > 0
            && self.prospect.pool(open, index) > 0
            && self.finds(&open.with_plus_one(index), index, Way::PlusOne)
    }

    /// Whether nothing can be spared of what the ending has exchanged for, if
    /// claims count at all.
    fn exchanges_are_needed(&self, open: &Open) -> bool {
        let needed = |index: usize| open.made & 1 << index == 0 || open.spare.get(index) == 0;
        self.kept == 0 && self.last_claim.is_none() || (0..5).all(needed)
    }

    /// Whether something is left to count once more if exchanges come first.
    fn can_be_ordered(&self, open: &Open) -> bool {
        let left = |index: usize| {
            let added = open.added.get(index);
            added == 0 || self.prospect.pool(open, index) > added
        };
        self.prospect.any_order || (0..5).all(left)
    }
}

impl Open {
    /// Whether there are tiles enough for what is missing.
    fn could_do_with_tiles(&self, missing: i8) -> bool {
        missing <= (self.means.exchanges + self.means.pluses) as i8
    }

    fn place(&self) -> Place {
        let Means { hand, joker, exchanges, pluses } = self.means;
        let tiles = [exchanges, pluses, self.taken, self.made];
        (self.spare, *hand.cards(), tiles, self.added, joker.is_some())
    }

    fn with_all_cards(mut self) -> Self {
        self.spare = self.spare.with(self.means.hand.content());
        self.means.hand = Held::NONE;
        self
    }

    fn with_card(mut self, card: Card) -> Self {
        self.means.hand = self.means.hand.without(card);
        self.spare = self.spare.with(Gift::of(card));
        self
    }

    fn with_joker(mut self, card: Card) -> Self {
        self.means.joker = None;
        self.spare = self.spare.with(Gift::of(card));
        self
    }

    fn with_plus_one(mut self, index: usize) -> Self {
        self.means.pluses -= 1;
        self.spare = self.spare.with(Gift::one(index));
        self.added = self.added.with(Gift::one(index));
        self
    }

    fn exchange(mut self, from: usize, to: usize) -> Self {
        self.means.exchanges -= 1;
        self.spare = self.spare.without(Gift::one(from)).with(Gift::one(to));
        self.taken |= 1 << from;
        self.made |= 1 << to;
        self
    }
}

/// The cards that a joker can stand for.
pub(crate) fn jokers(joker: Option<Joker>) -> impl Iterator<Item = Card> {
    let stands_for = move |card: &Card| match joker {
        None => false,
        Some(Joker::OneTroop) => card.is_single(),
        Some(Joker::OneCard) => true,
    };
    Card::troops().filter(stands_for)
}

/// What the pool would lack without a part.
fn claim(part: Part) -> Gift {
    match part {
        Part::Card(card) | Part::Joker(card) => Gift::of(card),
        Part::Exchange { to: element, .. } | Part::PlusOne(element) => Gift::one(element.index()),
    }
}

/// What can be spared after a part.
fn spare_with(spare: Spare, part: Part) -> Spare {
    match part {
        Part::Exchange { from, .. } => spare.without(Gift::one(from.index())).with(claim(part)),
        _ => spare.with(claim(part)),
    }
}

/// What has to be there for a part.
fn worked_on(part: Part) -> Option<Element> {
    match part {
        Part::Card(_) | Part::Joker(_) => None,
        Part::Exchange { from: element, .. } | Part::PlusOne(element) => Some(element),
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
