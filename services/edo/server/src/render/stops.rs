//! Spaces outside of cities: where resources come from, and stops on the way.

use edo_rules::{Good, Space, SpaceKind};
use kit_drawing::{Frame, Svg, bold, faint, ink};

use super::parts::CORNER;
use super::view::View;
use super::{palette, symbols};

/// Draws a forestry, a quarry or a rice field and says where it lies.
pub(super) fn draw_source(svg: &mut Svg, view: &View, space: Space, at: (f64, f64)) -> Frame {
    let frame = Frame::around(at, 162.0, 92.0);
    let (background, line) = palette::of_space(space.kind());
    let Some(good) = space.kind().good() else { return frame };
    if view.state.covered().contains(space) {
        frame.draw(svg, CORNER, "#dcd6c6", palette::NEUTRAL, 3.0);
        svg.symbol("hatch", at, frame.height - 8.0, "#c3bca9");
        svg.text((at.0, at.1 - 8.0), &ink(20.0).centred(), space.name());
        svg.text((at.0, at.1 + 16.0), &faint(20.0).centred(), "covered");
        return frame;
    }
    frame.draw(svg, CORNER, background, line, 3.0);
    svg.text((at.0, frame.top + 27.0), &ink(21.0).centred(), space.name());
    svg.symbol(symbols::of_good(good), (frame.left + 30.0, frame.top + 51.0), 40.0, line);
    draw_yields(svg, view, space, good, (frame.left + 66.0, frame.top + 53.0));
    frame
}

/// Draws a stop or a border post and says where it lies.
pub(super) fn draw_stop(svg: &mut Svg, space: Space, at: (f64, f64)) -> Frame {
    let (background, line) = palette::of_space(space.kind());
    let (width, height) = match space.kind() {
        SpaceKind::Border => (162.0, 84.0),
        _ => (134.0, 46.0),
    };
    let frame = Frame::around(at, width, height);
    frame.draw(svg, 22.0, background, line, 3.0);
    match space.kind() {
        SpaceKind::Border => {
            svg.text((at.0, frame.top + 27.0), &ink(21.0).centred(), space.name());
            svg.symbol("border", (at.0, frame.top + 47.0), 34.0, line);
        }
        SpaceKind::River => {
            svg.symbol("river", (frame.left + 24.0, at.1 - 3.0), 26.0, line);
            svg.text((at.0 + 14.0, at.1 + 4.0), &ink(20.0).centred(), space.name());
        }
        _ => svg.text((at.0, at.1 + 4.0), &ink(20.0).centred(), space.name()),
    }
    frame
}

/// What one official brings in with one, two, three and more samurai; what it
/// brings in now is marked.
fn draw_yields(svg: &mut Svg, view: &View, space: Space, good: Good, at: (f64, f64)) {
    let standing = view.state.samurai_on(space).min(4);
    for samurai in 1..=4 {
        let x = at.0 + 26.0 * (samurai - 1) as f64;
        let text = good.yield_with(samurai).to_string();
        if samurai == standing {
            symbols::piece(svg, "disc", (x, at.1 - 1.0), 27.0, palette::MARK);
            svg.text((x, at.1 + 7.0), &bold(22.0).centred(), &text);
        } else {
            svg.text((x, at.1 + 7.0), &faint(21.0).centred(), &text);
        }
    }
}
