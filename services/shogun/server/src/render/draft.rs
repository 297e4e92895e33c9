//! The cards of the draft: two open ones and the deck.

use shogun_rules::{Phase, Province};

use super::view::View;
use super::{MARGIN, palette};
use crate::label;
use kit_drawing::{Frame, Svg, bold, ink};

const CARD: (f64, f64) = (250.0, 84.0);
const STEP: f64 = 262.0;

/// How much room the cards take; none after the draft.
pub(super) fn height(view: &View) -> f64 {
    if matches!(view.state.phase, Phase::Draft(_)) { CARD.1 + 14.0 } else { 0.0 }
}

/// Draws the cards side by side.
pub(super) fn draw(svg: &mut Svg, view: &View, top: f64) {
    svg.put(format_args!(r#"<g id="{}">"#, label::draft()));
    for (place, open) in view.state.draft.open.iter().enumerate() {
        if let Some(province) = *open {
            draw_card(svg, view, province, (MARGIN + STEP * place as f64, top));
        }
    }
    svg.close_line();
    draw_deck(svg, (MARGIN + STEP * 2.0, top));
}

fn draw_card(svg: &mut Svg, view: &View, province: Province, (left, top): (f64, f64)) {
    let region = province.region(view.state.options.side);
    let (background, _) = palette::of_region(region);
    svg.open(
        format_args!("draft-{}", province.id()),
        format_args!(
            "Open card {province}, {region} region: {} rice, {} chests, towns {}",
            province.rice(),
            province.chests(),
            province.towns(),
        ),
    );
    frame(svg, (left, top), background);
    svg.text((left + 14.0, top + 34.0), &bold(26.0), province.name());
    let facts =
        [("rice", province.rice()), ("chest", province.chests()), ("castle", province.towns())];
    for (place, (symbol, number)) in facts.into_iter().enumerate() {
        let x = left + 28.0 + 74.0 * place as f64;
        svg.symbol(symbol, (x, top + 60.0), 26.0, palette::INK);
        svg.text((x + 19.0, top + 68.0), &ink(24.0), &number.to_string());
    }
    svg.close_line();
}

fn draw_deck(svg: &mut Svg, (left, top): (f64, f64)) {
    svg.open(label::deck(), format_args!("The deck, face down"));
    frame(svg, (left + 6.0, top + 4.0), palette::BACK);
    frame(svg, (left, top), palette::BACK);
    svg.text(
        (left + CARD.0 / 2.0, top + 51.0),
        &bold(26.0).filled("#ffffff").centred(),
        "Top card ?",
    );
    svg.close_line();
}

fn frame(svg: &mut Svg, (left, top): (f64, f64), fill: &str) {
    Frame::at((left, top), CARD.0, CARD.1 - 6.0).draw(svg, 10.0, fill, palette::BORDER, 2.0);
}
