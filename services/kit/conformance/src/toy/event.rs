//! Events of a match of Envelopes.

use std::fmt;

use kit_rules::Seat;

use super::Card;

/// Something that happened. A card that a viewer may not see is `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A card was dealt.
    Dealt { seat: Seat, card: Option<Card> },
    /// A card was put into an envelope.
    Chosen { seat: Seat, card: Option<Card> },
    /// A card was taken out of an envelope.
    TakenBack { seat: Seat, card: Option<Card> },
    /// An envelope was sealed.
    Sealed { seat: Seat },
    /// An envelope was opened.
    Opened { seat: Seat, card: Card },
    /// A round was won.
    Won { seat: Seat, points: u32 },
    /// A round was won by nobody.
    NobodyWon,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dealt { seat, card } => write!(f, "{seat} is dealt {}.", Shown(*card)),
            Self::Chosen { seat, card } => write!(f, "{seat} chooses {}.", Shown(*card)),
            Self::TakenBack { seat, card } => write!(f, "{seat} takes back {}.", Shown(*card)),
            Self::Sealed { seat } => write!(f, "{seat} seals the envelope."),
            Self::Opened { seat, card } => write!(f, "{seat} has put in a {card}."),
            Self::Won { seat, points: 1 } => write!(f, "{seat} wins 1 point."),
            Self::Won { seat, points } => write!(f, "{seat} wins {points} points."),
            Self::NobodyWon => f.write_str("Nobody wins the round."),
        }
    }
}

struct Shown(Option<Card>);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(card) => write!(f, "a {card}"),
            None => f.write_str("a card"),
        }
    }
}
