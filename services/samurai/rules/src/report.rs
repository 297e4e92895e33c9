//! Events as sentences of a game report.

use core::fmt::{self, Display, Formatter};

use kit_rules::Seat;

use crate::state::EndReason;
use crate::{Event, Figure, FigureCounts, Influence, TileSet};

impl Display for Event {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::StartSeat { seat } => write!(f, "{seat} begins."),
            Self::TileChosen { seat, tile } => write!(f, "{seat} chooses {tile}."),
            Self::TileReturned { seat, tile } => {
                write!(f, "{seat} does not choose {tile} after all.")
            }
            Self::HandSealed { seat } => write!(f, "{seat} has chosen a starting hand."),
            Self::HandDealt { seat, count, tiles } => {
                write!(f, "{seat} draws a starting hand of {count}")?;
                known(f, *tiles)
            }
            Self::FigurePlaced { seat, figure, settlement } => match seat {
                Some(seat) => write!(f, "{seat} puts {} in {settlement}.", figure.with_article()),
                None => write!(f, "{settlement} receives {}.", figure.with_article()),
            },
            Self::TilePlaced { seat, tile, cell } => write!(f, "{seat} places {tile} on {cell}."),
            Self::FigureExchangeStarted { seat, settlement, figure } => {
                write!(f, "{seat} plays the figure exchange on the {figure} of {settlement}.")
            }
            Self::FiguresSwapped { seat, first, second } => write!(
                f,
                "{seat} swaps the {} of {} with the {} of {}.",
                first.1, first.0, second.1, second.0
            ),
            Self::TileLifted { seat, land, tile } => {
                write!(f, "{seat} lifts {tile} from {land} and leaves the tile exchange there.")
            }
            Self::TileRedeployed { seat, land, tile } => {
                write!(f, "{seat} puts {tile} down on {land}.")
            }
            Self::FigureCaptured { seat, figure, settlement, influence } => {
                write!(
                    f,
                    "{seat} captures the {figure} of {settlement} with {}",
                    influence.most()
                )?;
                others(f, influence, *seat)
            }
            Self::FigureSetAside { figure, settlement, influence } => {
                write!(f, "The {figure} of {settlement} is set aside: ")?;
                tie(f, influence)
            }
            Self::TurnEnded { seat } => write!(f, "{seat} ends the turn."),
            Self::TilesDrawn { seat, count, tiles } => {
                let noun = if *count == 1 { "tile" } else { "tiles" };
                write!(f, "{seat} draws {count} {noun}")?;
                known(f, *tiles)
            }
            Self::Passed { seat } => write!(f, "{seat} cannot play and passes."),
            Self::GameOver { reason: EndReason::TypeExhausted(figure) } => {
                write!(f, "The game ends: no {figure} is left on the board.")
            }
            Self::GameOver { reason: EndReason::FourthTie } => {
                f.write_str("The game ends: four or more figures are set aside.")
            }
            Self::CapturesShown { seat, figures } => write!(f, "{seat} shows {figures}."),
        }
    }
}

impl Display for TileSet {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        and_list(f, self.iter(), self.len())
    }
}

impl Display for FigureCounts {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let counted = Figure::ALL.map(|figure| Counted(self[figure], figure));
        and_list(f, counted.iter(), counted.len())
    }
}

struct Counted(u8, Figure);

impl Display for Counted {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self(count, figure) = self;
        let noun = match figure {
            Figure::Helmet | Figure::Buddha => figure.id(),
            Figure::Rice => "rice field",
        };
        write!(f, "{count} {noun}{}", if *count == 1 { "" } else { "s" })
    }
}

fn known(f: &mut Formatter<'_>, tiles: TileSet) -> fmt::Result {
    if tiles.is_empty() { f.write_str(".") } else { write!(f, ": {tiles}.") }
}

fn others(f: &mut Formatter<'_>, influence: &Influence, winner: Seat) -> fmt::Result {
    let totals = influence.totals().iter().enumerate();
    let rest = totals.filter(|(index, _)| *index != winner.index()).map(|(_, total)| total);
    f.write_str(" against ")?;
    and_list(f, rest, influence.totals().len() - 1)?;
    f.write_str(".")
}

fn tie(f: &mut Formatter<'_>, influence: &Influence) -> fmt::Result {
    if influence.most() == 0 {
        return f.write_str("nobody has influence there.");
    }
    and_list(f, influence.leaders(), influence.leaders().count())?;
    write!(f, " tie with {}.", influence.most())
}

/// Writes "a", "a and b", "a, b and c".
fn and_list(
    f: &mut Formatter<'_>,
    items: impl Iterator<Item = impl Display>,
    count: usize,
) -> fmt::Result {
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
