//! The event cards: one for each season, and what the last one costs in winter.

use core::fmt;

use crate::Order;

include!(concat!(env!("OUT_DIR"), "/events.rs"));

/// An event card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventCard(u8);

/// A set of event cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventSet(u16);

/// What an event does in its season.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A theatre takes a revolt marker off its province.
    TheatreCalms,
    /// Neutral provinces have so many farmers.
    TwoFarmersNeutral(u8),
    /// Castles give their defender so many cubes more.
    CastleDefence(u8),
    /// Provinces with a temple are not attacked.
    TemplePeace,
    /// Taxes bring at most so many chests.
    TaxesMax(u8),
    /// Taxes bring at least so many chests.
    TaxesMin(u8),
    /// A harvest brings at least so much rice.
    RiceMin(u8),
    /// A harvest brings at most so much rice.
    RiceMax(u8),
    /// Fewer armies for the same price.
    FewerRecruits {
        /// Instead of five.
        five: u8,
        /// Instead of three.
        three: u8,
    },
}

struct EventFacts {
    id: &'static str,
    effect: Effect,
    winter_loss: u8,
}

impl EventCard {
    /// How many there are.
    pub const COUNT: usize = EVENTS.len();

    /// All of them, in the order of the data file.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The card at this place of the data file.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// The card with this id of the data file.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::all().find(|card| card.id() == id)
    }

    /// The place in the data file.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The id in the data file.
    pub fn id(self) -> &'static str {
        EVENTS[self.index()].id
    }

    /// What it does in its season.
    pub fn effect(self) -> Effect {
        EVENTS[self.index()].effect
    }

    /// How much rice everyone loses if it is the winter's card.
    pub fn winter_loss(self) -> u8 {
        EVENTS[self.index()].winter_loss
    }
}

impl fmt::Display for EventCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TheatreCalms => f.write_str("a new theatre takes a revolt marker away"),
            Self::TwoFarmersNeutral(farmers) => {
                write!(f, "neutral provinces have {farmers} farmers")
            }
            Self::CastleDefence(_) => f.write_str("castles help to defend"),
            Self::TemplePeace => f.write_str("provinces with a temple are not attacked"),
            Self::TaxesMax(limit) => write!(f, "taxes bring at most {limit} chests"),
            Self::TaxesMin(limit) => write!(f, "taxes bring at least {limit} chests"),
            Self::RiceMin(limit) => write!(f, "a harvest brings at least {limit} rice"),
            Self::RiceMax(limit) => write!(f, "a harvest brings at most {limit} rice"),
            Self::FewerRecruits { five, three } => {
                let usual = (Order::DeployFive.armies(), Order::DeployThree.armies());
                write!(
                    f,
                    "{five} armies come instead of {} and {three} instead of {}",
                    usual.0, usual.1
                )
            }
        }
    }
}

impl EventSet {
    /// No card.
    pub const EMPTY: Self = Self(0);
    /// Every card.
    pub const ALL: Self = Self(((1u32 << EventCard::COUNT) - 1) as u16);

    /// Whether the card is in the set.
    pub const fn contains(self, card: EventCard) -> bool {
        self.0 & 1 << card.0 != 0
    }

    /// The set with this card.
    #[must_use]
    pub const fn with(self, card: EventCard) -> Self {
        Self(self.0 | 1 << card.0)
    }

    /// The set without this card.
    #[must_use]
    pub const fn without(self, card: EventCard) -> Self {
        Self(self.0 & !(1 << card.0))
    }

    /// The cards of either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The cards of this set that the other lacks.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// How many there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The card at this place of the set.
    pub fn nth(self, place: u32) -> Option<EventCard> {
        self.iter().nth(place as usize)
    }

    /// The cards in order.
    pub fn iter(self) -> impl Iterator<Item = EventCard> {
        EventCard::all().filter(move |card| self.contains(*card))
    }
}

impl FromIterator<EventCard> for EventSet {
    fn from_iter<I: IntoIterator<Item = EventCard>>(cards: I) -> Self {
        cards.into_iter().fold(Self::EMPTY, Self::with)
    }
}
