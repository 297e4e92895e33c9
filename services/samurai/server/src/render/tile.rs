//! A tile: the owner's colour and number, what it influences, and how much.

use kit_rules::Seat;
use samurai_rules::{Kind, Tile};

use super::{palette, symbols};
use kit_drawing::{Num, Svg};

/// The upper part of a tile, where its drawing stands.
const MIDDLE: f64 = -0.17;

/// Draws a tile around a point.
pub(super) fn draw(svg: &mut Svg, at: (f64, f64), size: f64, owner: Seat, tile: Tile) {
    let (colour, ink) = palette::of_seat(owner);
    svg.put(format_args!(
        concat!(
            r##"<g transform="translate({} {}) scale({})">"##,
            r##"<use href="#sam-hex" fill="{}" stroke="#22262b" stroke-width=".07" stroke-linejoin="round"/>"##,
            r##"<path d="M.78.38L.5.866H-.5L-.78.38Z" fill="#22262b"/>"##,
        ),
        Num(at.0),
        Num(at.1),
        Num(size * 0.93),
        colour,
    ));
    if tile.has_character() {
        // A line inside the edge marks the tiles of which any number may be
        // played in a turn.
        svg.put(format_args!(
            r#"<path d="M-.72.29L-.86 0L-.44-.74H.44L.86 0L.72.29" fill="none" stroke="{ink}" stroke-width=".06"/>"#,
        ));
    }
    let drawing = symbols::of_kind(tile.kind());
    match tile.kind() {
        Kind::TileExchange | Kind::FigureExchange => {
            svg.symbol(drawing, (0.0, MIDDLE), 0.95, ink);
        }
        _ => {
            svg.symbol(drawing, (-0.34, MIDDLE), 0.76, ink);
            number(svg, (0.4, MIDDLE + 0.27), 0.76, ink, tile.value().into());
        }
    }
    number(svg, (0.0, 0.79), 0.5, "#ffffff", owner.number());
    svg.close();
}

/// A number inside a drawing whose unit is the size of a tile.
fn number(svg: &mut Svg, at: (f64, f64), size: f64, fill: &str, number: u32) {
    svg.put(format_args!(
        r#"<text x="{}" y="{}" font-size="{}" font-weight="700" text-anchor="middle" fill="{fill}">{number}</text>"#,
        Num(at.0),
        Num(at.1),
        Num(size),
    ));
}
