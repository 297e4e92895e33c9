//! Events as sentences of a game report.

use core::fmt::{self, Display, Formatter};

use crate::Event;
use crate::action::Figure;
use crate::space::{At, Space};
use crate::state::EndReason;
use crate::tables::{RECRUIT_RICE, SPECIAL_RYO};
use crate::token::Privilege;

impl Display for Event {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::StartSeat { .. }
            | Self::ProfitLaid { .. }
            | Self::CardCurrent { .. }
            | Self::CardTurnedUp { .. }
            | Self::DemandTurnedUp { .. }
            | Self::PrivilegeTurnedUp { .. }
            | Self::RoninAppeared { .. }
            | Self::PackageTaken { .. }
            | Self::CityTaken { .. } => layout(self, f),
            Self::CardLaid { .. }
            | Self::CardTakenBack { .. }
            | Self::OfficialAdded { .. }
            | Self::OfficialTakenBack { .. }
            | Self::PlanSealed { .. }
            | Self::SupportUsed { .. }
            | Self::SlotRevealed { .. } => plan(self, f),
            Self::RoninSelected { .. }
            | Self::LocationDrawn { .. }
            | Self::RoninMoved { .. }
            | Self::RoninChallenged { .. }
            | Self::RoninDispersed { .. }
            | Self::RoninHeld { .. } => ronin(self, f),
            Self::RoundBegan { .. }
            | Self::SentHome { .. }
            | Self::WagesPaid { .. }
            | Self::IncomePaid { .. }
            | Self::Discarded { .. }
            | Self::GameOver { .. }
            | Self::Scored { .. } => upkeep(self, f),
            _ => work(self, f),
        }
    }
}

fn layout(event: &Event, f: &mut Formatter<'_>) -> fmt::Result {
    match event {
        Event::StartSeat { seat } => write!(f, "{seat} begins."),
        Event::ProfitLaid { city, tile } => write!(f, "{city} pays {tile} a round."),
        Event::CardCurrent { card } => write!(f, "The merchant now offers {card}."),
        Event::CardTurnedUp { card } => write!(f, "Next round the merchant offers {card}."),
        Event::DemandTurnedUp { demand } => {
            write!(f, "The shogun will demand {demand}, for {}.", demand.price())
        }
        Event::PrivilegeTurnedUp { privilege } => {
            write!(f, "A privilege is put up: {privilege}.")
        }
        Event::RoninAppeared { space } => write!(f, "A Ronin appears {}.", At(*space)),
        Event::PackageTaken { seat, package } => write!(f, "{seat} takes {package}."),
        Event::CityTaken { seat, city } => {
            write!(f, "{seat} starts in {city} with a house and a samurai.")
        }
        _ => Ok(()),
    }
}

fn plan(event: &Event, f: &mut Formatter<'_>) -> fmt::Result {
    match event {
        Event::CardLaid { seat, slot, card, task } => {
            write!(f, "{seat} plans {task} with card {card} in slot {}.", slot + 1)
        }
        Event::CardTakenBack { seat, slot, card } => {
            write!(f, "{seat} takes card {card} back from slot {}.", slot + 1)
        }
        Event::OfficialAdded { seat, slot, kind } => {
            write!(f, "{seat} puts {} official on slot {}.", kind.with_article(), slot + 1)
        }
        Event::OfficialTakenBack { seat, slot, kind } => {
            write!(f, "{seat} takes {} official back", kind.with_article())?;
            write!(f, " from slot {}.", slot + 1)
        }
        Event::PlanSealed { seat } => write!(f, "{seat} has sealed the plan."),
        Event::SupportUsed { seat, count } => {
            write!(f, "{seat} has used {count} privilege{} of support.", plural(*count))
        }
        Event::SlotRevealed { seat, slot, planned } => write!(
            f,
            "{seat} reveals slot {}: {} with card {} and {}.",
            slot + 1,
            planned.task,
            planned.card,
            planned.officials
        ),
        _ => Ok(()),
    }
}

fn ronin(event: &Event, f: &mut Formatter<'_>) -> fmt::Result {
    match event {
        Event::RoninSelected { seat, space } => write!(f, "{seat} selects a Ronin {}.", At(*space)),
        Event::LocationDrawn { seat, tile } => write!(f, "{seat} draws a location: {tile}."),
        Event::RoninMoved { seat, from, to } => {
            write!(f, "{seat} sends a Ronin from {from} to {to}.")
        }
        Event::RoninChallenged { seat, space } => {
            write!(f, "{seat} turns against the Ronin {}.", At(*space))
        }
        Event::RoninDispersed { seat, space, ronin, tokens } => {
            let place = At(*space);
            write!(f, "{seat} disperses {ronin} Ronin {place} and gains {tokens} token")?;
            write!(f, "{}.", plural(*tokens))
        }
        Event::RoninHeld { seat, space } => {
            write!(f, "{seat} has too few samurai {}; the Ronin stay.", At(*space))
        }
        _ => Ok(()),
    }
}

