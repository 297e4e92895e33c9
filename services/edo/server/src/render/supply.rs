//! The special cards for sale, and what is left of the common pieces.

use edo_rules::{Card, CardSet};
use kit_drawing::{Frame, PAGE_WIDTH, Svg, bold, faint, ink};

use super::cards::additions;
use super::parts::{CORNER, outline};
use super::view::View;
use super::{MARGIN, palette, symbols};
use crate::element;

const CARDS_PER_ROW: usize = 3;
const STEP: f64 = (PAGE_WIDTH - 2.0 * MARGIN + 10.0) / CARDS_PER_ROW as f64;
const ROW: f64 = 114.0;
const PIECES: f64 = 52.0;

/// How much room the supply takes.
pub(super) fn height(_: &View) -> f64 {
    PIECES + ROW * CardSet::SPECIAL.len().div_ceil(CARDS_PER_ROW) as f64
}

pub(super) fn draw(svg: &mut Svg, view: &View, top: f64) {
    svg.put(format_args!(r#"<g id="supply">"#));
    draw_pieces(svg, view, top + 22.0);
    for (place, card) in CardSet::SPECIAL.iter().enumerate() {
        let (row, column) = (place / CARDS_PER_ROW, place % CARDS_PER_ROW);
        let left = MARGIN + STEP * column as f64;
        let top = top + PIECES + ROW * row as f64;
        let frame = Frame { left, top, width: STEP - 10.0, height: ROW - 10.0 };
        draw_card(svg, view, card, &frame);
    }
    svg.close_line();
}

fn draw_pieces(svg: &mut Svg, view: &View, y: f64) {
    let state = &view.state;
    svg.text((22.0, y + 8.0), &faint(24.0), "Supply");
    let mut items = vec![
        (
            element::WHITE_OFFICIALS,
            "official",
            palette::WHITE,
            state.whites_left(),
            "white officials",
        ),
        ("fortresses", "fortress", "#6b6b6b", state.fortresses_left(), "fortresses"),
    ];
    if state.options.ronin {
        let left = state.ronin_tokens_left();
        items.push(("ronin-tokens", "ronin", palette::BLACK, left, "ronin tokens"));
    }
    for (place, (id, piece, fill, number, name)) in items.into_iter().enumerate() {
        let x = 140.0 + 280.0 * place as f64;
        svg.open(id, format_args!("{number} {name} in the supply"));
        symbols::piece(svg, piece, (x, y), 34.0, fill);
        svg.text((x + 26.0, y + 9.0), &ink(23.0), &format!("{number} {name}"));
        svg.close();
    }
}

fn draw_card(svg: &mut Svg, view: &View, card: Card, frame: &Frame) {
    let copies = view.state.copies_left(card);
    svg.open(element::display(card), format_args!("Special card {card}, {copies} for sale"));
    if copies == 0 {
        outline(svg, frame, palette::NEUTRAL);
    } else {
        frame.draw(svg, CORNER, palette::CARD, palette::LINE, 2.0);
    }
    let left = format!("{copies} left");
    svg.text((frame.left + 14.0, frame.top + 33.0), &bold(24.0), card.id());
    svg.text((frame.right() - 14.0, frame.top + 33.0), &faint(21.0).ending(), &left);
    for (place, facts) in card.tasks().iter().enumerate() {
        let y = frame.top + 62.0 + 28.0 * place as f64;
        let text = format!("{} \u{d7}{}{}", facts.task, facts.officials_max, additions(facts));
        svg.text((frame.left + 14.0, y), &ink(20.0), &text);
    }
    svg.close();
}
