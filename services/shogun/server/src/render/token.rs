//! Cubes of a colour: the letter of their owner on dark ground beside their
//! number on the owner's colour.

use kit_rules::Seat;
use shogun_rules::Cube;

use super::{fit, palette};
use kit_drawing::{Anchor, Num, Style, Svg};

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
    svg.put(format_args!(
        r#"<rect x="{}" y="{}" width="{}" height="{}" rx="{}" fill="{}"/>"#,
        Num(left),
        Num(top),
        Num(width),
        Num(height),
        Num(height * 0.2),
        palette::INK,
    ));
    svg.put(format_args!(
        r#"<rect x="{}" y="{}" width="{}" height="{}" rx="{}" fill="{colour}"/>"#,
        Num(left + tab),
        Num(top + 1.5),
        Num(width - tab - 1.5),
        Num(height - 3.0),
        Num(height * 0.15),
    ));
    let letter = Style { size: height * 0.6, fill: "#ffffff", anchor: Anchor::Middle, bold: true };
    let base = at.1 + height * 0.22;
    svg.text((left + tab / 2.0, base), &letter, &letter_of(cube).to_string());
    let number = count.to_string();
    let size = fit::size(&number, width - tab - 3.0, height * 0.82);
    let style = Style { size, fill: ink, anchor: Anchor::Middle, bold: true };
    let middle = left + tab + (width - tab) / 2.0 - 0.5;
    svg.text((middle, at.1 + size * 0.36), &style, &number);
}

/// Draws the letter of a seat on its colour around a point.
pub(super) fn badge(svg: &mut Svg, at: (f64, f64), size: f64, seat: Seat) {
    let (colour, ink) = palette::of_seat(seat);
    svg.put(format_args!(
        r#"<rect x="{}" y="{}" width="{}" height="{}" rx="{}" fill="{colour}" stroke="{}" stroke-width="2"/>"#,
        Num(at.0 - size / 2.0),
        Num(at.1 - size / 2.0),
        Num(size),
        Num(size),
        Num(size * 0.2),
        palette::INK,
    ));
    let style = Style { size: size * 0.72, fill: ink, anchor: Anchor::Middle, bold: true };
    svg.text((at.0, at.1 + size * 0.26), &style, &letter(seat).to_string());
}