fn work(event: &Event, f: &mut Formatter<'_>) -> fmt::Result {
    match event {
        Event::Moved { seat, figure, to, ryo } => match figure {
            Figure::Samurai(from) => {
                write!(f, "{seat} moves a samurai from {from} to {to} for {ryo} Ryo.")
            }
            Figure::Merchant => write!(f, "{seat} moves the merchant to {to} for {ryo} Ryo."),
        },
        Event::Collected { seat, gain } => write!(f, "{seat} collects {gain}."),
        Event::Produced { seat, space, good, amount, privilege } => {
            write!(f, "{seat} brings in {amount} {good} from {space}")?;
            used(f, *privilege)
        }
        Event::OfficialPlaced { seat, post } => {
            write!(f, "{seat} makes an official a samurai on {post}.")
        }
        Event::Travelled { seat, from, to } => {
            write!(f, "{seat} lets a samurai travel from {from} to {to}.")
        }
        Event::Built { seat, kind, space, price, privilege } => {
            let points = kind.points();
            let place = At(*space);
            write!(f, "{seat} builds a {kind} {place} for {price}, {points} point")?;
            f.write_str(plural(points))?;
            used(f, *privilege)
        }
        Event::GoodsBought { seat, card, units, privilege } => {
            let ryo = u16::from(*units) * u16::from(card.goods().ryo_each);
            write!(f, "{seat} buys {units} {} for {ryo} Ryo", card.goods().good)?;
            used(f, *privilege)
        }
        Event::PointBought { seat, card, privilege } => {
            write!(f, "{seat} buys 1 point for {}", card.point())?;
            used(f, *privilege)
        }
        Event::Recruited { seat } => {
            write!(f, "{seat} hires a white official for {RECRUIT_RICE} rice.")
        }
        Event::CardBought { seat, card } => {
            write!(f, "{seat} buys card {card} for {SPECIAL_RYO} Ryo.")
        }
        Event::DemandFulfilled { seat, demand, privilege } => {
            write!(f, "{seat} delivers {demand} for {}, 1 point", demand.price())?;
            match privilege {
                Some(privilege) => write!(f, " and the privilege {privilege}."),
                None => f.write_str("."),
            }
        }
        Event::Forfeited { seat, officials } => {
            let verb = if *officials == 1 { "does" } else { "do" };
            write!(f, "{officials} official{} of {seat} {verb} nothing.", plural(*officials))
        }
        Event::IncomeTaken { seat, city, ryo, .. } => {
            write!(f, "{seat} takes {ryo} Ryo of {city} by privilege.")
        }
        Event::GoodTaken { seat, good, .. } => write!(f, "{seat} takes 1 {good} by privilege."),
        Event::BlackOfficialsLeft { seat, officials } => {
            let verb = if *officials == 1 { "leaves" } else { "leave" };
            write!(f, "{officials} black official{} {verb} {seat}.", plural(*officials))
        }
        _ => Ok(()),
    }
}

fn upkeep(event: &Event, f: &mut Formatter<'_>) -> fmt::Result {
    match event {
        Event::RoundBegan { round, seat } => write!(f, "Round {round} begins with {seat}."),
        Event::SentHome { seat, space } => {
            write!(f, "{seat} sends the samurai {} home.", At(*space))
        }
        Event::WagesPaid { seat, samurai, rice } => {
            write!(f, "{seat} keeps {samurai} samurai for {rice} rice.")
        }
        Event::IncomePaid { seat, by_city } => {
            let total: u16 = by_city.iter().map(|ryo| u16::from(*ryo)).sum();
            write!(f, "{seat} earns {total} Ryo:")?;
            let paying = Space::cities().zip(by_city).filter(|(_, ryo)| **ryo > 0);
            for (place, (city, ryo)) in paying.enumerate() {
                write!(f, "{} {ryo} in {city}", if place == 0 { "" } else { "," })?;
            }
            f.write_str(".")
        }
        Event::Discarded { seat, good, amount } => {
            write!(f, "{seat} can't store {amount} {good}.")
        }
        Event::GameOver { reason: EndReason::Points } => {
            f.write_str("The game ends: somebody has power enough.")
        }
        Event::GameOver { reason: EndReason::LastCard } => {
            f.write_str("The game ends: the merchant has no further offers.")
        }
        Event::Scored { seat, points, money, samurai, ronin } => {
            let parts = [points, money, samurai, ronin];
            let total: u32 = parts.map(|part| u32::from(*part)).iter().sum();
            write!(f, "{seat} scores {total}: {points} on the track, {money} for Ryo, ")?;
            write!(f, "{samurai} for samurai and {ronin} for Ronin.")
        }
        _ => Ok(()),
    }
}

/// Ends a sentence with the privilege that was used.
fn used(f: &mut Formatter<'_>, privilege: Option<Privilege>) -> fmt::Result {
    match privilege {
        Some(privilege) => write!(f, ", using the privilege {privilege}."),
        None => f.write_str("."),
    }
}

/// What a noun of so many ends with.
const fn plural(count: u8) -> &'static str {
    if count == 1 { "" } else { "s" }
}
