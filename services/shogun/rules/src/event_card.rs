//! The event cards: one for each season, and what the last one costs in winter.

use core::fmt;

use crate::Order;

include!(concat!(env!("OUT_DIR"), "/events.rs"));

kit_rules::indexed! {
    pub struct EventCard: EventFacts in EVENTS, shown by id
}

kit_rules::index_set! {
    pub struct EventSet(u16) of EventCard
}

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
    /// What it does in its season.
    pub fn effect(self) -> Effect {
        self.facts().effect
    }

    /// How much rice everyone loses if it is the winter's card.
    pub fn winter_loss(self) -> u8 {
        self.facts().winter_loss
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
