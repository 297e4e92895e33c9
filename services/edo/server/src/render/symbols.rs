//! Ids of the own drawings in `symbols.svg`. Each fits a square of one unit around
//! its centre. Icons have one colour; pieces have a colour and a line around it.

use edo_rules::{BuildingKind, Good};
use kit_drawing::{Num, Svg};

use super::palette;

/// The id of a resource's icon.
pub(super) const fn of_good(good: Good) -> &'static str {
    good.id()
}

/// The id of a building's piece.
pub(super) const fn of_building(kind: BuildingKind) -> &'static str {
    match kind {
        BuildingKind::House => "house",
        BuildingKind::TradingPost => "post",
        BuildingKind::Fortress => "fortress",
        BuildingKind::Temple => "temple",
    }
}

/// Draws a piece of a colour around a point.
pub(super) fn piece(svg: &mut Svg, id: &str, at: (f64, f64), size: f64, fill: &str) {
    svg.put(format_args!(
        r##"<use href="#edo-{id}" transform="translate({} {}) scale({})" fill="{fill}" stroke="{}" stroke-width=".06" stroke-linejoin="round"/>"##,
        Num(at.0),
        Num(at.1),
        Num(size),
        palette::EDGE,
    ));
}
