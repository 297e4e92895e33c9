//! The cards of the draft: two open ones and the deck.

use shogun_rules::{Phase, Province};

use super::view::View;
use super::{MARGIN, palette};
use crate::label;
use kit_drawing::{Anchor, Num, Style, Svg};

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
    svg.put(format_args!("</g>\n"));
    draw_deck(svg, (MARGIN + STEP * 2.0, top));
}

fn draw_card(svg: &mut Svg, view: &View, province: Province, (left, top): (f64, f64)) {
    let region = province.region(view.state.options.side);
    let (ground, _) = palette::of_region(region);
    svg.put(format_args!(r#"<g id="draft-{}">"#, province.id()));
    svg.title(format_args!(
        "Open card {province}, {region} region: {} rice, {} chests, towns {}",
        province.rice(),
        province.chests(),
        province.towns(),
    ));
    frame(svg, (left, top), ground);
    let name = Style { size: 26.0, fill: palette::INK, anchor: Anchor::Start, bold: true };
    svg.text((left + 14.0, top + 34.0), &name, province.name());
    let count = Style { size: 24.0, bold: false, ..name };
    let facts =
        [("rice", province.rice()), ("chest", province.chests()), ("castle", province.towns())];
    for (place, (symbol, number)) in facts.into_iter().enumerate() {
        let x = left + 28.0 + 74.0 * place as f64;
        svg.symbol(symbol, (x, top + 60.0), 26.0, palette::INK);
        svg.text((x + 19.0, top + 68.0), &count, &number.to_string());
    }
    svg.put(format_args!("</g>\n"));
}

fn draw_deck(svg: &mut Svg, (left, top): (f64, f64)) {
    svg.put(format_args!(r#"<g id="{}">"#, label::deck()));
    svg.title(format_args!("The deck, face down"));
    frame(svg, (left + 6.0, top + 4.0), palette::BACK);
    frame(svg, (left, top), palette::BACK);
    let style = Style { size: 26.0, fill: "#ffffff", anchor: Anchor::Middle, bold: true };
    svg.text((left + CARD.0 / 2.0, top + 51.0), &style, "Top card ?");
    svg.put(format_args!("</g>\n"));
}

fn frame(svg: &mut Svg, (left, top): (f64, f64), fill: &str) {
    svg.put(format_args!(
        r#"<rect x="{}" y="{}" width="{}" height="{}" rx="10" fill="{fill}" stroke="{}" stroke-width="2"/>"#,
        Num(left),
        Num(top),
        Num(CARD.0),
        Num(CARD.1 - 6.0),
        palette::BORDER,
    ));
}
