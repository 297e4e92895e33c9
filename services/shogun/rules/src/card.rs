//! The cards of a plan and the spaces that they lie on.

use core::fmt;

use kit_rules::Planned;

use crate::number::CHEST_CARDS;
use crate::{Order, Province};

/// A card that can be laid on a space of the player board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Card {
    /// The card of an own province.
    Province(Province),
    /// One of the five chest cards of each seat.
    Chests(Chests),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chests(u8);

/// A space of the player board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Space {
    /// The card there is ordered to do this.
    Order(Order),
    /// The card there is the bid for the order of play.
    Bid,
}

kit_rules::index_set! {
    pub struct SpaceSet(u16) of Space
}

impl Planned for Card {
    fn is_same_card(self, other: Self) -> bool {
        self == other
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Province(province) => province.fmt(f),
            Self::Chests(chests) => chests.fmt(f),
        }
    }
}

impl Chests {
    pub const NONE: Self = Self(0);

    pub const fn new(number: u32) -> Option<Self> {
        if number < CHEST_CARDS as u32 { Some(Self(number as u8)) } else { None }
    }

    /// All of them, ascending.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..CHEST_CARDS).map(Self)
    }

    pub const fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Chests {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "chest card {}", self.0)
    }
}

impl Space {
    pub const COUNT: usize = Order::COUNT + 1;

    /// All spaces: the ten orders, then the bid.
    pub fn all() -> impl Iterator<Item = Self> {
        Order::ALL.into_iter().map(Self::Order).chain([Self::Bid])
    }

    /// The space at this place of [`Space::all`].
    pub const fn from_index(index: usize) -> Option<Self> {
        match Order::from_index(index) {
            Some(order) => Some(Self::Order(order)),
            None if index == Order::COUNT => Some(Self::Bid),
            None => None,
        }
    }

    /// The place in [`Space::all`].
    pub const fn index(self) -> usize {
        match self {
            Self::Order(order) => order.index(),
            Self::Bid => Order::COUNT,
        }
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Order(order) => write!(f, "\"{order}\""),
            Self::Bid => f.write_str("the bid"),
        }
    }
}
