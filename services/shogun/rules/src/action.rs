//! Actions of a seat, in small steps.

use core::fmt;

use crate::{Card, Province, Space, Special};

/// Something that a seat does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Puts both open cards of the draft under the deck; two others follow.
    ExchangePair,
    /// Takes an open card of the draft.
    TakeCard(Province),
    /// Takes the top card of the deck, whatever it is.
    TakeBlind,
    /// Puts a group of so many armies into the province that was taken.
    PlaceGroup(u8),
    /// Lays a card on a space, in secret.
    LayCard { space: Space, card: Card },
    /// Takes the card off a space again, in secret.
    TakeBack { space: Space },
    /// Settles the plan.
    SealPlan,
    /// Takes a special card, and with it a place in the order of play.
    PickSpecial(Special),
    /// Says where armies of the ordered province march.
    MarchTo(Province),
    /// Says how many march.
    MarchWith(u8),
    /// Goes back to the choice of where to march.
    Reconsider,
    /// Lets all armies stay.
    Decline,
    /// Says which revolt of the winter is fought next.
    FightRevolt(Province),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ExchangePair => f.write_str("exchange the open cards"),
            Self::TakeCard(province) => write!(f, "take {province}"),
            Self::TakeBlind => f.write_str("take the top card of the deck"),
            Self::PlaceGroup(armies) => write!(f, "place a group of {armies} armies"),
            Self::LayCard { space, card } => write!(f, "lay {card} on {space}"),
            Self::TakeBack { space } => write!(f, "take the card off {space}"),
            Self::SealPlan => f.write_str("seal the plan"),
            Self::PickSpecial(special) => write!(f, "take the special card {special}"),
            Self::MarchTo(province) => write!(f, "march to {province}"),
            Self::MarchWith(1) => f.write_str("march with 1 army"),
            Self::MarchWith(armies) => write!(f, "march with {armies} armies"),
            Self::Reconsider => f.write_str("choose another target"),
            Self::Decline => f.write_str("stay"),
            Self::FightRevolt(province) => write!(f, "fight the revolt in {province}"),
        }
    }
}
