//! Cards: the tables come from the data file.

use crate::pile::Pile;
use crate::troop::{Pool, Troop};

include!(concat!(env!("OUT_DIR"), "/cards.rs"));

kit_rules::indexed! {
    /// A kind of card: one or two troops, or one to three koku. Troop cards come
    /// first.
    pub struct Card: CardFacts in CARDS, shown by label
}

pub type Cards = Pile<Card, { Card::COUNT }>;

impl Card {
    pub const TROOP_KINDS: usize = TROOP_KINDS;

    pub const fn single(troop: Troop) -> Self {
        Self(troop as u8)
    }

    pub fn troops() -> impl Iterator<Item = Self> {
        (0..TROOP_KINDS as u8).map(Self)
    }

    pub fn copies(self) -> u8 {
        self.facts().copies
    }

    /// What it brings into a payment.
    pub fn content(self) -> &'static Pool {
        &CONTENTS[self.index()]
    }

    pub fn koku(self) -> u8 {
        self.content()[4]
    }

    pub fn troop_count(self) -> u8 {
        self.content()[..4].iter().sum()
    }

    pub const fn is_koku(self) -> bool {
        self.index() >= TROOP_KINDS
    }

    /// Whether it shows exactly one troop.
    pub fn is_single(self) -> bool {
        self.troop_count() == 1
    }

    /// Whether it brings a single element into a payment.
    pub(crate) fn has_one_element(self) -> bool {
        self.content().iter().sum::<u8>() == 1
    }
}

impl Cards {
    pub fn all_troops() -> Self {
        Self::box_of(|card| !card.is_koku())
    }

    pub fn all_koku() -> Self {
        Self::box_of(Card::is_koku)
    }

    pub fn troop_cards(&self) -> u32 {
        self.counts()[..TROOP_KINDS].iter().map(|count| u32::from(*count)).sum()
    }

    pub fn koku_cards(&self) -> u32 {
        self.total() - self.troop_cards()
    }

    /// All elements on the cards.
    pub fn content(&self) -> Pool {
        let mut content = [0u8; 5];
        for card in self.kinds() {
            for (sum, part) in content.iter_mut().zip(card.content()) {
                *sum = sum.saturating_add(part.saturating_mul(self.count(card)));
            }
        }
        content
    }

    fn box_of(wanted: impl Fn(Card) -> bool) -> Self {
        let copies = |card: Card| if wanted(card) { card.copies() } else { 0 };
        Self::new(core::array::from_fn(|index| copies(Card(index as u8))))
    }
}

/// A row of the generated table.
struct CardFacts {
    id: &'static str,
    label: &'static str,
    copies: u8,
}
