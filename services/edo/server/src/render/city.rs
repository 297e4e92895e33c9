//! Cities: the profit tile, the sites with their buildings, and fortresses.

use edo_rules::{Building, BuildingKind, City, Space};
use kit_drawing::{Frame, Svg, bold, faint};

use super::parts::{CORNER, outline};
use super::view::View;
use super::{palette, symbols};

/// How far sites stand apart.
const STEP: f64 = 45.0;
const BUILDING: f64 = 39.0;
/// The line with name and profit.
const HEAD: f64 = 42.0;

/// Draws a city around a point and says where it lies.
pub(super) fn draw(svg: &mut Svg, view: &View, space: Space, at: (f64, f64)) -> Frame {
    let side = view.state.side();
    let sites = side.sites(space);
    let per_row = sites.div_ceil(2);
    let width = (STEP * per_row as f64 + 16.0).max(200.0);
    let frame = Frame::around(at, width, HEAD + 2.0 * STEP + 24.0);
    let (background, line) = palette::of_space(space.kind());
    if view.state.covered().contains(space) {
        draw_covered(svg, space, &frame);
        return frame;
    }
    let city = view.state.city(space).copied().unwrap_or_default();
    frame.draw(svg, CORNER, background, line, 4.0);
    draw_head(svg, space, &city, &frame);
    draw_fortresses(svg, &city, side.fortress_spots(space), &frame);
    for site in 0..sites {
        let (row, column) = (site / per_row, site % per_row);
        let left = at.0 - STEP * (per_row - 1) as f64 / 2.0;
        let at = (left + STEP * column as f64, frame.top + HEAD + STEP * (row as f64 + 0.5));
        draw_site(svg, city.sites[site], site + 1, at);
    }
    frame
}

/// What stands in a city, in words; nothing outside of cities.
pub(super) fn description(view: &View, space: Space) -> String {
    let Some(city) = view.state.city(space) else { return String::new() };
    let mut parts = Vec::new();
    if let Some(profit) = city.profit {
        let present = view.state.seats.seats().filter(|seat| is_present(city, *seat)).count();
        let shares: Vec<String> = profit.shares(present).iter().map(u8::to_string).collect();
        parts.push(match present {
            0 => format!("pays {profit}"),
            _ => format!("pays {profit}, shared {}", shares.join("/")),
        });
    }
    let owned = |building: Building| format!("{} of {}", building.kind(), building.owner);
    let buildings: Vec<String> = city.buildings().map(owned).collect();
    if !buildings.is_empty() {
        parts.push(format!("sites from the first: {}", buildings.join(", ")));
    }
    if city.fortresses > 0 {
        let plural = if city.fortresses == 1 { "" } else { "es" };
        parts.push(format!("{} fortress{plural}", city.fortresses));
    }
    parts.join("; ")
}

fn is_present(city: &City, seat: kit_rules::Seat) -> bool {
    city.buildings().any(|building| building.owner == seat)
}

fn draw_covered(svg: &mut Svg, space: Space, frame: &Frame) {
    frame.draw(svg, CORNER, "#dcd6c6", palette::NEUTRAL, 3.0);
    let centre = frame.centre();
    svg.symbol("hatch", centre, frame.height - 12.0, "#c3bca9");
    svg.text((centre.0, centre.1 - 4.0), &bold(22.0).centred(), space.name());
    svg.text((centre.0, centre.1 + 24.0), &faint(20.0).centred(), "covered");
}

fn draw_head(svg: &mut Svg, space: Space, city: &City, frame: &Frame) {
    let y = frame.top + 30.0;
    svg.text((frame.left + 9.0, y), &bold(21.0), space.name());
    if let Some(profit) = city.profit {
        let at = (frame.right() - 24.0, frame.top + 24.0);
        symbols::piece(svg, "disc", at, 38.0, "#ffe9a8");
        let style = bold(22.0).centred();
        svg.text((at.0, at.1 + 8.0), &style, &profit.total().to_string());
    }
}

/// Fortresses stand beside the profit tile; an empty spot is only outlined.
fn draw_fortresses(svg: &mut Svg, city: &City, spots: u8, frame: &Frame) {
    for spot in 0..spots {
        let x = frame.right() - 62.0 - 38.0 * f64::from(spots - 1 - spot);
        let at = (x, frame.top + 24.0);
        if spot < city.fortresses {
            symbols::piece(svg, symbols::of_building(BuildingKind::Fortress), at, 34.0, "#6b6b6b");
        } else {
            outline(svg, &Frame::around(at, 26.0, 26.0), palette::NEUTRAL);
        }
    }
}

fn draw_site(svg: &mut Svg, building: Option<Building>, number: usize, at: (f64, f64)) {
    let Some(building) = building else {
        svg.text((at.0, at.1 + 7.0), &faint(19.0).centred(), &number.to_string());
        outline(svg, &Frame::around(at, 34.0, 34.0), palette::NEUTRAL);
        return;
    };
    let (fill, ink) = palette::of_seat(building.owner);
    symbols::piece(svg, symbols::of_building(building.kind()), at, BUILDING, fill);
    let style = bold(24.0).filled(ink).centred();
    svg.text((at.0, at.1 + 15.0), &style, &building.owner.number().to_string());
}
