//! A bonus tile: the troop on its upper face, or only its bonus.

use kit_drawing::{Frame, Svg};
use shitenno_rules::{Bonus, Top};

use super::{palette, symbols};

/// How wide a tile on a gate is.
const WIDTH: f64 = 58.0;
/// How high a tile on a gate is.
const HEIGHT: f64 = 84.0;

/// Draws the tiles on a gate around a point: the upper one with what is known
/// of it, and the edges of those below.
pub(super) fn draw_stack(svg: &mut Svg, at: (f64, f64), top: Top, height: usize) {
    for below in (1..height).rev() {
        let shift = 4.0 * below as f64;
        plate(svg, (at.0 + shift, at.1 - shift), "#d9cba8");
    }
    plate(svg, at, palette::CARD);
    svg.symbol(symbols::of_troop(top.face), (at.0, at.1 - 15.0), 44.0, palette::INK);
    if let Some(bonus) = top.bonus {
        svg.symbol(symbols::of_bonus(bonus), (at.0, at.1 + 25.0), 26.0, palette::INK);
    }
}

pub(super) fn in_words(bonus: Bonus) -> &'static str {
    match bonus {
        Bonus::Exchange => "exchange one element for another",
        Bonus::PlusOne => "count one element once more",
        Bonus::Draw => "draw a troop card",
    }
}

fn plate(svg: &mut Svg, at: (f64, f64), fill: &str) {
    Frame::at((at.0 - WIDTH / 2.0, at.1 - HEIGHT / 2.0), WIDTH, HEIGHT).draw(
        svg,
        8.0,
        fill,
        palette::INK,
        2.0,
    );
}
