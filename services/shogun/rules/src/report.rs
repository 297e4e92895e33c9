//! Events as sentences of a game report.

use core::fmt::{self, Display, Formatter};

use kit_rules::{Seat, SeatSet};

use crate::{Building, Card, Cards, Cubes, Event, Good, Loss, Order, Skip};

impl Display for Event {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::LetterDrawn { .. }
            | Self::DraftBegins { .. }
            | Self::CardOpened { .. }
            | Self::PairExchanged { .. }
            | Self::CardTaken { .. }
            | Self::GroupPlaced { .. }
            | Self::TraySorted => setup(self, f),
            Self::YearBegins { .. }
            | Self::SeasonBegins { .. }
            | Self::SpecialsLaidOut { .. }
            | Self::CardLaid { .. }
            | Self::CardTakenBack { .. }
            | Self::PlanSealed { .. }
            | Self::SpacesEmpty { .. }
            | Self::EventDrawn { .. }
            | Self::TheatresCalmed { .. }
            | Self::BidsRevealed { .. }
            | Self::BidPaid { .. }
            | Self::BidsRanked { .. }
            | Self::SpecialTaken { .. } => preparation(self, f),
            Self::Attacked { .. }
            | Self::RevoltBegins { .. }
            | Self::CubesThrown { .. }
            | Self::CubesOut { .. }
            | Self::Conquered { .. }
            | Self::Defended { .. }
            | Self::AttackFailed { .. }
            | Self::RevoltHeld { .. }
            | Self::TurnedNeutral { .. } => battle(self, f),
            Self::WinterBegins { .. }
            | Self::RiceLost { .. }
            | Self::ShortageFound { .. }
            | Self::RevoltsDrawn { .. }
            | Self::HoldingsScored { .. }
            | Self::MajorityScored { .. }
            | Self::PointsTold { .. }
            | Self::YearEnds { .. }
            | Self::ChestsShown { .. }
            | Self::GameOver => winter(self, f),
            _ => action(self, f),
        }
    }
}

fn setup(event: &Event, f: &mut Formatter<'_>) -> fmt::Result {
    match event {
        Event::LetterDrawn { seat, letter } => {
            write!(f, "{seat} takes line-up {}.", char::from(b'A'.saturating_add(*letter)))
        }
        Event::DraftBegins { seat } => write!(f, "{seat} begins the draft."),
        Event::CardOpened { province } => write!(f, "{province} is turned up."),
        Event::PairExchanged { seat, pair: [one, other] } => {
            write!(f, "{one} and {other} go under the deck for {seat}.")
        }
        Event::CardTaken { seat, province, blind: false } => write!(f, "{seat} takes {province}."),
        Event::CardTaken { seat, province, blind: true } => {
            write!(f, "{seat} takes the top card, which is {province}.")
        }
        Event::GroupPlaced { seat, province, armies } => {
            write!(f, "{seat} puts {} into {province}.", Counted(*armies, "army", "armies"))
        }
        _ => f.write_str("What fell through goes back to the supplies."),
    }
}

fn preparation(event: &Event, f: &mut Formatter<'_>) -> fmt::Result {
    match event {
        Event::YearBegins { year, events } => {
            write!(f, "Year {year} begins with the events ")?;
            and_list(f, events.iter(), events.len())?;
            f.write_str(".")
        }
        Event::SeasonBegins { year, season, orders } => {
            write!(f, "The {} of year {year} begins, first with ", season.id())?;
            and_list(f, orders.iter().map(Quoted), orders.len())?;
            f.write_str(".")
        }
        Event::SpecialsLaidOut { specials } => {
            f.write_str("The special cards are laid out: ")?;
            and_list(f, specials.iter(), specials.len())?;
            f.write_str(".")
        }
        Event::CardLaid { seat, space, card } => write!(f, "{seat} lays {card} on {space}."),
        Event::CardTakenBack { seat, space, card } => {
            write!(f, "{seat} takes {card} off {space}.")
        }
        Event::PlanSealed { seat } => write!(f, "{seat} has sealed a plan."),
        Event::SpacesEmpty { seat, spaces } => {
            write!(f, "{seat} leaves empty: ")?;
            and_list(f, spaces.iter(), spaces.len())?;
            f.write_str(".")
        }
        Event::EventDrawn { card } => {
            write!(f, "The event of the season is {card}: {}.", card.effect())
        }
        Event::TheatresCalmed { provinces } => {
            f.write_str("Theatres take a revolt marker off ")?;
            and_list(f, provinces.iter(), provinces.len())?;
            f.write_str(".")
        }
        Event::BidsRevealed { seats, cards } => {
            f.write_str("The bids are turned up")?;
            turned_up(f, *seats, cards)
        }
        Event::BidPaid { seat, chests } => {
            write!(f, "{seat} pays {}.", Counted(*chests, "chest", "chests"))
        }
        Event::BidsRanked { ranking } => {
            f.write_str("The special cards are chosen by ")?;
            and_list(f, ranking.iter().flatten(), ranking.iter().flatten().count())?;
            f.write_str(".")
        }
        Event::SpecialTaken { seat, special, position } => {
            write!(f, "{seat} takes {special} and is number {position} in the order of play.")
        }
        _ => Ok(()),
    }
}

