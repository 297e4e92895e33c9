//! Actions of a seat, and the reasons to refuse them.

use std::fmt;

use kit_rules::Violation;

use super::Card;

/// Something that a seat does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Action {
    /// Puts a card of the hand into the envelope.
    Choose(Card),
    /// Takes the card out again.
    TakeBack,
    /// Closes the envelope.
    Seal,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Choose(card) => write!(f, "choose {card}"),
            Self::TakeBack => f.write_str("take back"),
            Self::Seal => f.write_str("seal"),
        }
    }
}

/// What comes of a step.
pub type Applied = Result<(), Illegal>;

/// Why the rules say no.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The card is not there.
    #[error("you have no {card}; choose a card of your hand")]
    NotInHand { card: Card },
    /// There is a card in it already.
    #[error("your envelope holds a card; take it back first")]
    EnvelopeFull,
    /// There is nothing to take back.
    #[error("your envelope is empty; there is nothing to take back")]
    NothingToTakeBack,
    /// There is nothing to seal.
    #[error("your envelope is empty; choose a card first")]
    NothingToSeal,
    /// The number of rounds is out of range.
    #[error("{rounds} rounds are not possible; agree on 1 to 5")]
    Rounds { rounds: u32 },
}

impl Violation for Illegal {
    fn rule(&self) -> &'static str {
        match self {
            Self::NotInHand { .. } | Self::EnvelopeFull => "ENV-3",
            Self::NothingToTakeBack => "ENV-4",
            Self::NothingToSeal => "ENV-5",
            Self::Rounds { .. } => "ENV-10",
        }
    }
}
