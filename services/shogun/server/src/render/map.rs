//! The map: sea and land, regions, borders and sea routes.

use shogun_rules::{Phase, Province, ProvinceSet, Task, WinterTask};

use super::grid::{self, Area, Corner};
use super::view::View;
use super::{MARGIN, palette, province};
use crate::errand::errand;
use kit_drawing::{Frame, Num, PAGE_WIDTH, Svg};

/// How much room the map takes.
pub(super) const HEIGHT: f64 = 2.0 * TOP + ROW * grid::ROWS as f64;

const TOP: f64 = 14.0;
const COLUMN: f64 = (PAGE_WIDTH - 2.0 * MARGIN) / grid::COLUMNS as f64;
const ROW: f64 = 29.0;

/// Draws the map with everything that stands on it.
pub(super) fn draw(svg: &mut Svg, view: &View) {
    svg.put(format_args!(r#"<g id="map" stroke-linejoin="round">"#));
    svg.put(format_args!(
        r#"<path d="M0 {h}V18A18 18 0 0 1 18 0H{w}A18 18 0 0 1 {e} 18V{h}Z" fill="{}"/>"#,
        palette::SEA,
        h = Num(HEIGHT - 6.0),
        w = Num(PAGE_WIDTH - 18.0),
        e = Num(PAGE_WIDTH),
    ));
    draw_coast(svg);
    draw_routes(svg, view);
    for province in Province::all() {
        province::draw(svg, view, province, room(province), &outline(province));
    }
    draw_region_borders(svg, view);
    draw_marks(svg, view);
    svg.put(format_args!(
        r#"</g>
<g id="markers" pointer-events="none" aria-hidden="true">"#
    ));
    for province in Province::all() {
        province::draw_markers(svg, view, province, room(province));
    }
    svg.close_line();
}

/// The rectangle in which everything of a province stands.
fn room(province: Province) -> Frame {
    let (north_west, south_east) = Area::of(province).room;
    let ((left, top), (right, bottom)) = (point(north_west), point(south_east));
    Frame { left, top, width: right - left, height: bottom - top }
}

/// The line around a province, as the data of a path.
fn outline(province: Province) -> String {
    let mut path = String::new();
    for (place, corner) in Area::of(province).corners().into_iter().enumerate() {
        let (x, y) = point(corner);
        let command = if place == 0 { 'M' } else { 'L' };
        path.push_str(&format!("{command}{} {}", Num(x), Num(y)));
    }
    path.push('Z');
    path
}

fn point((column, row): Corner) -> (f64, f64) {
    (MARGIN + COLUMN * f64::from(column), TOP + ROW * f64::from(row))
}

/// A broad line around all land, of which the outer half stays visible.
fn draw_coast(svg: &mut Svg) {
    let all: String = Province::all().map(outline).collect();
    svg.put(format_args!(
        r#"<path d="{all}" fill="none" stroke="{}" stroke-width="9"/>"#,
        palette::COAST,
    ));
}

fn draw_routes(svg: &mut Svg, view: &View) {
    let in_play = view.state.in_play();
    for route in grid::routes() {
        let (one, other) = route.ends;
        if !in_play.contains(one) || !in_play.contains(other) {
            continue;
        }
        let at = |(column, row): (u16, u16)| {
            (MARGIN + COLUMN * f64::from(column) / 10.0, TOP + ROW * f64::from(row) / 10.0)
        };
        let ((x1, y1), (x2, y2)) = (at(route.line.0), at(route.line.1));
        svg.put(format_args!(
            r##"<path d="M{} {}L{} {}" stroke="#2f5d73" stroke-width="5" stroke-dasharray="10 7"><title>Sea route between {one} and {other}</title></path>"##,
            Num(x1),
            Num(y1),
            Num(x2),
            Num(y2),
        ));
    }
}

fn draw_region_borders(svg: &mut Svg, view: &View) {
    let mut path = String::new();
    for edge in grid::region_borders(view.state.options.side) {
        let ((x1, y1), (x2, y2)) = (point(edge.from), point(edge.to));
        path.push_str(&format!("M{} {}L{} {}", Num(x1), Num(y1), Num(x2), Num(y2)));
    }
    svg.put(format_args!(
        r##"<path d="{path}" fill="none" stroke="#5b4a2e" stroke-width="4" stroke-linecap="round" pointer-events="none"/>"##,
    ));
}

/// What is marched from and to, fought for, or in revolt.
fn draw_marks(svg: &mut Svg, view: &View) {
    for province in marked(view).iter() {
        let path = outline(province);
        for (colour, width) in [(palette::INK, 9), (palette::MARK, 5)] {
            svg.put(format_args!(
                r#"<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" pointer-events="none"/>"#,
            ));
        }
    }
}

fn marked(view: &View) -> ProvinceSet {
    match view.state.phase {
        Phase::Act(turn) => {
            let from = errand(&view.state).map(|errand| errand.province);
            let target = match turn.task {
                Task::ChooseTarget => None,
                Task::ChooseArmies { target } => Some(target),
                Task::Battle { province } => Some(province),
            };
            from.into_iter().chain(target).collect()
        }
        Phase::Winter(winter) => match winter.task {
            WinterTask::Battle { province } => winter.revolting.with(province),
            WinterTask::Draw { .. } | WinterTask::Choose => winter.revolting,
        },
        Phase::Draft(_) => view.state.draft.open.iter().flatten().copied().collect(),
        _ => ProvinceSet::EMPTY,
    }
}
