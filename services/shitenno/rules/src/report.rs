//! Events as sentences of a game report.

use core::fmt::{self, Display, Formatter};

use crate::state::EndReason;
use crate::{Bonus, Cards, Event, General, Parts};

impl Display for Event {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::TileTurnedUp { province, face, bonus: Some(bonus) } => {
                write!(f, "On the gate of {province} lies a {face} tile, {bonus} below.")
            }
            Self::TileTurnedUp { province, face, bonus: None } => {
                write!(f, "On the gate of {province} lies a {face} tile.")
            }
            Self::TitleDealt { seat, title } => {
                write!(f, "{seat}, {}, begins as {title}.", General::of(*seat))
            }
            Self::HandDealt { seat, count, cards } => {
                write!(f, "{seat} draws {count} cards")?;
                known(f, cards)
            }
            Self::DeckRefilled { count } => {
                write!(f, "The {} become the deck.", Counted(*count, "discarded troop card"))
            }
            Self::StockDrawn { round, tairo, cards } => {
                write!(f, "Round {round}: {tairo} divides {cards}.")
            }
            _ => self.fmt_division(f),
        }
    }
}

impl Event {
    fn fmt_division(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::TileLaid { seat, lot, tile } => write!(f, "{seat} puts the {tile} on {lot}."),
            Self::TileReturned { seat, lot, tile } => {
                write!(f, "{seat} takes the {tile} off {lot}.")
            }
            Self::CardLaid { seat, lot, card } => write!(f, "{seat} puts {card} on {lot}."),
            Self::CardReturned { seat, lot, card } => write!(f, "{seat} takes {card} off {lot}."),
            Self::LotOffered { seat, tile, cards } => {
                write!(f, "{seat} offers the {tile} with {cards}.")
            }
            Self::LotRefused { seat } => write!(f, "{seat} refuses."),
            Self::LotAccepted { seat, tile, cards } => {
                write!(f, "{seat} accepts the {tile} with {cards}.")
            }
            Self::LotKept { seat, tile, cards } => {
                write!(f, "Nobody wants it; {seat} keeps the {tile} with {cards}.")
            }
            Self::LotsPresented { seat, chooser } => {
                write!(f, "{seat} presents two lots, and {chooser} chooses.")
            }
            Self::LotReceived { seat, lot, tile, cards, chosen } => {
                let verb = if *chosen { "chooses" } else { "is left with" };
                write!(f, "{seat} {verb} {lot}: the {tile} with {cards}.")
            }
            Self::CardsLeftOut { cards } => write!(f, "Nobody gets {cards}."),
            Self::TitleTaken { seat, title } => write!(f, "{seat} is now {title}."),
            _ => self.fmt_turn(f),
        }
    }

    fn fmt_turn(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::PlanBegun { seat, province, mode } => {
                write!(f, "{seat} prepares to control {province} with {mode}.")
            }
            Self::PartPlanned { seat, part } => write!(f, "{seat} sets out {part}."),
            Self::PartTakenBack { seat, part } => write!(f, "{seat} takes {part} back."),
            Self::PlanDropped { seat, province, .. } => {
                write!(f, "{seat} does not control {province} after all.")
            }
            Self::Controlled {
                seat,
                title,
                province,
                position,
                parts,
                points,
                title_points,
                ..
            } => {
                write!(f, "{seat}, the {title}, controls position {position} of {province} ")?;
                write!(f, "with {parts}: {}", Counted(*points, "point"))?;
                match title_points {
                    0 => f.write_str("."),
                    more => write!(f, " and {more} for the title."),
                }
            }
            Self::TileTaken { seat, province, bonus } => {
                let article = if *bonus == Bonus::Exchange { "an" } else { "a" };
                write!(f, "{seat} takes {article} {bonus} tile from {province}.")
            }
            Self::DrawTileUsed { seat } => write!(f, "{seat} uses a draw tile."),
            Self::CardDrawn { seat, card: Some(card) } => write!(f, "{seat} draws {card}."),
            Self::CardDrawn { seat, card: None } => write!(f, "{seat} draws a troop card."),
            Self::TurnEnded { seat, placed: 0 } => write!(f, "{seat} passes."),
            Self::TurnEnded { seat, .. } => write!(f, "{seat} ends the turn."),
            Self::Gilded { seat, province, position } => {
                write!(f, "{seat}, the Sensei, gilds position {position} of {province}.")
            }
            Self::GildDeclined { seat } => write!(f, "{seat}, the Sensei, gilds nothing."),
            _ => self.fmt_end(f),
        }
    }

    fn fmt_end(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver { reason: EndReason::KamonPlaced } => {
                f.write_str("The game ends: somebody has placed every kamon.")
            }
            Self::GameOver { reason: EndReason::KokuDrawn } => {
                f.write_str("The game ends: no koku card is left to draw.")
            }
            Self::HandScored { seat, cards, koku, tiles } => {
                write!(f, "{seat} shows {cards}: {} for koku", Counted(*koku, "point"))?;
                match tiles {
                    0 => f.write_str("."),
                    more => write!(f, " and {more} for tiles."),
                }
            }
            Self::MajorityScored { province, seat, presence, tied, points } => {
                write!(f, "{seat} has the majority in {province} with {presence}")?;
                if *tied {
                    f.write_str(", leftmost of those who tie")?;
                }
                write!(f, ": {}.", Counted(*points, "point"))
            }
            _ => unreachable!("every event has its sentence"),
        }
    }
}

impl Display for Cards {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("no cards");
        }
        let count = self.kinds().count();
        for (place, card) in self.kinds().enumerate() {
            f.write_str(before(place, count))?;
            match self.count(card) {
                1 => write!(f, "{card}")?,
                several => write!(f, "{several}× {card}")?,
            }
        }
        Ok(())
    }
}

impl Display for Parts {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (place, part) in self.iter().enumerate() {
            write!(f, "{}{part}", before(place, self.len()))?;
        }
        Ok(())
    }
}

/// A number with its noun.
struct Counted<N>(N, &'static str);

impl<N: Display + PartialEq + From<u8>> Display for Counted<N> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let plural = if self.0 == N::from(1) { "" } else { "s" };
        write!(f, "{} {}{plural}", self.0, self.1)
    }
}

fn known(f: &mut Formatter<'_>, cards: &Cards) -> fmt::Result {
    if cards.is_empty() { f.write_str(".") } else { write!(f, ": {cards}.") }
}

/// What stands before an item of "a", "a and b", "a, b and c".
fn before(place: usize, count: usize) -> &'static str {
    match place {
        0 => "",
        _ if place + 1 == count => " and ",
        _ => ", ",
    }
}
