//! Actions of a seat, in small steps.

use core::fmt;

use crate::building::BuildingKind;
use crate::card::{Card, Task};
use crate::goods::Good;
use crate::officials::OfficialKind;
use crate::package::Package;
use crate::space::{At, Space};
use crate::token::Privilege;
use crate::trading_card::OfferedBy;

/// Something that moves for money.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Figure {
    /// An own samurai on this space.
    Samurai(Space),
    Merchant,
}

/// Something that a seat does. Slots and columns count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Takes a package at the start.
    TakePackage(Package),
    /// Takes a starting city.
    TakeCity(Space),
    /// Selects a Ronin on this space to be relocated.
    SelectRonin(Space),
    /// Sends the selected Ronin to this space.
    RelocateRonin(Space),

    /// Lays a card into a slot of the plan, in secret.
    LayCard { slot: u8, card: Card, task: Task },
    /// Takes a card without officials out of the plan again, in secret.
    TakeBackCard { slot: u8 },
    /// Puts an official on a card of the plan, in secret.
    AddOfficial { slot: u8, kind: OfficialKind },
    /// Takes an official off a card of the plan again, in secret.
    TakeBackOfficial { slot: u8, kind: OfficialKind },
    /// Settles the plan.
    SealPlan,

    /// Moves a figure along the cheapest way and pays for it.
    Move { figure: Figure, to: Space },
    /// Ends the movement before the officials work.
    EndMovement,

    /// An official takes rice or money.
    Collect,
    /// An official and a samurai on this space bring something in, all of it if the
    /// privilege of full production is used.
    Produce { space: Space, full: bool },
    /// An official becomes a samurai on a border post.
    PlaceOfficial { post: Space },
    /// An official lets a samurai travel for free.
    Travel { from: Space, to: Space },
    /// No further samurai travels.
    EndTravel,
    /// An official turns against the Ronin on a space.
    Disperse(Space),
    /// A samurai on this space comes to face the Ronin.
    Gather { from: Space },
    /// No further samurai comes.
    EndGathering,
    /// An official builds, on a prestige site if that privilege is used.
    Build { kind: BuildingKind, space: Space, prestige: bool },
    /// An official buys resources.
    BuyGoods { by: OfferedBy, units: u8 },
    /// An official buys a power point.
    BuyPoint { by: OfferedBy },
    /// No further offer is used.
    EndTrade,
    /// An official hires a white official.
    Recruit,
    /// An official buys a special card.
    BuyCard(Card),
    /// An official fulfils a demand.
    Fulfil { column: u8 },
    /// An official does nothing.
    Forfeit,

    /// Uses the privilege of city income.
    TakeIncome { city: Space },
    /// Uses a privilege for a resource.
    TakeGood { privilege: Privilege, good: Good },
    /// Ends the turn.
    EndTurn,

    /// Sends a samurai home instead of paying it.
    SendHome(Space),
    /// Pays all samurai that stay.
    PayWages,
    /// Returns a resource that can't be stored.
    Discard(Good),
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Samurai(space) => write!(f, "the samurai {}", At(*space)),
            Self::Merchant => f.write_str("the merchant"),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TakePackage(package) => write!(f, "take {package}"),
            Self::TakeCity(city) => write!(f, "start in {city}"),
            Self::SelectRonin(space) => write!(f, "select a Ronin {}", At(*space)),
            Self::RelocateRonin(space) => write!(f, "send the Ronin to {space}"),
            Self::LayCard { slot, card, task } => {
                write!(f, "plan {task} with card {card} in slot {}", slot + 1)
            }
            Self::TakeBackCard { slot } => write!(f, "take back the card of slot {}", slot + 1),
            Self::AddOfficial { slot, kind } => {
                write!(f, "put {} official on slot {}", kind.with_article(), slot + 1)
            }
            Self::TakeBackOfficial { slot, kind } => {
                write!(f, "take back {} official from slot {}", kind.with_article(), slot + 1)
            }
            Self::SealPlan => f.write_str("seal the plan"),
            Self::Move { figure, to } => write!(f, "move {figure} to {to}"),
            Self::EndMovement => f.write_str("end the movement"),
            Self::Collect => f.write_str("let an official collect"),
            Self::Produce { space, full: false } => write!(f, "produce on {space}"),
            Self::Produce { space, full: true } => write!(f, "produce in full on {space}"),
            Self::PlaceOfficial { post } => write!(f, "make an official a samurai on {post}"),
            Self::Travel { from, to } => {
                write!(f, "let the samurai {} travel to {to}", At(*from))
            }
            Self::EndTravel => f.write_str("let no other samurai travel"),
            Self::Disperse(space) => write!(f, "turn against the Ronin {}", At(*space)),
            Self::Gather { from } => write!(f, "call the samurai {}", At(*from)),
            Self::EndGathering => f.write_str("face the Ronin"),
            Self::Build { kind, space, prestige: false } => {
                write!(f, "build a {kind} {}", At(*space))
            }
            Self::Build { kind, space, prestige: true } => {
                write!(f, "build a {kind} on the first site of {space}")
            }
            Self::BuyGoods { by, units } => write!(f, "buy {units} from {by}"),
            Self::BuyPoint { by } => write!(f, "buy a point from {by}"),
            Self::EndTrade => f.write_str("use no other offer"),
            Self::Recruit => f.write_str("hire a white official"),
            Self::BuyCard(card) => write!(f, "buy card {card}"),
            Self::Fulfil { column } => write!(f, "fulfil the demand in column {}", column + 1),
            Self::Forfeit => f.write_str("let an official do nothing"),
            Self::TakeIncome { city } => write!(f, "take the income of {city} at once"),
            Self::TakeGood { privilege, good } => {
                write!(f, "take 1 {good} for the privilege {privilege}")
            }
            Self::EndTurn => f.write_str("end the turn"),
            Self::SendHome(space) => write!(f, "send the samurai {} home", At(*space)),
            Self::PayWages => f.write_str("pay the samurai that stay"),
            Self::Discard(good) => write!(f, "return 1 {good}"),
        }
    }
}
