//! The colours. Seats have a palette that colour-blind people can tell apart,
//! and nothing depends on colour alone.

use kit_rules::Seat;

/// The page.
pub const PAPER: &str = "#f4f1e8";
/// Text.
pub const INK: &str = "#22262b";
/// Less important text.
pub const FAINT: &str = "#5f6468";
/// Cards on the page.
pub const CARD: &str = "#fffdf7";
/// Thin lines around cards.
pub const LINE: &str = "#d5cdb8";
/// What is marked: chosen, begun, to be looked at.
pub const MARK: &str = "#e3b505";

/// The colour of a seat and a colour that is legible on it. They differ in
/// lightness too, for print in black and white.
pub fn of_seat(seat: Seat) -> (&'static str, &'static str) {
    match seat.number() {
        1 => ("#c04f00", "#ffffff"),
        2 => ("#0068a3", "#ffffff"),
        3 => ("#00785a", "#ffffff"),
        4 => ("#d890b8", "#22262b"),
        _ => ("#3a3a3a", "#ffffff"),
    }
}
