//! A payment: its parts in the order in which they were set out.

use core::fmt;

use crate::{Card, Element, Province, Title};

/// How a control action is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mode {
    /// With the troops that the province asks for.
    Troops,
    /// With the koku that the position costs.
    Koku,
}

/// A control action that its player is putting together in secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    pub province: Province,
    pub mode: Mode,
    /// What was set out so far.
    pub parts: Parts,
}

/// One part of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// A card of the hand.
    Card(Card),
    /// The Hatamoto's joker, standing for this card.
    Joker(Card),
    /// An exchange tile: one element becomes another.
    Exchange { from: Element, to: Element },
    /// A +1 tile: an element that is there counts once more.
    PlusOne(Element),
}

impl Part {
    /// Whether it is the use of a bonus tile.
    pub const fn is_tile(self) -> bool {
        matches!(self, Self::Exchange { .. } | Self::PlusOne(_))
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Card(card) => card.fmt(f),
            Self::Joker(card) => write!(f, "the {} as {card}", Title::Hatamoto),
            Self::Exchange { from, to } => write!(f, "{from} exchanged for {to}"),
            Self::PlusOne(element) => write!(f, "one more {element}"),
        }
    }
}

/// The parts of a payment in order, cards and joker before tiles.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Parts {
    // Places beyond the length keep the filler, so that equal lists are equal.
    list: [Part; Self::MAX],
    len: u8,
}

impl Parts {
    /// No payment has more parts: 34 troop cards, 24 koku cards, the joker, and
    /// the 16 tiles that are not for drawing.
    pub const MAX: usize = 34 + 24 + 1 + 16;

    const FILLER: Part = Part::PlusOne(Element::Koku);

    pub const fn new() -> Self {
        Self { list: [Self::FILLER; Self::MAX], len: 0 }
    }

    /// Adds a part at the end; whether there was room.
    pub fn push(&mut self, part: Part) -> bool {
        let Some(place) = self.list.get_mut(usize::from(self.len)) else { return false };
        *place = part;
        self.len += 1;
        true
    }

    /// Takes the last part back.
    pub fn pop(&mut self) -> Option<Part> {
        self.len = self.len.checked_sub(1)?;
        Some(core::mem::replace(&mut self.list[usize::from(self.len)], Self::FILLER))
    }
}

impl Default for Parts {
    fn default() -> Self {
        Self::new()
    }
}

impl core::ops::Deref for Parts {
    type Target = [Part];

    fn deref(&self) -> &[Part] {
        &self.list[..usize::from(self.len)]
    }
}

impl FromIterator<Part> for Parts {
    /// The parts in order; those beyond [`Parts::MAX`] are left out.
    fn from_iter<I: IntoIterator<Item = Part>>(parts: I) -> Self {
        let mut all = Self::new();
        for part in parts {
            all.push(part);
        }
        all
    }
}

impl fmt::Debug for Parts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
