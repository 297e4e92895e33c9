//! The map: roads, and the spaces with everything that stands on them.

use edo_rules::{Space, SpaceKind};
use kit_drawing::{Frame, Num, PAGE_WIDTH, Svg};

use super::parts::CORNER;
use super::view::View;
use super::{city, figures, layout, palette, stops};
use crate::element;

/// How much room the map takes.
pub(super) fn height(view: &View) -> f64 {
    layout::height(view.state.side())
}

pub(super) fn draw(svg: &mut Svg, view: &View, top: f64) {
    svg.put(format_args!(r#"<g id="map">"#));
    let background = Frame { left: 6.0, top, width: PAGE_WIDTH - 12.0, height: height(view) };
    background.draw(svg, CORNER, "#ece5d0", palette::LINE, 2.0);
    draw_roads(svg, view, top);
    for space in view.state.side().spaces().iter() {
        draw_space(svg, view, space, top);
    }
    svg.close_line();
}

/// Where a space lies on the page.
fn centre(view: &View, space: Space, top: f64) -> (f64, f64) {
    let (x, y) = layout::centre(view.state.side(), space);
    (x, top + y)
}

fn draw_roads(svg: &mut Svg, view: &View, top: f64) {
    let side = view.state.side();
    svg.put(format_args!(r#"<path fill="none" stroke="{}" stroke-width="9" d=""#, palette::ROAD));
    for from in side.spaces().iter() {
        // Every road is drawn once, from its lower end.
        for to in side.next_to(from).iter().filter(|to| *to > from) {
            let ((x1, y1), (x2, y2)) = (centre(view, from, top), centre(view, to, top));
            svg.put(format_args!("M{} {}L{} {}", Num(x1), Num(y1), Num(x2), Num(y2)));
        }
    }
    svg.put(format_args!(r#""/>"#));
}

fn draw_space(svg: &mut Svg, view: &View, space: Space, top: f64) {
    let at = centre(view, space, top);
    svg.open(element::space(space), description(view, space));
    let frame = match space.kind() {
        SpaceKind::Edo | SpaceKind::City => city::draw(svg, view, space, at),
        SpaceKind::Wood | SpaceKind::Stone | SpaceKind::Rice => {
            stops::draw_source(svg, view, space, at)
        }
        SpaceKind::River | SpaceKind::Road | SpaceKind::Border => stops::draw_stop(svg, space, at),
    };
    figures::draw(svg, view, space, &frame);
    svg.close_line();
}

fn description(view: &View, space: Space) -> String {
    let state = &view.state;
    let kind = match space.kind() {
        SpaceKind::Edo => "capital",
        SpaceKind::City => "city",
        SpaceKind::Wood => "yields wood",
        SpaceKind::Stone => "yields stone",
        SpaceKind::Rice => "yields rice",
        SpaceKind::River => "river",
        SpaceKind::Road => "road",
        SpaceKind::Border => "border post",
    };
    let covered = if state.covered().contains(space) { ", covered" } else { "" };
    let inside = city::description(view, space);
    let standing = figures::description(view, space);
    let parts: Vec<String> =
        [inside, standing].into_iter().filter(|part| !part.is_empty()).collect();
    let content = if parts.is_empty() { "empty".to_owned() } else { parts.join("; ") };
    format!("{space}, {kind}{covered}: {content}")
}