fn action(event: &Event, f: &mut Formatter<'_>) -> fmt::Result {
    match event {
        Event::ActionBegins { position, order, cards } => {
            write!(f, "Action {position} is {}", Quoted(order))?;
            turned_up(f, seats_of(cards), cards)
        }
        Event::OrderRevealed { seat, order, card } => {
            write!(f, "{seat} turns up {card} for {}.", Quoted(order))
        }
        Event::ActionTurnedUp { position, order } => {
            write!(f, "Action {position} will be {}.", Quoted(order))
        }
        Event::Skipped { seat, order, province, why } => {
            write!(f, "{seat} skips {} in {province}: {why}.", Quoted(order))
        }
        Event::OrderCancelled { seat, space, province } => {
            write!(f, "{province} is taken off {space} of {seat}.")
        }
        Event::OrderLost { seat, order, province } => {
            write!(f, "{seat} can no longer carry out {} in {province}.", Quoted(order))
        }
        Event::Built { seat, province, building, price } => {
            let price = Counted(*price, "chest", "chests");
            write!(f, "{seat} builds a {building} in {province} for {price}.")
        }
        Event::MarkerRemoved { province, left } => {
            let left = Counted(*left, "revolt marker", "revolt markers");
            write!(f, "The theatre calms {province}, which keeps {left}.")
        }
        Event::Collected { seat, province, good: Good::Rice, amount } => {
            write!(f, "{seat} collects {amount} rice in {province}.")
        }
        Event::Collected { seat, province, good: Good::Chests, amount } => {
            write!(f, "{seat} collects {} in {province}.", Counted(*amount, "chest", "chests"))
        }
        Event::MarkerAdded { province, markers } => {
            let markers = Counted(*markers, "revolt marker", "revolt markers");
            write!(f, "{province} now has {markers}.")
        }
        Event::Deployed { seat, province, armies, price } => {
            let (armies, price) =
                (Counted(*armies, "army", "armies"), Counted(*price, "chest", "chests"));
            write!(f, "{seat} places {armies} in {province} for {price}.")
        }
        Event::TargetChosen { seat, from, target } => {
            write!(f, "{seat} points from {from} to {target}.")
        }
        Event::TargetDropped { seat, from } => {
            write!(f, "{seat} looks for another target from {from}.")
        }
        Event::Declined { seat, province } => write!(f, "{seat} lets {province} rest."),
        Event::Moved { seat, from, target, armies } => {
            let armies = Counted(*armies, "army", "armies");
            write!(f, "{seat} moves {armies} from {from} to {target}.")
        }
        Event::SeasonEnds { year, season } => {
            write!(f, "The {} of year {year} ends, and all cards are taken back.", season.id())
        }
        _ => Ok(()),
    }
}

fn battle(event: &Event, f: &mut Formatter<'_>) -> fmt::Result {
    match event {
        Event::Attacked { seat, from, target, defender, armies } => {
            let armies = Counted(*armies, "army", "armies");
            write!(f, "{seat} attacks {target} from {from} with {armies}; it ")?;
            match defender {
                Some(defender) => write!(f, "belongs to {defender}."),
                None => f.write_str("is neutral."),
            }
        }
        Event::RevoltBegins { seat, province, farmers } => {
            let farmers = Counted(*farmers, "farmer", "farmers");
            write!(f, "{province} revolts against {seat} with {farmers}.")
        }
        Event::CubesThrown { cubes, tray } => {
            write!(f, "Into the tower go {cubes}")?;
            if *tray != Cubes::NONE {
                write!(f, "; and from the tray {tray}")?;
            }
            f.write_str(".")
        }
        Event::CubesOut { cubes } => write!(f, "Out of the tower come {cubes}."),
        Event::Conquered { seat, province, loser, garrison } => {
            let garrison = Counted(*garrison, "army", "armies");
            write!(f, "{seat} conquers {province}")?;
            if let Some(loser) = loser {
                write!(f, " from {loser}")?;
            }
            write!(f, " and keeps {garrison} there.")
        }
        Event::Defended { seat, province, garrison } => {
            let garrison = Counted(*garrison, "army", "armies");
            write!(f, "{seat} holds {province} with {garrison}.")
        }
        Event::AttackFailed { seat, province } => {
            write!(f, "The attack of {seat} fails, and {province} stays neutral.")
        }
        Event::RevoltHeld { seat, province, garrison } => {
            let garrison = Counted(*garrison, "army", "armies");
            write!(f, "{seat} puts the revolt in {province} down and keeps {garrison}.")
        }
        Event::TurnedNeutral { seat, province, loss: Loss::Tie } => {
            write!(f, "Nobody wins: {seat} loses {province}, which is laid waste.")
        }
        Event::TurnedNeutral { seat, province, .. } => {
            write!(f, "The farmers win: {seat} loses {province}, which is laid waste.")
        }
        _ => Ok(()),
    }
}

