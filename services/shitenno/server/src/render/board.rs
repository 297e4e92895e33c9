//! The provinces in their three rows, and the decks where the board has room.

use kit_drawing::{Anchor, Num, Style, Svg};
use shitenno_rules::Province;

use super::view::View;
use super::{MARGIN, palette, province};

const GAP: f64 = 10.0;

/// How much room the board takes.
pub(super) const HEIGHT: f64 = 3.0 * (province::HEIGHT + GAP);

/// Draws the board below a line.
pub(super) fn draw(svg: &mut Svg, view: &View, top: f64) {
    svg.put(format_args!(r#"<g id="board">"#));
    for each in Province::all() {
        province::draw(svg, view, each, corner(each.place(), top));
    }
    draw_decks(svg, view, corner((2, 2), top));
    svg.put(format_args!("</g>\n"));
}

/// The upper left corner of a place on the board, whose rows and columns are
/// counted from 1.
fn corner((row, column): (u8, u8), top: f64) -> (f64, f64) {
    let x = MARGIN + (province::WIDTH + GAP) * f64::from(column.saturating_sub(1));
    (x, top + (province::HEIGHT + GAP) * f64::from(row.saturating_sub(1)))
}

fn draw_decks(svg: &mut Svg, view: &View, at: (f64, f64)) {
    let state = &view.state;
    let piles = [
        ("troop-back", "Troop deck", u32::from(state.troop_deck.count)),
        ("troop-back", "Discarded", state.discard.total()),
        ("koku-back", "Koku deck", u32::from(state.koku_deck.count)),
        ("koku-back", "Spent koku", state.spent_koku.total()),
    ];
    let words = piles.map(|(_, name, count)| format!("{name}: {count}"));
    svg.put(format_args!(r#"<g id="decks">"#));
    svg.title(format_args!("{}", words.join(", ")));
    for (place, (symbol, name, count)) in piles.into_iter().enumerate() {
        let y = at.1 + 32.0 + 54.0 * place as f64;
        let is_deck = place % 2 == 0;
        let colour = if is_deck { palette::INK } else { "#8d8678" };
        svg.symbol(symbol, (at.0 + 40.0, y), 44.0, colour);
        let text = Style { size: 27.0, fill: palette::INK, anchor: Anchor::Start, bold: is_deck };
        svg.text((at.0 + 72.0, y + 10.0), &text, name);
        let number = Style { size: 32.0, anchor: Anchor::End, bold: true, ..text };
        svg.text((at.0 + province::WIDTH - 26.0, y + 11.0), &number, &count.to_string());
    }
    svg.put(format_args!(
        r#"<rect x="{}" y="{}" width="{}" height="{}" rx="14" fill="none" stroke="{}" stroke-width="2" stroke-dasharray="6 6"/>"#,
        Num(at.0),
        Num(at.1),
        Num(province::WIDTH),
        Num(province::HEIGHT),
        palette::LINE,
    ));
    svg.put(format_args!("</g>\n"));
}
