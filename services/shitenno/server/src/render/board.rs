//! The provinces in their three rows, and the decks where the board has room.

use kit_drawing::{Frame, Svg, bold, ink};
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
    svg.close_line();
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
    svg.open("decks", words.join(", "));
    for (place, (symbol, name, count)) in piles.into_iter().enumerate() {
        let y = at.1 + 32.0 + 54.0 * place as f64;
        let is_deck = place % 2 == 0;
        let colour = if is_deck { palette::INK } else { "#8d8678" };
        svg.symbol(symbol, (at.0 + 40.0, y), 44.0, colour);
        let text = if is_deck { bold(27.0) } else { ink(27.0) };
        svg.text((at.0 + 72.0, y + 10.0), &text, name);
        let right = at.0 + province::WIDTH - 26.0;
        svg.text((right, y + 11.0), &bold(32.0).ending(), &count.to_string());
    }
    Frame::at(at, province::WIDTH, province::HEIGHT).draw_dashed(
        svg,
        14.0,
        "none",
        palette::LINE,
        "6 6",
    );
    svg.close_line();
}