fn winter(event: &Event, f: &mut Formatter<'_>) -> fmt::Result {
    match event {
        Event::WinterBegins { year, card } => {
            let loss = card.winter_loss();
            write!(f, "The winter of year {year} begins, and {card} costs everyone {loss} rice.")
        }
        Event::RiceLost { seat, lost, left } => {
            write!(f, "{seat} loses {lost} rice and has {left}.")
        }
        Event::ShortageFound { seat, missing, provinces, farmers } => {
            let verb = if *provinces == 1 { "revolts" } else { "revolt" };
            let provinces = Counted(*provinces, "province", "provinces");
            let farmers = Counted(*farmers, "farmer", "farmers");
            write!(f, "{seat} lacks {missing} rice: {provinces} {verb} with {farmers} more.")
        }
        Event::RevoltsDrawn { seat, provinces } => {
            write!(f, "Against {seat} revolt ")?;
            and_list(f, provinces.iter(), provinces.len())?;
            f.write_str(".")
        }
        Event::HoldingsScored { seat, provinces, buildings } => {
            write!(f, "{seat} scores {provinces} for provinces and {buildings} for buildings.")
        }
        Event::MajorityScored { region, building, seats, points } => {
            let verb = if seats.len() == 1 { "scores" } else { "score" };
            and_list(f, seats.iter(), seats.len())?;
            write!(f, " {verb} {points} for the most {} in {region}.", plural(*building))
        }
        Event::PointsTold { seat, points } => write!(f, "{seat} now has {points} points."),
        Event::YearEnds { year } => {
            write!(f, "Year {year} ends: all rice and all revolt markers go.")
        }
        Event::ChestsShown { seat, chests } => {
            write!(f, "{seat} shows {}.", Counted(*chests, "chest", "chests"))
        }
        _ => f.write_str("The game ends."),
    }
}

impl Display for Skip {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Chests => "too few chests",
            Self::Towns => "no town is free",
            Self::Building => "there is one already",
            Self::Stock => "no tile is left",
            Self::Supply => "too few armies in the supply",
            Self::Armies => "no army can leave",
            Self::Target => "there is nowhere to go",
        })
    }
}

impl Display for Cubes {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if *self == Self::NONE {
            return f.write_str("no cubes");
        }
        for (place, (cube, count)) in self.iter().enumerate() {
            let before = if place == 0 { "" } else { ", " };
            match cube.owner() {
                Some(seat) => write!(f, "{before}{count} of {seat}")?,
                None => write!(f, "{before}{}", Counted(count, "farmer", "farmers"))?,
            }
        }
        Ok(())
    }
}

/// A number with its noun.
struct Counted(u8, &'static str, &'static str);

impl Display for Counted {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self(0, _, plural) => write!(f, "no {plural}"),
            Self(1, singular, _) => write!(f, "1 {singular}"),
            Self(number, _, plural) => write!(f, "{number} {plural}"),
        }
    }
}

/// The name of an order between quotes.
struct Quoted<'a>(&'a Order);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0)
    }
}

const fn plural(building: Building) -> &'static str {
    match building {
        Building::Castle => "castles",
        Building::Temple => "temples",
        Building::Theatre => "theatres",
    }
}

fn seats_of(cards: &Cards) -> SeatSet {
    let with_card = cards.iter().enumerate().filter(|(_, card)| card.is_some());
    with_card.map(|(index, _)| Seat::from_index(index)).collect()
}

/// Writes what lies before each of these seats, and ends the sentence.
fn turned_up(f: &mut Formatter<'_>, seats: SeatSet, cards: &Cards) -> fmt::Result {
    for (place, seat) in seats.iter().enumerate() {
        let before = if place == 0 { ": " } else { ", " };
        match cards.get(seat.index()).copied().flatten() {
            Some(Card::Province(province)) => write!(f, "{before}{seat} {province}")?,
            Some(Card::Chests(chests)) => write!(f, "{before}{seat} {chests}")?,
            None => write!(f, "{before}{seat} nothing")?,
        }
    }
    f.write_str(".")
}

/// Writes "a", "a and b", "a, b and c"; "none" for the empty list of an event
/// that no match has written.
fn and_list(
    f: &mut Formatter<'_>,
    items: impl Iterator<Item = impl Display>,
    count: usize,
) -> fmt::Result {
    if count == 0 {
        return f.write_str("none");
    }
    for (place, item) in items.enumerate() {
        let before = match place {
            0 => "",
            _ if place + 1 == count => " and ",
            _ => ", ",
        };
        write!(f, "{before}{item}")?;
    }
    Ok(())
}
