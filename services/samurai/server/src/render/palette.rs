//! The colours of this game beside those of all games.

pub(super) use kit_drawing::palette::*;
use samurai_rules::Figure;

/// The colour of a figure on a light background.
pub(super) fn of_figure(figure: Figure) -> &'static str {
    match figure {
        Figure::Helmet => "#2f3b52",
        Figure::Buddha => "#8f4a12",
        Figure::Rice => "#3b6b1f",
    }
}
