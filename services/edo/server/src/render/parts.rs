//! Small things that many parts of the page need.

use edo_rules::{Good, Price};
use kit_drawing::{Anchor, Num, Style, Svg};

use super::{palette, symbols};

/// The height of ordinary letters.
pub(super) const TEXT: f64 = 22.0;

/// A rectangle on the page.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Frame {
    /// The rectangle of this size around a point.
    pub(super) fn around(at: (f64, f64), width: f64, height: f64) -> Self {
        Self { left: at.0 - width / 2.0, top: at.1 - height / 2.0, width, height }
    }

    /// Its centre.
    pub(super) fn centre(&self) -> (f64, f64) {
        (self.left + self.width / 2.0, self.top + self.height / 2.0)
    }

    /// Its lower edge.
    pub(super) fn bottom(&self) -> f64 {
        self.top + self.height
    }

    /// Its right edge.
    pub(super) fn right(&self) -> f64 {
        self.left + self.width
    }

    /// Draws it with round corners.
    pub(super) fn draw(&self, svg: &mut Svg, fill: &str, line: &str, width: f64) {
        self.draw_round(svg, 12.0, fill, line, width);
    }

    /// Draws it with corners of this radius.
    pub(super) fn draw_round(
        &self,
        svg: &mut Svg,
        radius: f64,
        fill: &str,
        line: &str,
        width: f64,
    ) {
        svg.put(format_args!(
            r#"<rect x="{}" y="{}" width="{}" height="{}" rx="{}" fill="{fill}" stroke="{line}" stroke-width="{}"/>"#,
            Num(self.left),
            Num(self.top),
            Num(self.width),
            Num(self.height),
            Num(radius),
            Num(width),
        ));
    }

    /// Draws only its line, broken.
    pub(super) fn draw_dashed(&self, svg: &mut Svg, line: &str) {
        svg.put(format_args!(
            r#"<rect x="{}" y="{}" width="{}" height="{}" rx="10" fill="none" stroke="{line}" stroke-width="2" stroke-dasharray="8 6"/>"#,
            Num(self.left),
            Num(self.top),
            Num(self.width),
            Num(self.height),
        ));
    }
}

/// Ordinary text from its beginning.
pub(super) const fn ink(size: f64) -> Style {
    Style { size, fill: palette::INK, anchor: Anchor::Start, bold: false }
}

/// Bold text from its beginning.
pub(super) const fn bold(size: f64) -> Style {
    Style { bold: true, ..ink(size) }
}

/// Less important text from its beginning.
pub(super) const fn faint(size: f64) -> Style {
    Style { fill: palette::FAINT, ..ink(size) }
}

/// The same around its middle.
pub(super) const fn centred(style: Style) -> Style {
    Style { anchor: Anchor::Middle, ..style }
}

/// The same up to its end.
pub(super) const fn ending(style: Style) -> Style {
    Style { anchor: Anchor::End, ..style }
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
