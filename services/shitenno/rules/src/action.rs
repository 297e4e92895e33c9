//! Actions of a seat, in small steps.

use core::fmt;

use crate::{Card, Element, LotName, Mode, Part, Province, Title};

/// Something that a seat does. Positions count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Puts a hierarchy tile on a lot.
    LayTile { lot: LotName, tile: Title },
    /// Takes the hierarchy tile of a lot back.
    ReturnTile { lot: LotName },
    /// Puts a card on a lot.
    LayCard { lot: LotName, card: Card },
    /// Takes a card from a lot back to where it came from.
    ReturnCard { lot: LotName, card: Card },
    /// Offers the lot to the others.
    Offer,
    /// Takes the lot.
    Accept,
    /// Refuses the lot.
    Refuse,
    /// Lets the last other player choose between the two lots.
    Present,
    /// Takes one of the last two lots.
    Choose(LotName),
    /// Begins a control action, in secret.
    Aim { province: Province, mode: Mode },
    /// Sets a card out for the payment, in secret.
    PayCard(Card),
    /// Sets the joker out, standing for this card, in secret.
    UseJoker(Card),
    /// Lets an exchange tile work on the payment, in secret.
    ApplyExchange { from: Element, to: Element },
    /// Lets a +1 tile work on the payment, in secret.
    ApplyPlusOne(Element),
    /// Takes back the last of these steps, in secret.
    TakeBack,
    /// Announces the control action and carries it out.
    Control,
    /// Uses a draw tile.
    UseDraw,
    /// Ends the turn.
    EndTurn,
    /// Turns an own kamon to its golden face.
    Gild { province: Province, position: u8 },
    /// Gilds nothing.
    Decline,
}

impl Action {
    /// The part that it adds to a payment, if it adds one.
    pub(crate) const fn part(self) -> Option<Part> {
        match self {
            Self::PayCard(card) => Some(Part::Card(card)),
            Self::UseJoker(card) => Some(Part::Joker(card)),
            Self::ApplyExchange { from, to } => Some(Part::Exchange { from, to }),
            Self::ApplyPlusOne(element) => Some(Part::PlusOne(element)),
            _ => None,
        }
    }
}

impl fmt::Display for LotName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::A => "lot A",
            Self::B => "lot B",
        })
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Troops => "troops",
            Self::Koku => "koku",
        })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LayTile { lot, tile } => write!(f, "put the {tile} on {lot}"),
            Self::ReturnTile { lot } => write!(f, "take the title off {lot}"),
            Self::LayCard { lot, card } => write!(f, "put {card} on {lot}"),
            Self::ReturnCard { lot, card } => write!(f, "take {card} off {lot}"),
            Self::Offer => f.write_str("offer the lot"),
            Self::Accept => f.write_str("accept the lot"),
            Self::Refuse => f.write_str("refuse the lot"),
            Self::Present => f.write_str("present the two lots"),
            Self::Choose(lot) => write!(f, "choose {lot}"),
            Self::Aim { province, mode } => write!(f, "prepare to control {province} with {mode}"),
            Self::PayCard(card) => write!(f, "set out {card}"),
            Self::UseJoker(card) => write!(f, "set out the joker as {card}"),
            Self::ApplyExchange { from, to } => write!(f, "exchange {from} for {to}"),
            Self::ApplyPlusOne(element) => write!(f, "count one more {element}"),
            Self::TakeBack => f.write_str("take the last step back"),
            Self::Control => f.write_str("pay and control the province"),
            Self::UseDraw => f.write_str("use a draw tile"),
            Self::EndTurn => f.write_str("end the turn"),
            Self::Gild { province, position } => {
                write!(f, "gild the kamon on position {position} of {province}")
            }
            Self::Decline => f.write_str("gild nothing"),
        }
    }
}
