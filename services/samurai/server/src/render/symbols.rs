//! Ids of the own drawings in `symbols.svg`. Each fits a square of one unit around
//! its centre; hexagons have a radius of one.

use samurai_rules::{Figure, Kind};

/// The id of a figure's drawing.
pub(super) fn of_figure(figure: Figure) -> &'static str {
    figure.id()
}

/// The id of the drawing on a tile.
pub(super) fn of_kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Helmet => of_figure(Figure::Helmet),
        Kind::Buddha => of_figure(Figure::Buddha),
        Kind::Rice => of_figure(Figure::Rice),
        Kind::Samurai => "samurai",
        Kind::TileExchange => "tile-exchange",
        Kind::Ronin => "ronin",
        Kind::Ship => "ship",
        Kind::FigureExchange => "figure-exchange",
    }
}
