//! A space of a player board: its order, and the card on it as it is seen.

use shogun_rules::{Card, Space};

use super::view::OnSpace;
use super::{MARGIN, palette, symbols};
use kit_drawing::{Num, PAGE_WIDTH, Svg, bold, fitting_size};

/// How many spaces stand side by side.
pub(super) const PER_ROW: usize = 6;
const GAP: f64 = 5.0;
const STEP: f64 = (PAGE_WIDTH - 2.0 * MARGIN + GAP) / PER_ROW as f64;

/// Where a space stands, as its left upper corner, if boxes have this height.
pub(super) fn corner(space: Space, top: f64, height: f64) -> (f64, f64) {
    let (row, column) = (space.index() / PER_ROW, space.index() % PER_ROW);
    (MARGIN + STEP * column as f64, top + (height + GAP) * row as f64)
}

/// How much room all spaces take if boxes have this height.
pub(super) fn total_height(height: f64) -> f64 {
    (height + GAP) * Space::COUNT.div_ceil(PER_ROW) as f64
}

pub(super) fn draw(svg: &mut Svg, space: Space, on: OnSpace, corner: (f64, f64), height: f64) {
    let (left, top) = corner;
    let (fill, line, dash) = match on {
        OnSpace::Nothing => ("none", palette::LINE, ""),
        OnSpace::FaceDown => (palette::BACK, palette::INK, ""),
        OnSpace::OwnFaceDown(_) => (palette::CARD, palette::INK, r#" stroke-dasharray="6 4""#),
        OnSpace::FaceUp(_) => (palette::CARD, palette::INK, ""),
    };
    svg.put(format_args!(
        r#"<rect x="{}" y="{}" width="{}" height="{}" rx="7" fill="{fill}" stroke="{line}" stroke-width="2"{dash}/>"#,
        Num(left),
        Num(top),
        Num(STEP - GAP),
        Num(height),
    ));
    let ink = match on {
        OnSpace::Nothing => palette::FAINT,
        OnSpace::FaceDown => "#ffffff",
        OnSpace::OwnFaceDown(_) | OnSpace::FaceUp(_) => palette::INK,
    };
    let middle = top + height / 2.0;
    let (symbol, suffix) = symbols::of_space(space);
    svg.symbol(symbol, (left + 20.0, middle), 25.0, ink);
    svg.text((left + 35.0, middle + 7.0), &bold(20.0).filled(ink), suffix);
    let text = written(on);
    let size = fitting_size(&text, STEP - GAP - 60.0, 21.0);
    svg.text((left + 55.0, middle + size * 0.36), &bold(size).filled(ink), &text);
}

/// The space and what lies on it, in words.
pub(super) fn description(space: Space, on: OnSpace) -> String {
    match on {
        OnSpace::Nothing => format!("{space}: empty"),
        OnSpace::FaceDown => format!("{space}: a card face down"),
        OnSpace::OwnFaceDown(card) => format!("{space}: {card}, face down"),
        OnSpace::FaceUp(card) => format!("{space}: {card}"),
    }
}

fn written(on: OnSpace) -> String {
    match on {
        OnSpace::Nothing => "\u{2013}".to_owned(),
        OnSpace::FaceDown => "?".to_owned(),
        OnSpace::OwnFaceDown(card) | OnSpace::FaceUp(card) => card_name(card),
    }
}

/// What people call a card on a small space.
pub(super) fn card_name(card: Card) -> String {
    match card {
        Card::Province(province) => province.name().to_owned(),
        Card::Chests(chests) => format!("Chests {}", chests.number()),
    }
}
