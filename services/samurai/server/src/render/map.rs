//! The map: sea, land and settlements with what lies and stands on them.

use samurai_rules::{Cell, Exchange, Figure, Settlement, SettlementKind};

use super::layout::Layout;
use super::view::View;
use super::{palette, symbols, tile};
use crate::label;
use kit_drawing::{Num, Svg};

/// Draws all cells in play, and the names above them.
pub(super) fn draw(svg: &mut Svg, view: &View, layout: &Layout) {
    let cells = || Cell::all().filter(|cell| cell.is_in_play(view.state.seats));
    svg.put(format_args!(r#"<g id="map" stroke-linejoin="round">"#));
    // Edges overlap: the coast lies over the sea, settlements over the land.
    let rank = |cell: &Cell| match cell {
        Cell::Sea(_) => 0,
        Cell::Land(_) => 1,
        Cell::Settlement(_) => 2,
    };
    let mut in_order: Vec<Cell> = cells().collect();
    in_order.sort_by_key(rank);
    for cell in in_order {
        draw_cell(svg, view, layout, cell);
    }
    svg.close_line();
    draw_names(svg, view, layout, cells());
}

fn draw_cell(svg: &mut Svg, view: &View, layout: &Layout, cell: Cell) {
    let (x, y) = layout.centre(cell);
    svg.open(label::cell_element(cell), description(view, cell));
    hexagon(svg, (x, y), layout.size, background(view, cell));
    match cell {
        Cell::Settlement(settlement) => {
            draw_figures(svg, view, settlement, (x, y), layout.size);
        }
        Cell::Land(_) | Cell::Sea(_) => {
            if let Some(placed) = view.state.board.at(cell) {
                tile::draw(svg, (x, y), layout.size, placed.owner(), placed.tile());
            }
        }
    }
    svg.close_line();
}

/// How a hexagon is filled and outlined; the line is in parts of its size.
#[derive(Clone, Copy)]
struct Background {
    fill: &'static str,
    line: &'static str,
    width: f64,
}

fn background(view: &View, cell: Cell) -> Background {
    match cell {
        Cell::Sea(_) => Background { fill: "#cfe4ee", line: "#b4d0de", width: 0.04 },
        Cell::Land(_) => Background { fill: "#e8d5a3", line: "#b99f62", width: 0.06 },
        Cell::Settlement(settlement) if is_deserted(view, settlement) => {
            Background { fill: "#d8d3c8", line: "#8d8678", width: 0.06 }
        }
        Cell::Settlement(settlement) => match settlement.kind() {
            SettlementKind::Village => Background { fill: "#fffaf0", line: "#6b4a22", width: 0.08 },
            SettlementKind::City => Background { fill: "#fdeecb", line: "#4a2f10", width: 0.15 },
            SettlementKind::Edo => Background { fill: "#fde6df", line: "#a3201a", width: 0.17 },
        },
    }
}

/// Whether the figures of a settlement have left it.
fn is_deserted(view: &View, settlement: Settlement) -> bool {
    view.state.supply.total() == 0 && view.state.figures_in(settlement).is_empty()
}

fn hexagon(svg: &mut Svg, at: (f64, f64), size: f64, background: Background) {
    // The line stays inside the cell.
    svg.put(format_args!(
        r##"<use href="#sam-hex" transform="translate({} {}) scale({})" fill="{}" stroke="{}" stroke-width="{}"/>"##,
        Num(at.0),
        Num(at.1),
        Num(size * (1.0 - background.width / 2.0)),
        background.fill,
        background.line,
        Num(background.width),
    ));
}

fn draw_figures(svg: &mut Svg, view: &View, settlement: Settlement, at: (f64, f64), size: f64) {
    let figures = view.state.figures_in(settlement);
    let (scale, places) = arrangement(figures.len());
    for (figure, (dx, dy)) in figures.iter().zip(places) {
        let exchange = Exchange::Figure { settlement, figure };
        let figure = Standing {
            settlement,
            figure,
            at: (at.0 + dx * size, at.1 + dy * size),
            size: size * scale,
            is_picked: view.exchange() == Some(exchange),
        };
        figure.draw(svg);
    }
}

/// A figure where it stands.
struct Standing {
    settlement: Settlement,
    figure: Figure,
    at: (f64, f64),
    size: f64,
    is_picked: bool,
}

impl Standing {
    fn draw(&self, svg: &mut Svg) {
        let (settlement, figure) = (self.settlement, self.figure);
        svg.open(
            label::figure_element(settlement, figure),
            format_args!("{figure} in {settlement}"),
        );
        // A disc makes the figure easy to tap, and shows which one was picked.
        let opacity = if self.is_picked { 1 } else { 0 };
        svg.put(format_args!(
            r#"<circle cx="{}" cy="{}" r="{}" fill="{}" fill-opacity="{opacity}"/>"#,
            Num(self.at.0),
            Num(self.at.1),
            Num(self.size * 0.54),
            palette::MARK,
        ));
        let colour = palette::of_figure(figure);
        svg.symbol(symbols::of_figure(figure), self.at, self.size, colour);
        svg.close();
    }
}

/// How large so many figures are in a hexagon of size one, and where they stand.
fn arrangement(figures: usize) -> (f64, &'static [(f64, f64)]) {
    match figures {
        0 | 1 => (1.0, &[(0.0, -0.13)]),
        2 => (0.74, &[(-0.38, -0.12), (0.38, -0.12)]),
        _ => (0.66, &[(0.0, -0.47), (-0.44, 0.07), (0.44, 0.07)]),
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
                    Num(layout.size * name_size(settlement.name())),
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
    svg.close_line();
}

/// Long names are written smaller, so that they leave the cells beside them
/// legible.
fn name_size(name: &str) -> f64 {
    (2.7 / name.len() as f64).min(0.37)
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
