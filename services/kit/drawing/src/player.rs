//! Frame of everything that belongs to one player.

use std::fmt::Display;

use kit_rules::Seat;

use crate::{Frame, Svg, palette};

/// Opens the group of a seat with what it says to those who can't see it, and
/// draws its frame; a strong line shows who is to act.
pub fn open_player(
    svg: &mut Svg,
    seat: Seat,
    is_active: bool,
    frame: &Frame,
    radius: f64,
    title: impl Display,
) {
    svg.open(format_args!("player-{}", seat.number()), title);
    let (line, width) = if is_active { (palette::INK, 5.0) } else { (palette::LINE, 2.0) };
    frame.draw(svg, radius, palette::CARD, line, width);
}
