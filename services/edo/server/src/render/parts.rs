//! Small things that many parts of the page need.

use edo_rules::{Good, Price};
use kit_drawing::{Frame, Svg, bold};

use super::{palette, symbols};

/// The height of ordinary letters.
pub(super) const TEXT: f64 = 22.0;

/// The corners of most frames.
pub(super) const CORNER: f64 = 12.0;

/// Draws only the line of a frame, broken.
pub(super) fn outline(svg: &mut Svg, frame: &Frame, line: &str) {
    frame.draw_dashed(svg, 10.0, "none", line, "8 6");
}

/// Draws an icon with a number behind it.
pub(super) fn count(svg: &mut Svg, icon: &str, colour: &str, at: (f64, f64), number: &str) {
    svg.symbol(icon, (at.0 + 14.0, at.1), 28.0, colour);
    svg.text((at.0 + 33.0, at.1 + 9.0), &bold(25.0), number);
}

/// Draws a price as numbers with icons around a point, not wider than this.
pub(super) fn price(svg: &mut Svg, at: (f64, f64), width_max: f64, price: Price) {
    let goods =
        Good::ALL.map(|good| (price.good(good), symbols::of_good(good), palette::of_good(good)));
    let parts: Vec<_> = [(price.ryo, "ryo", palette::GOLD)]
        .into_iter()
        .chain(goods)
        .filter(|(amount, ..)| *amount > 0)
        .collect();
    let letters = |amount: u8| if amount > 9 { 28.0 } else { 14.0 };
    let width = |amount: u8| letters(amount) + 38.0;
    let whole: f64 = parts.iter().map(|(amount, ..)| width(*amount)).sum();
    let scale = (width_max / whole).min(1.0);
    let mut x = at.0 - whole * scale / 2.0;
    for (amount, icon, colour) in parts {
        let middle = x + (letters(amount) + 14.0) * scale;
        svg.text((x, at.1 + 8.0), &bold(TEXT * scale), &amount.to_string());
        svg.symbol(icon, (middle, at.1), 24.0 * scale, colour);
        x += width(amount) * scale;
    }
}

/// Breaks a text between words into lines of at most so many letters.
pub(super) fn lines(text: &str, letters_max: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= letters_max => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
