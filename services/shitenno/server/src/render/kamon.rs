//! A kamon: the owner's colour and number, with rays when it is golden.

use kit_drawing::{Num, Svg, bold};
use kit_rules::Seat;

use super::palette;

/// Draws a kamon around a point.
pub(super) fn draw(svg: &mut Svg, at: (f64, f64), radius: f64, seat: Seat, golden: bool) {
    let (colour, ink) = palette::of_seat(seat);
    let disc = if golden {
        svg.put(format_args!(
            r##"<use href="#shi-rays" transform="translate({} {}) scale({})" fill="{}" stroke="{}"/>"##,
            Num(at.0),
            Num(at.1),
            Num(radius * 2.3),
            palette::GOLD,
            palette::INK,
        ));
        radius * 0.78
    } else {
        radius
    };
    svg.put(format_args!(
        r#"<circle cx="{}" cy="{}" r="{}" fill="{colour}" stroke="{}" stroke-width="2"/>"#,
        Num(at.0),
        Num(at.1),
        Num(disc),
        palette::INK,
    ));
    if !golden {
        svg.put(format_args!(
            r#"<circle cx="{}" cy="{}" r="{}" fill="none" stroke="{ink}" stroke-width="2"/>"#,
            Num(at.0),
            Num(at.1),
            Num(disc * 0.82),
        ));
    }
    let size = radius * 1.1;
    svg.text(
        (at.0, at.1 + size * 0.36),
        &bold(size).filled(ink).centred(),
        &seat.number().to_string(),
    );
}
