//! The map: sea, land and settlements with what lies and stands on them.

use samurai_rules::{Cell, Exchange, Figure, FigureSet, Settlement, SettlementKind};

use super::layout::Layout;
use super::svg::{Num, Svg};
use super::view::View;
use super::{palette, symbols, tile};
use crate::label;

/// Draws all cells in play, and the names above them.
pub(super) fn draw(svg: &mut Svg, view: &View, layout: &Layout) {
    let cells = || Cell::all().filter(|cell| cell.is_in_play(view.state.seats));
    svg.put(format_args!(r#"<g id="map" stroke-linejoin="round">"#));
    // What reaches over the edge of its cell is drawn last.
    for sea in cells().filter(|cell| matches!(cell, Cell::Sea(_))) {
        draw_cell(svg, view, layout, sea);
    }
    for cell in cells().filter(|cell| !matches!(cell, Cell::Sea(_))) {
        draw_cell(svg, view, layout, cell);
    }
    svg.put(format_args!("</g>\n"));
    draw_names(svg, view, layout, cells());
}

fn draw_cell(svg: &mut Svg, view: &View, layout: &Layout, cell: Cell) {
    let (x, y) = layout.centre(cell);
    svg.put(format_args!(r#"<g id="{}">"#, label::cell_element(cell)));
    svg.title(format_args!("{}", description(view, cell)));
    hexagon(svg, (x, y), layout.size, ground(view, cell));
    match cell {
        Cell::Settlement(settlement) => {
            draw_settlement(svg, view, settlement, (x, y), layout.size);
        }
        Cell::Land(_) | Cell::Sea(_) => {
            if let Some(placed) = view.state.board.at(cell) {
                tile::draw(svg, (x, y), layout.size, placed.owner(), placed.tile());
            }
        }
    }
    svg.put(format_args!("</g>\n"));
}

/// How a hexagon is filled and outlined; the line is in parts of its size.
#[derive(Clone, Copy)]
struct Ground {
    fill: &'static str,
    line: &'static str,
    width: f64,
}

fn ground(view: &View, cell: Cell) -> Ground {
    match cell {
        Cell::Sea(_) => Ground { fill: "#cfe4ee", line: "#b4d0de", width: 0.04 },
        Cell::Land(_) => Ground { fill: "#e8d5a3", line: "#b99f62", width: 0.06 },
        Cell::Settlement(settlement) if is_deserted(view, settlement) => {
            Ground { fill: "#d8d3c8", line: "#8d8678", width: 0.06 }
        }
        Cell::Settlement(_) => Ground { fill: "#fffaf0", line: "#6b4a22", width: 0.09 },
    }
}

/// Whether the figures of a settlement have left it.
fn is_deserted(view: &View, settlement: Settlement) -> bool {
    view.state.supply.total() == 0 && view.state.figures_in(settlement).is_empty()
}

fn hexagon(svg: &mut Svg, at: (f64, f64), size: f64, ground: Ground) {
    svg.put(format_args!(
        r##"<use href="#sam-hex" transform="translate({} {}) scale({})" fill="{}" stroke="{}" stroke-width="{}"/>"##,
        Num(at.0),
        Num(at.1),
        Num(size),
        ground.fill,
        ground.line,
        Num(ground.width),
    ));
}

/// Cities have a second outline, Edo has a red one.
fn draw_settlement(
    svg: &mut Svg,
    view: &View,
    settlement: Settlement,
    at: (f64, f64),
    size: f64,
) {
    let line = match settlement.kind() {
        SettlementKind::Village => None,
        SettlementKind::City => Some("#6b4a22"),
        SettlementKind::Edo => Some("#b3261e"),
    };
    if let Some(line) = line {
        hexagon(svg, at, size * 0.84, Ground { fill: "none", line, width: 0.08 });
    }
    let figures = view.state.figures_in(settlement);
    let picked = match view.exchange() {
        Some(Exchange::Figure { settlement: from, figure }) if from == settlement => Some(figure),
        _ => None,
    };
    for (figure, (dx, dy)) in figures.iter().zip(places(figures.len())) {
        let centre = (at.0 + dx * size, at.1 + dy * size);
        draw_figure(svg, settlement, figure, centre, size, figures, picked == Some(figure));
    }
}

fn draw_figure(
    svg: &mut Svg,
    settlement: Settlement,
    figure: Figure,
    at: (f64, f64),
    size: f64,
    company: FigureSet,
    is_picked: bool,
) {
    let scale = if company.len() == 1 { 0.98 } else { 0.7 };
    svg.put(format_args!(r#"<g id="{}">"#, label::figure_element(settlement, figure)));
    svg.title(format_args!("{figure} in {settlement}"));
    // A disc behind the figure makes it easy to tap, and marks the picked one.
    let disc = if is_picked { palette::MARK } else { "#fffaf0" };
    svg.put(format_args!(
        r#"<circle cx="{}" cy="{}" r="{}" fill="{disc}"/>"#,
        Num(at.0),
        Num(at.1),
        Num(size * scale * 0.52),
    ));
    let colour = palette::of_figure(figure);
    svg.symbol(symbols::of_figure(figure), at, size * scale, colour);
    svg.put(format_args!("</g>"));
}

/// Where so many figures stand in a hexagon of size one.
fn places(figures: usize) -> &'static [(f64, f64)] {
    match figures {
        0 | 1 => &[(0.0, -0.12)],
        2 => &[(-0.38, -0.12), (0.38, -0.12)],
        _ => &[(0.0, -0.43), (-0.4, 0.12), (0.4, 0.12)],
    }
}

/// Names lie above everything and let taps through.
fn draw_names(svg: &mut Svg, view: &View, layout: &Layout, cells: impl Iterator<Item = Cell>) {
    svg.put(format_args!(
        r#"<g id="names" pointer-events="none" text-anchor="middle" aria-hidden="true">"#
    ));
    for cell in cells {
        let (x, y) = layout.centre(cell);
        match cell {
            Cell::Settlement(settlement) => {
                let fill = if is_deserted(view, settlement) { "#6f695d" } else { palette::INK };
                svg.put(format_args!(
                    r##"<text x="{}" y="{}" font-size="{}" font-weight="700" fill="{fill}" stroke="#fffaf0" stroke-width="{}" paint-order="stroke">{settlement}</text>"##,
                    Num(x),
                    Num(y + layout.size * 0.76),
                    Num(layout.size * 0.37),
                    Num(layout.size * 0.1),
                ));
            }
            Cell::Land(land) if view.state.board.at(cell).is_none() => {
                svg.put(format_args!(
                    r##"<text x="{}" y="{}" font-size="{}" fill="#7d6530">{land}</text>"##,
                    Num(x),
                    Num(y + layout.size * 0.12),
                    Num(layout.size * 0.33),
                ));
            }
            Cell::Land(_) | Cell::Sea(_) => {}
        }
    }
    svg.put(format_args!("</g>\n"));
}

fn description(view: &View, cell: Cell) -> String {
    let kind = match cell {
        Cell::Sea(_) => "sea",
        Cell::Land(_) => "land",
        Cell::Settlement(settlement) => match settlement.kind() {
            SettlementKind::Village => "village",
            SettlementKind::City => "city",
            SettlementKind::Edo => "capital",
        },
    };
    let content = match (cell, view.state.board.at(cell)) {
        (Cell::Settlement(settlement), _) => {
            let figures: Vec<&str> =
                view.state.figures_in(settlement).iter().map(Figure::id).collect();
            if figures.is_empty() { "no figures".to_owned() } else { figures.join(", ") }
        }
        (_, Some(placed)) => format!("{} of {}", placed.tile(), placed.owner()),
        (_, None) => "empty".to_owned(),
    };
    format!("{cell}, {kind}: {content}")
}
