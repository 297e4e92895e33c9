//! The colours. Owners have a palette that colour-blind people can tell apart,
//! and nothing depends on colour alone.

use kit_rules::Seat;
use samurai_rules::Figure;

/// The page.
pub(super) const PAPER: &str = "#f4f1e8";
/// Text.
pub(super) const INK: &str = "#22262b";
/// Less important text.
pub(super) const FAINT: &str = "#5f6468";
/// Cards on the page.
pub(super) const CARD: &str = "#fffdf7";
/// Thin lines around cards.
pub(super) const LINE: &str = "#d5cdb8";
/// What is marked: an exchange that has begun, chosen tiles.
pub(super) const MARK: &str = "#e3b505";

/// The colour of a seat and a colour that is legible on it.
pub(super) fn of_seat(seat: Seat) -> (&'static str, &'static str) {
    match seat.number() {
        1 => ("#c04f00", "#ffffff"),
        2 => ("#0068a3", "#ffffff"),
        3 => ("#00785a", "#ffffff"),
        _ => ("#d890b8", "#22262b"),
    }
}

/// The colour of a figure on a light ground.
pub(super) fn of_figure(figure: Figure) -> &'static str {
    match figure {
        Figure::Helmet => "#2f3b52",
        Figure::Buddha => "#8f4a12",
        Figure::Rice => "#3b6b1f",
    }
}
