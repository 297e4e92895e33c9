//! Cubes of a colour: the letter of their owner on a dark background beside their
//! number on the owner's colour.

use kit_rules::Seat;
use shogun_rules::Cube;

use super::palette;
use kit_drawing::{Frame, Svg, bold, fitting_size};

/// How wide a token of height one is.
pub(super) const WIDTH: f64 = 1.64;
const LETTER_WIDTH: f64 = 0.62;

/// The letter of a seat: A for the first.
pub(super) fn letter(seat: Seat) -> char {
    char::from(b'A' + seat.index() as u8)
}

/// The letter of a colour; F for farmers.
pub(super) fn letter_of(cube: Cube) -> char {
    cube.owner().map_or('F', letter)
}

/// Draws so many cubes around a point.
pub(super) fn draw(svg: &mut Svg, at: (f64, f64), height: f64, cube: Cube, count: u32) {
    let (colour, ink) = cube.owner().map_or(palette::FARMER, palette::of_seat);
    let (width, tab) = (height * WIDTH, height * LETTER_WIDTH);
    let (left, top) = (at.0 - width / 2.0, at.1 - height / 2.0);
    Frame::at((left, top), width, height).fill(svg, height * 0.2, palette::INK);
    Frame::at((left + tab, top + 1.5), width - tab - 1.5, height - 3.0).fill(
        svg,
        height * 0.15,
        colour,
    );
    let base = at.1 + height * 0.22;
    svg.text(
        (left + tab / 2.0, base),
        &bold(height * 0.6).filled("#ffffff").centred(),
        &letter_of(cube).to_string(),
    );
    let number = count.to_string();
    let size = fitting_size(&number, width - tab - 3.0, height * 0.82);
    let middle = left + tab + (width - tab) / 2.0 - 0.5;
    svg.text((middle, at.1 + size * 0.36), &bold(size).filled(ink).centred(), &number);
}

/// Draws the letter of a seat on its colour around a point.
pub(super) fn badge(svg: &mut Svg, at: (f64, f64), size: f64, seat: Seat) {
    let (colour, ink) = palette::of_seat(seat);
    Frame::at((at.0 - size / 2.0, at.1 - size / 2.0), size, size).draw(
        svg,
        size * 0.2,
        colour,
        palette::INK,
        2.0,
    );
    svg.text(
        (at.0, at.1 + size * 0.26),
        &bold(size * 0.72).filled(ink).centred(),
        &letter(seat).to_string(),
    );
}
