//! The board of demands and privileges, with what comes next on both sides.

use edo_rules::{COLUMNS, Demand, DemandKind, Privilege};
use kit_drawing::{Frame, PAGE_WIDTH, Svg, bold, faint, ink};

use super::parts::{CORNER, lines, outline, price};
use super::view::View;
use super::{MARGIN, palette};
use crate::element;

const HEIGHT: f64 = 196.0;
const STEP: f64 = (PAGE_WIDTH - 2.0 * MARGIN + 10.0) / 5.0;
/// Where the privilege of a column begins.
const PRIVILEGE: f64 = 118.0;

/// How much room the board takes.
pub(super) fn height(view: &View) -> f64 {
    if view.state.options.tokken { HEIGHT } else { 0.0 }
}

pub(super) fn draw(svg: &mut Svg, view: &View, top: f64) {
    let tokken = &view.state.tokken;
    svg.put(format_args!(r#"<g id="tokken">"#));
    draw_next_demand(svg, tokken.next_demand, tokken.demand_stack.len(), &cell(0, top));
    for column in 0..COLUMNS {
        let (demand, privilege) = (tokken.demands[column], tokken.privileges[column]);
        draw_column(svg, column, demand, privilege, &cell(column + 1, top));
    }
    let left = tokken.privilege_stack.len();
    draw_next_privilege(svg, tokken.next_privilege, left, &cell(COLUMNS + 1, top));
    svg.close_line();
}

fn cell(place: usize, top: f64) -> Frame {
    let left = MARGIN + STEP * place as f64;
    Frame { left, top, width: STEP - 10.0, height: HEIGHT }
}

fn draw_column(
    svg: &mut Svg,
    column: usize,
    demand: Option<Demand>,
    privilege: Option<Privilege>,
    frame: &Frame,
) {
    svg.put(format_args!(r#"<g id="{}">"#, element::demand(column as u8)));
    let told = (
        demand.map_or("no demand".to_owned(), |demand| format!("{demand} for {}", demand.price())),
        privilege.map_or("no privilege".to_owned(), |privilege| privilege.to_string()),
    );
    svg.title(format_args!("Column {}: {}; {}", column + 1, told.0, told.1));
    frame.draw(svg, CORNER, palette::CARD, palette::NEUTRAL, 3.0);
    draw_demand(svg, demand, frame);
    let lower = Frame {
        left: frame.left + 6.0,
        top: frame.top + PRIVILEGE,
        width: frame.width - 12.0,
        height: frame.height - PRIVILEGE - 6.0,
    };
    draw_privilege(svg, privilege, &lower);
    svg.close();
}

fn draw_demand(svg: &mut Svg, demand: Option<Demand>, frame: &Frame) {
    let x = frame.centre().0;
    let Some(demand) = demand else {
        svg.text((x, frame.top + 62.0), &faint(21.0).centred(), "no demand");
        return;
    };
    let how = match demand.kind() {
        DemandKind::Local => "by trade",
        DemandKind::Foreign => "by travel",
        DemandKind::Palace => "by building",
    };
    let name = demand.to_string();
    // Long names are written smaller.
    let size = (280.0 / name.len() as f64).min(22.0);
    svg.text((x, frame.top + 32.0), &bold(size).centred(), &name);
    svg.text((x, frame.top + 58.0), &faint(20.0).centred(), how);
    price(svg, (x, frame.top + 88.0), frame.width - 14.0, demand.price());
}

fn draw_privilege(svg: &mut Svg, privilege: Option<Privilege>, frame: &Frame) {
    let fill = if privilege.is_some() { "#efe3c2" } else { palette::PAPER };
    frame.draw(svg, CORNER, fill, palette::LINE, 2.0);
    let text = privilege.map_or("no privilege".to_owned(), |privilege| privilege.to_string());
    let lines = lines(&text, 15);
    let (x, y) = frame.centre();
    let first = y + 8.0 - 12.0 * (lines.len() - 1) as f64;
    for (place, line) in lines.iter().enumerate() {
        svg.text((x, first + 24.0 * place as f64), &ink(21.0).centred(), line);
    }
}

fn draw_next_demand(svg: &mut Svg, next: Option<Demand>, stack: usize, frame: &Frame) {
    svg.open("next-demand", format_args!("Next demand, {stack} more face down"));
    outline(svg, frame, palette::NEUTRAL);
    draw_demand(svg, next, frame);
    let x = frame.centre().0;
    svg.text((x, frame.top + 142.0), &ink(21.0).centred(), "comes next");
    svg.text((x, frame.top + 170.0), &faint(21.0).centred(), &format!("{stack} more below"));
    svg.close();
}

fn draw_next_privilege(svg: &mut Svg, next: Option<Privilege>, stack: usize, frame: &Frame) {
    svg.open("next-privilege", format_args!("Next privilege, {stack} more face down"));
    outline(svg, frame, palette::NEUTRAL);
    let x = frame.centre().0;
    svg.text((x, frame.top + 54.0), &ink(21.0).centred(), "comes next");
    svg.text((x, frame.top + 82.0), &faint(21.0).centred(), &format!("{stack} more below"));
    let lower = Frame {
        left: frame.left + 6.0,
        top: frame.top + PRIVILEGE,
        width: frame.width - 12.0,
        height: frame.height - PRIVILEGE - 6.0,
    };
    draw_privilege(svg, next, &lower);
    svg.close();
}
