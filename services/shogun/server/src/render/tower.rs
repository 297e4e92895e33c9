//! The tower: what lies in its tray, and how many cubes are inside.

use shogun_rules::Cubes;

use super::view::View;
use super::{palette, token};
use kit_drawing::{Frame, Num, Svg, faint};

const LEFT: f64 = 590.0;
const TOP: f64 = 668.0;
const WIDTH: f64 = 394.0;
const HEIGHT: f64 = 142.0;

/// Draws the tower in the south-eastern corner.
pub(super) fn draw(svg: &mut Svg, view: &View) {
    let inside = view.state.in_tower();
    svg.open("tower", format_args!("Tray: {}. Inside the tower: {inside}", view.state.tray));
    Frame::at((LEFT, TOP), WIDTH, HEIGHT).draw(svg, 14.0, palette::CARD, palette::LINE, 2.0);
    draw_tower(svg);
    draw_row(svg, TOP, "Inside the tower", inside);
    draw_row(svg, TOP + 68.0, "In the tray", view.state.tray);
    svg.close_line();
}

/// A funnel on a shaft with two baffles, and the tray at its foot.
fn draw_tower(svg: &mut Svg) {
    svg.put(format_args!(
        concat!(
            r#"<g transform="translate({} {})" fill="none" stroke="{}" stroke-width="4" stroke-linejoin="round">"#,
            r#"<path d="M-28-56L-18-36V34H18V-36L28-56Z"/>"#,
            r#"<path d="M-18-14L4-4M18 8L-4 18M-34 38V52H34V38"/></g>"#,
        ),
        Num(LEFT + 46.0),
        Num(TOP + HEIGHT / 2.0),
        palette::FAINT,
    ));
}

fn draw_row(svg: &mut Svg, top: f64, heading: &str, cubes: Cubes) {
    let style = faint(20.0);
    let left = LEFT + 94.0;
    svg.text((left, top + 25.0), &style, heading);
    if cubes == Cubes::NONE {
        svg.text((left, top + 54.0), &style, "nothing");
    }
    for (place, (cube, count)) in cubes.iter().enumerate() {
        let x = left + 24.0 + 49.0 * place as f64;
        token::draw(svg, (x, top + 47.0), 28.0, cube, count.into());
    }
}
