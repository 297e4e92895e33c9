//! Actions of a seat, in small steps.

use core::fmt;

use crate::{Cell, Figure, Settlement, Tile};

/// Something that a seat does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Puts a tile into the starting hand, in secret.
    ChooseTile(Tile),
    /// Takes a tile out of the starting hand again, in secret.
    ReturnTile(Tile),
    /// Settles the starting hand.
    SealHand,
    /// Takes a figure from the supply and puts it into a settlement.
    PlaceFigure { figure: Figure, settlement: Settlement },
    /// Puts a tile of the hand on the board.
    PlaceTile { tile: Tile, cell: Cell },
    /// Plays the figure exchange and names the first of the two figures.
    PickFigure { settlement: Settlement, figure: Figure },
    /// Names the second of the two figures, which changes places with the
    /// first.
    SwapFigure { settlement: Settlement, figure: Figure },
    /// Plays the tile exchange on an own tile, which is lifted.
    LiftTile { cell: Cell },
    /// Puts the lifted tile down again.
    RedeployTile { cell: Cell },
    /// Ends the turn.
    EndTurn,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ChooseTile(tile) => write!(f, "choose {tile} for the starting hand"),
            Self::ReturnTile(tile) => write!(f, "take {tile} out of the starting hand"),
            Self::SealHand => f.write_str("keep this starting hand"),
            Self::PlaceFigure { figure, settlement } => {
                write!(f, "put {} in {settlement}", figure.with_article())
            }
            Self::PlaceTile { tile, cell } => write!(f, "place {tile} on {cell}"),
            Self::PickFigure { settlement, figure } => {
                write!(f, "exchange the {figure} of {settlement}")
            }
            Self::SwapFigure { settlement, figure } => {
                write!(f, "swap it with the {figure} of {settlement}")
            }
            Self::LiftTile { cell } => write!(f, "exchange the tile on {cell}"),
            Self::RedeployTile { cell } => write!(f, "put the lifted tile on {cell}"),
            Self::EndTurn => f.write_str("end the turn"),
        }
    }
}
